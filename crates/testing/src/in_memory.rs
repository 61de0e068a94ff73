//! A server in memory whose requests have a head.

use super::head::Head;
use mcp_runtime::{Server, ServerBuilder};
use mcp_runtime_protocol::{Connect, Opened, Result};

/// A server in memory, and who sends it requests.
#[derive(Debug)]
pub struct InMemory {
    server: Result<Server>,
    pub(super) head: Head,
}

impl Connect for InMemory {
    fn open(self) -> Result<Opened> {
        let server = self.server?;
        let head = self.head;
        Ok(Opened::in_memory(|input, output| async move {
            if let Err(error) = head.serve(server, input, output).await {
                tracing::warn!(%error, "the in-memory server failed");
            }
        }))
    }
}

impl From<Server> for InMemory {
    fn from(server: Server) -> Self {
        Self { server: Ok(server), head: Head::default() }
    }
}

/// One that cannot be built cannot be connected to.
impl From<ServerBuilder> for InMemory {
    fn from(server: ServerBuilder) -> Self {
        Self { server: server.build(), head: Head::default() }
    }
}
