//! What the transports ask of agents.

use std::sync::Arc;

use super::connection::Connection;
use crate::acp::codec::Codecs;
use crate::jsonrpc::{Incoming, SharedPeer};
use crate::negotiation::ClientMessage;
use crate::server::agent::AgentDef;
use crate::server::handler::Handler;
use crate::server::{AgentConnection, AgentService, Server};

impl AgentDef {
    /// A definition that says nothing.
    pub const EMPTY: Self = Self::of(|handler, versions| {
        let codecs = Codecs::of(versions)?;
        Ok(Arc::new(Service { handler, codecs }))
    });
}

struct Service {
    handler: Arc<Handler>,
    codecs: Codecs,
}

impl AgentService for Service {
    /// A version of MCP is a date, and one of ACP a number. Nobody can be told apart by anything
    /// else, as far as both protocols have the method.
    fn is_addressed(&self, message: &ClientMessage<'_, '_>) -> bool {
        let Incoming::Request { method, params, .. } = message else { return false };
        match &**method {
            "initialize" => {
                let version = params.member("protocolVersion");
                version.is_some_and(|version| !version.starts_with('"'))
            }
            method => {
                let begins = ["authenticate", "auth/", "session/", "tool_call/"];
                begins.iter().any(|begin| method.starts_with(begin))
            }
        }
    }

    fn connect(&self, server: &Server, peer: &SharedPeer) -> Box<dyn AgentConnection> {
        let (server, peer) = (server.clone(), Arc::clone(peer));
        let handler = Arc::clone(&self.handler);
        Box::new(Connection::new(server, handler, peer, self.codecs.clone()))
    }
}
