//! The limits of a store in memory, and when it frees memory.

use super::*;
use crate::store::StoreError;

const MINUTE: Duration = Duration::from_secs(60);

fn key(name: &str) -> StoreKey {
    StoreKey::new("test", name)
}

fn is_refused<T>(result: Result<T, StoreError>, with: &str) -> bool {
    matches!(result, Err(StoreError::Refused(text)) if text.contains(with))
}

#[tokio::test(start_paused = true)]
async fn memory_is_given_back_when_what_it_holds_expires() {
    let store = Memory::new();
    let write = RecordWrite::create().set("part", vec![0; 10_000]).ttl(MINUTE);
    store.put(&key("record"), write).await.unwrap();
    let entries = vec![LogEntry { number: 1, bytes: (*b"one").into() }];
    let append = LogAppend { entries, keep: 1_000, ttl: MINUTE };
    store.append(&key("log"), append).await.unwrap();
    let changes = vec![IndexChange::DropPassed, IndexChange::set("name", MINUTE)];
    store.index(&key("index"), changes).await.unwrap();
    store.take(&key("limit"), RateLimit::per(1, MINUTE), 1).await.unwrap();
    let (items, bytes) = store.items.lock().weight();
    assert!(items == 4 && bytes > 10_000, "{bytes}");
    tokio::time::sleep(MINUTE + Duration::from_secs(1)).await;
    assert_eq!(store.get(&key("another"), &[]).await, Ok(None));
    assert_eq!(store.items.lock().weight(), (0, 0));
}

#[tokio::test(start_paused = true)]
async fn what_is_removed_or_replaced_weighs_nothing() {
    let store = Memory::new();
    let write = RecordWrite::create().set("large", vec![0; 10_000]).ttl(MINUTE);
    store.put(&key("record"), write).await.unwrap();
    let write = RecordWrite::touch().drop("large").set("small", *b"1");
    store.put(&key("record"), write).await.unwrap();
    assert!(store.items.lock().weight().1 < 1_000);
    let changes = vec![IndexChange::set("a", MINUTE), IndexChange::set("a", MINUTE)];
    store.index(&key("index"), changes).await.unwrap();
    store.index(&key("index"), vec![IndexChange::drop("a")]).await.unwrap();
    assert!(store.remove(&key("record")).await.unwrap());
    assert_eq!(store.items.lock().weight(), (0, 0));
}

#[tokio::test]
async fn what_would_be_more_than_its_bytes_is_refused() {
    let store = Memory::new().max_bytes(10_000);
    let write = |bytes| RecordWrite::create().set("part", vec![0; bytes]);
    store.put(&key("a"), write(8_000)).await.unwrap();
    assert!(is_refused(store.put(&key("b"), write(3_000)).await, "at most 10000 bytes"));
    let grow = RecordWrite::touch().set("part", vec![0; 10_000]);
    assert!(is_refused(store.put(&key("a"), grow).await, "at most 10000 bytes"));
    let names = (0..100).map(|name| IndexChange::set(name.to_string(), MINUTE)).collect();
    assert!(is_refused(store.index(&key("c"), names).await, "at most 10000 bytes"));
    let entries = vec![LogEntry { number: 1, bytes: vec![0; 3_000].into() }];
    let append = LogAppend { entries, keep: 9_000, ttl: MINUTE };
    assert!(is_refused(store.append(&key("d"), append).await, "at most 10000 bytes"));
    // Nothing was applied, and a write that does not grow the item is possible.
    assert_eq!(store.items.lock().weight().0, 1);
    let shrink = RecordWrite::update(1).set("part", vec![1; 7_999]);
    assert!(matches!(
        store.put(&key("a"), shrink).await,
        Ok(WriteOutcome::Done { version: 2, .. })
    ));
}

#[tokio::test]
async fn more_items_than_it_may_hold_are_refused() {
    let store = Memory::new().max_items(2);
    store.put(&key("a"), RecordWrite::create()).await.unwrap();
    store.index(&key("b"), vec![IndexChange::set("a", MINUTE)]).await.unwrap();
    let limit = RateLimit::per(1, MINUTE);
    assert!(is_refused(store.take(&key("c"), limit, 1).await, "2 items"));
    store.put(&key("a"), RecordWrite::touch().set("part", *b"1")).await.unwrap();
    store.remove(&key("a")).await.unwrap();
    assert_eq!(store.take(&key("c"), limit, 1).await, Ok(None));
}

#[tokio::test]
async fn its_time_is_that_of_the_clock_that_it_is_given() {
    let store = Memory::new().clock(|| 1_000);
    store.put(&key("a"), RecordWrite::create()).await.unwrap();
    let record = store.get(&key("a"), &[]).await.unwrap().unwrap();
    assert_eq!((record.now, record.made_at), (1_000, 1_000));
}
