//! What a client cannot make a server with extensions hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_runtime::{extension, handlers, notified, server};
use mcp_test_support::peer::{Peer, initialize_with, notification};
use serde_json::json;

/// Counts what runs, and never ends.
#[extension("com.example/slow", since = "2025-11-25")]
struct Slow(Arc<AtomicUsize>);

#[handlers]
impl Slow {
    #[notified("notifications/slow/wait")]
    async fn wait(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
        std::future::pending().await
    }
}

#[tokio::test]
async fn only_so_many_notifications_are_handled_at_once() {
    let begun = Arc::new(AtomicUsize::new(0));
    let server = server!().extension(Slow(Arc::clone(&begun))).build().unwrap();
    let mut peer = Peer::memory(server);
    let capabilities = json!({ "extensions": { "com.example/slow": {} } });
    peer.request("initialize", initialize_with("2025-11-25", &capabilities)).await;
    for _ in 0..100 {
        peer.send(notification("notifications/slow/wait", json!({}))).await;
    }
    peer.request("ping", json!({})).await;
    assert_eq!(begun.load(Ordering::Relaxed), 64);
}
