//! More requests at once than may run.

use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::{Limits, State, server, tool};
use mcp_test_support::peer::Peer;
use serde_json::json;

/// Counts how often it begins, and never ends.
#[tool]
async fn begin(begun: State<Arc<AtomicUsize>>) {
    begun.fetch_add(1, Ordering::Relaxed);
    pending().await
}

#[tokio::test]
async fn a_handler_that_there_is_no_room_for_does_not_begin() {
    let begun = Arc::<AtomicUsize>::default();
    let server =
        server!().state(Arc::clone(&begun)).tool::<begin>().limits(Limits::new().max_in_flight(2));
    let mut peer = Peer::memory(server.build().unwrap());
    peer.initialize("2025-11-25").await;
    for _ in 0..2 {
        peer.start_call("begin", json!({})).await;
    }
    for _ in 0..3 {
        let call = peer.start_call("begin", json!({})).await;
        let refused = peer.answer(call).await;
        let message = "2 requests of this session are already running; wait for one of them";
        assert_eq!(refused["error"]["message"], message);
    }
    assert_eq!(begun.load(Ordering::Relaxed), 2);
}
