//! What a misbehaving handler, client or environment cannot do: over the real process.

mod bounds;
mod descriptors;
mod expressions;
mod handlers;
mod shutdown;

use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream as StdUnixStream;

use mcp_test_support::peer::{Peer, Process};
use tokio::net::UnixStream;

const SERVER: &str = env!("CARGO_BIN_EXE_containment-server");

/// A server with an open session.
async fn connect() -> (Peer, Process) {
    let (mut peer, process) = Peer::spawn(SERVER);
    peer.initialize("2025-11-25").await;
    (peer, process)
}

/// A pair of sockets: one end for the test, one for the server.
fn socket() -> (UnixStream, OwnedFd) {
    let (ours, theirs) = StdUnixStream::pair().expect("sockets can be made");
    ours.set_nonblocking(true).expect("it can be waited for");
    let ours = UnixStream::from_std(ours).expect("the test has a runtime");
    (ours, theirs.into())
}
