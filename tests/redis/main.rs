//! The store in Redis, with real servers, which are started here and end with the tests.
//!
//! Those that take long are run by `cargo test -p mcp-tests --test redis -- --include-ignored`.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod contract;
mod faults;
mod network;
mod replicas;
mod server;
mod starting;

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::store::{
    Hint, IndexChange, IndexPage, LogAppend, LogEntry, LogOutcome, RateLimit, RecordWrite, Store,
    StoreKey, WriteOutcome,
};

/// Uses all methods of a store.
async fn all(store: &dyn Store) {
    static RUN: AtomicU32 = AtomicU32::new(0);
    let run = RUN.fetch_add(1, Ordering::Relaxed);
    let key = |kind: &str| StoreKey::new(kind, &format!("all-{run}"));
    let ttl = Duration::from_secs(60);
    let written =
        store.put(&key("record"), RecordWrite::create().set("part", *b"1").ttl(ttl)).await;
    assert!(matches!(written, Ok(WriteOutcome::Done { version: 1, .. })), "{written:?}");
    let read = store.get(&key("record"), &["part"]).await.unwrap().unwrap();
    assert_eq!(read.parts, [Some((*b"1").into())]);
    let set = vec![IndexChange::set("name", Duration::ZERO), IndexChange::DropPassed];
    store.index(&key("index"), set).await.unwrap();
    assert_eq!(
        store.index(&key("index"), vec![IndexChange::set("name", Duration::ZERO)]).await,
        Ok(1)
    );
    assert_eq!(store.entries(&key("index"), IndexPage::oldest(9)).await.unwrap().len(), 1);
    assert_eq!(store.due(&key("index"), 9, ttl).await.unwrap().len(), 1);
    let entries = vec![LogEntry { number: 1, bytes: (*b"1").into() }];
    let append = LogAppend { entries: entries.clone(), keep: 100, ttl };
    assert_eq!(store.append(&key("log"), append).await, Ok(LogOutcome::Appended));
    assert_eq!(store.log(&key("log"), 0, 9).await, Ok(entries));
    assert_eq!(store.take(&key("limit"), RateLimit::per(1, ttl), 1).await, Ok(None));
    tell(store).await;
    for kind in ["record", "index", "log", "limit"] {
        assert_eq!(store.remove(&key(kind)).await, Ok(true), "{kind}");
    }
}

/// Sends a hint, and hears it.
async fn tell(store: &dyn Store) {
    let mut hints = store.subscribe("replica").await.unwrap();
    store.publish(Some("replica"), (*b"1").into()).await.unwrap();
    assert_eq!(hints.next().await, Some(Hint::Published((*b"1").into())));
}
