//! What a misbehaving handler, client or environment cannot do: over the real process.

mod bounds;
mod descriptors;
mod handlers;
mod shutdown;

use mcp_tests::peer::{Peer, Process};

const SERVER: &str = env!("CARGO_BIN_EXE_containment-server");

/// A server with an open session.
async fn connect() -> (Peer, Process) {
    let (mut peer, process) = Peer::spawn(SERVER);
    peer.initialize("2025-11-25").await;
    (peer, process)
}
