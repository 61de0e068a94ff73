//! The protocol that a server speaks besides MCP.

use std::mem;
use std::sync::Arc;

use super::ServerBuilder;
use crate::server::States;
use crate::server::catalog::Entries;
use crate::server::other_protocol::{
    OtherProtocol, ProtocolHandler, ProtocolRoute, default_protocol,
};

impl ServerBuilder {
    /// Adds a protocol that the program speaks besides MCP; see [`OtherProtocol`]. A server has at
    /// most one, and that of an agent counts.
    pub fn other_protocol(mut self, protocol: impl OtherProtocol) -> Self {
        self.other_protocol = Some(Arc::new(protocol));
        self
    }

    /// The name of the protocol that the program speaks without a command.
    pub(crate) fn protocol(&self) -> &'static str {
        let mut handlers = self.entries.iter().flat_map(|entries| &entries.of_protocol);
        let handled = handlers.next().map(|handler| handler.def().protocol.name);
        let other = handled.or_else(|| Some(self.other_protocol.as_ref()?.name()));
        default_protocol(other, self.serves_mcp())
    }

    /// Whether the server has tools, prompts or resources, now or later.
    pub(crate) fn serves_mcp(&self) -> bool {
        self.entries.iter().any(Entries::have_features)
            || self.abilities.dynamic.any()
            || self.mounts.iter().any(|mounted| mounted.server.serves_mcp())
    }
}

/// Adds a handler of another protocol to a server, as an extension trait for [`ServerBuilder`] does
/// in the crate of the protocol.
#[inline]
pub fn add_handler(server: ServerBuilder, route: ProtocolRoute<()>) -> ServerBuilder {
    server.add(Arc::new(()), |set| set.protocol(route))
}

/// Adds the commands of the protocol that handlers belong to, when the first of them is added.
pub(super) fn add_commands(before: &[Entries], added: &Entries, states: &mut States) {
    let is_first = before.iter().all(|entries| entries.of_protocol.is_empty());
    if let Some(handler) = added.of_protocol.first().filter(|_| is_first) {
        (handler.def().protocol.add_commands)(states);
    }
}

/// What a client is told that expects the protocol where MCP is spoken.
pub(super) fn hint(protocol: &dyn OtherProtocol) -> Arc<str> {
    let name = protocol.name();
    let hint = match protocol.command() {
        Some(command) => format!("to speak {name}, start the program with `{command}`"),
        None => format!("this connection speaks MCP, not {name}"),
    };
    hint.into()
}

/// Makes the protocol of a server: the one that was given, or the one that handlers belong to.
pub(super) fn build(
    given: Option<Arc<dyn OtherProtocol>>,
    entries: &mut [Entries],
    states: &States,
    mistakes: &mut Vec<String>,
) -> Option<Arc<dyn OtherProtocol>> {
    let handlers: Vec<ProtocolHandler> =
        entries.iter_mut().flat_map(|entries| mem::take(&mut entries.of_protocol)).collect();
    let Some(protocol) = handlers.first().map(|handler| handler.def().protocol) else {
        return given;
    };
    let handled = handlers.iter().map(|handler| handler.def().protocol.name);
    let mut names = handled.chain(given.map(|given| given.name()));
    if let Some(other) = names.find(|name| *name != protocol.name) {
        let name = protocol.name;
        mistakes.push(format!(
            "a server can have only one protocol besides MCP, but there are two: {name} and {other}"
        ));
        return None;
    }
    handlers.iter().for_each(|handler| handler.check(states, mistakes));
    let made = (protocol.make)(handlers, states);
    made.map_err(|wrong| mistakes.extend(wrong)).ok()
}
