//! Implements the interface between transports and agents.

use std::sync::Arc;

use mcp_runtime::States;
use mcp_runtime::other_protocol::{
    HandledProtocol, OtherConnection, OtherProtocol, ProtocolHandler, RawPeer,
};
use mcp_runtime_protocol::jsonrpc::{Scan, SyntaxError};

use super::connection::Connection;
use super::definition::Definition;
use crate::codec::Codecs;

/// The protocol, which the definitions of its handlers name.
pub(super) const ACP: HandledProtocol = HandledProtocol { name: "ACP", make, add_commands };

/// Adds the commands of a program with an agent.
fn add_commands(states: &mut States) {
    COMMANDS.iter().for_each(|add| add(states));
}

const COMMANDS: &[fn(&mut States)] = &[
    #[cfg(feature = "cli")]
    crate::command_line::add,
];

/// Makes the service of an agent of its handlers.
///
/// # Errors
///
/// What is wrong with them and with the settings.
fn make(
    handlers: Vec<ProtocolHandler>,
    states: &States,
) -> Result<Arc<dyn OtherProtocol>, Vec<String>> {
    let mut mistakes = Vec::new();
    let Some(definition) = Definition::new(handlers, states, &mut mistakes) else {
        return Err(mistakes);
    };
    let codecs =
        Codecs::of(&definition.settings.versions).map_err(|mistake| mistakes.push(mistake));
    match codecs {
        Ok(codecs) if mistakes.is_empty() => {
            Ok(Arc::new(Service { definition: Arc::new(definition), codecs }))
        }
        _ => Err(mistakes),
    }
}

struct Service {
    definition: Arc<Definition>,
    codecs: Codecs,
}

impl OtherProtocol for Service {
    fn name(&self) -> &'static str {
        "ACP"
    }

    /// A version of MCP is a date, and one of ACP a number. A request without a version is only
    /// recognized by a method that the other protocol does not have.
    fn detect(&self, method: &str, params: Option<&str>) -> Option<bool> {
        if method == "initialize" {
            return Some(!version(params?)?.starts_with('"'));
        }
        let begins = ["authenticate", "logout", "auth/", "session/", "tool_call/"];
        begins.iter().any(|begin| method.starts_with(begin)).then_some(true)
    }

    fn connect(&self, client: RawPeer) -> Box<dyn OtherConnection> {
        Box::new(Connection::new(client, Arc::clone(&self.definition), self.codecs.clone()))
    }
}

/// The version in the parameters of `initialize`, as JSON text; the last one if there are several.
fn version(params: &str) -> Option<&str> {
    let mut version = None;
    let read = Scan::new(params).members::<SyntaxError>(|key, scan| {
        let value = scan.value()?;
        if key == "protocolVersion" {
            version = Some(value);
        }
        Ok(())
    });
    read.ok().and(version)
}
