//! A protocol besides MCP, which is given raw messages.

mod definition;
mod handlers;
mod peer;

use std::pin::Pin;
use std::sync::Arc;

use super::{Response, Server};
use crate::debug::short_debug;
use crate::jsonrpc::{Incoming, IncomingResponse, RequestId, SharedPeer};
use crate::negotiation::ClientMessage;

pub use definition::{HandledProtocol, MakeProtocol, ProtocolDef, ProtocolHandler, ProtocolRoute};
pub use handlers::{
    call_tool, declared_extensions, handler_context, handler_scope, notify_extension, preview_tool,
    request_extension, reserve, tool, tools,
};
pub use peer::{PendingResponse, RawPeer};

/// A protocol based on JSON-RPC that a program serves besides MCP.
pub trait OtherProtocol: Send + Sync + 'static {
    /// Its name, for messages to people.
    fn name(&self) -> &'static str;

    /// The command with which the program serves it, if there is one.
    fn command(&self) -> Option<&'static str> {
        None
    }

    /// Serves a connection that speaks the protocol.
    fn connect(&self, client: RawPeer) -> Box<dyn OtherConnection>;
}

/// A connection whose client speaks another protocol, as a state machine: its methods must not
/// block.
pub trait OtherConnection: Send {
    /// Handles a request.
    fn request(&mut self, id: &RequestId, method: &str, params: Option<&str>) -> RequestAction;

    /// Handles a notification.
    fn notification(&mut self, method: &str, params: Option<&str>) {
        let _ = (method, params);
    }

    /// Called when the response to a request has been sent, for what has to follow it.
    fn responded(&mut self, id: &RequestId) {
        let _ = id;
    }

    /// Called when the client has responded to a request of the server, whose
    /// [`PendingResponse`] has the response.
    fn received_response(&mut self, id: &RequestId) {
        let _ = id;
    }
}

/// How a request is answered.
#[non_exhaustive]
pub enum RequestAction {
    /// With this response.
    Ready(Response),
    /// With the response of a future, which runs beside others up to the limits of the server.
    Pending(Pin<Box<dyn Future<Output = Response> + Send>>),
    /// With a response that the future itself sends, before it ends or goes on.
    Run(Pin<Box<dyn Future<Output = ()> + Send>>),
}

short_debug!(RequestAction {});

impl Server {
    /// The protocol that it speaks besides MCP, if there is one.
    pub(crate) fn other_protocol(&self) -> Option<&dyn OtherProtocol> {
        self.0.other_protocol.as_deref()
    }

    /// Whether it has another protocol, and nothing that a client of MCP could use.
    pub(crate) fn speaks_only_other(&self) -> bool {
        self.other_protocol().is_some() && !self.0.serves_mcp
    }

    /// The name of the protocol that the program speaks without a command.
    pub(crate) fn protocol(&self) -> &'static str {
        default_protocol(self.other_protocol().map(OtherProtocol::name), self.0.serves_mcp)
    }
}

/// The name of the protocol that a program speaks without a command: MCP, unless it has another one
/// and nothing that a client of MCP could use.
pub(crate) fn default_protocol(other: Option<&'static str>, serves_mcp: bool) -> &'static str {
    other.filter(|_| !serves_mcp).unwrap_or("MCP")
}

/// A connection of another protocol, with what the transport delivers to it.
pub(crate) struct OtherClient {
    connection: Box<dyn OtherConnection>,
    peer: RawPeer,
    protocol: &'static str,
}

impl OtherClient {
    /// A connection in the protocol that the server speaks besides MCP, if there is one.
    pub(crate) fn of(server: &Server, peer: &SharedPeer) -> Option<Self> {
        let protocol = server.other_protocol()?;
        let peer = RawPeer::new(server.clone(), Arc::clone(peer));
        let connection = protocol.connect(peer.clone());
        Some(Self { connection, peer, protocol: protocol.name() })
    }

    /// Why a batch is refused.
    pub(crate) fn batch_refusal(&self) -> String {
        let name = self.protocol;
        format!("{name} has no batches: send each message on a line of its own")
    }

    /// Handles one message; a request is to be answered.
    pub(crate) fn receive<'a>(
        &mut self,
        message: &'a ClientMessage<'_, '_>,
    ) -> Option<(&'a RequestId, RequestAction)> {
        match message {
            Incoming::Request { id, method, params } => {
                return Some((id, self.connection.request(id, method, params.raw)));
            }
            Incoming::Notification { method, params } => {
                self.connection.notification(method, params.raw);
            }
            Incoming::Response(response) => self.response(response),
        }
        None
    }

    fn response(&mut self, response: &IncomingResponse<'_, &mut Option<&str>>) {
        if let Some(id) = &response.id {
            self.peer.take_response(id, response.answer());
            self.connection.received_response(id);
        }
    }

    pub(crate) fn responded(&mut self, id: &RequestId) {
        self.connection.responded(id);
    }

    /// Fails the requests to the client: no more messages come from it.
    pub(crate) fn end(&self) {
        self.peer.end();
    }
}
