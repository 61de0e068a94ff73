//! Implements the interface between transports and agents.

use std::sync::Arc;

use mcp_runtime::States;
use mcp_runtime::other_protocol::{
    HandledProtocol, OtherConnection, OtherProtocol, ProtocolHandler, RawPeer,
};

use super::connection::Connection;
use super::definition::Definition;
use crate::codec::Codecs;
use crate::protocol::{ACP_COMMAND, PROTOCOL_NAME};

/// The protocol, which the definitions of its handlers name.
pub(super) const ACP: HandledProtocol = HandledProtocol { name: PROTOCOL_NAME, make, add_commands };

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
        PROTOCOL_NAME
    }

    fn command(&self) -> Option<&'static str> {
        cfg!(feature = "cli").then_some(ACP_COMMAND)
    }

    fn connect(&self, client: RawPeer) -> Box<dyn OtherConnection> {
        Box::new(Connection::new(client, Arc::clone(&self.definition), self.codecs.clone()))
    }
}
