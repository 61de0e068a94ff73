//! Implements the interface between transports and agents.

use std::sync::Arc;

use super::connection::Connection;
use super::definition::Definition;
use crate::codec::Codecs;
use mcp_runtime::internal::AgentConnection;
use mcp_runtime::internal::ClientMessage;
use mcp_runtime::internal::MakeAgent;
use mcp_runtime::internal::{AgentParts, AgentService};
use mcp_runtime::{Server, States};
use mcp_runtime_protocol::jsonrpc::{Incoming, SharedPeer};

/// Creates the service of an agent. Generated code names it, so that other programs do not contain
/// it.
pub const MAKE_AGENT: MakeAgent = MakeAgent::new(serve, add_commands);

/// Adds the commands of a program with an agent.
fn add_commands(states: &mut States) {
    COMMANDS.iter().for_each(|add| add(states));
}

const COMMANDS: &[fn(&mut States)] = &[
    #[cfg(feature = "cli")]
    crate::command_line::add,
];

fn serve(parts: AgentParts<'_>) -> Option<Arc<dyn AgentService>> {
    let codecs = Codecs::of(parts.versions);
    let codecs = codecs.map_err(|mistake| parts.mistakes.push(mistake)).ok();
    let definition = Arc::new(Definition::new(parts));
    codecs.map(|codecs| Arc::new(Service { definition, codecs }) as Arc<dyn AgentService>)
}

struct Service {
    definition: Arc<Definition>,
    codecs: Codecs,
}

impl AgentService for Service {
    /// A version of MCP is a date, and one of ACP a number. A request without a version is only
    /// recognized by a method that the other protocol does not have.
    fn is_addressed(&self, message: &ClientMessage<'_, '_>) -> Option<bool> {
        let Incoming::Request { method, params, .. } = message else { return None };
        match &**method {
            "initialize" => {
                let version = params.member("protocolVersion")?;
                Some(!version.starts_with('"'))
            }
            method => {
                let begins = ["authenticate", "logout", "auth/", "session/", "tool_call/"];
                begins.iter().any(|begin| method.starts_with(begin)).then_some(true)
            }
        }
    }

    fn connect(&self, server: &Server, peer: &SharedPeer) -> Box<dyn AgentConnection> {
        let (server, peer) = (server.clone(), Arc::clone(peer));
        let definition = Arc::clone(&self.definition);
        Box::new(Connection::new(server, definition, peer, self.codecs.clone()))
    }
}
