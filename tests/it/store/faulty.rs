//! A faulty store fails where it is told to, and nowhere else.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::{
    Hint, IndexChange, IndexPage, Memory, RecordWrite, Store, StoreError, WriteOutcome,
};
use mcp_runtime_testing::{Faulty, store_contract};

use super::{key, read};

const HOUR: Duration = Duration::from_secs(3600);

mod without_faults {
    use super::*;

    store_contract!(async { Faulty::new(Memory::new()) });
}

mod with_another_clock {
    use super::*;

    store_contract!(async {
        let store = Faulty::new(Memory::new());
        store.clock_skew(-3_600_000);
        store
    });
}

fn two() -> (Arc<Memory>, Faulty) {
    let shared = Arc::new(Memory::new());
    (Arc::clone(&shared), Faulty::new(shared))
}

#[tokio::test]
async fn an_operation_that_fails_before_does_not_happen() {
    let (shared, store) = two();
    store.fail_before(1);
    store.put(&key("a"), RecordWrite::create()).await.unwrap();
    let failed = store.put(&key("b"), RecordWrite::create()).await;
    assert!(matches!(failed, Err(StoreError::Down(_))), "{failed:?}");
    assert_eq!(read(&shared, "b", &[]).await, None);
    store.put(&key("b"), RecordWrite::create()).await.unwrap();
    assert_eq!(
        (store.operations(), store.operations_of("put"), store.operations_of("get")),
        (3, 3, 0)
    );
}

#[tokio::test]
async fn an_operation_that_fails_after_happens_and_can_be_repeated() {
    let (shared, store) = two();
    store.fail_after(0);
    let write = RecordWrite::create().set("part", *b"1");
    assert_eq!(store.put(&key("a"), write.clone()).await, Err(StoreError::Timeout));
    assert_eq!(read(&shared, "a", &[]).await.unwrap().version, 1);
    let repeat = store.put(&key("a"), write).await;
    assert!(matches!(repeat, Ok(WriteOutcome::Done { version: 1, .. })), "{repeat:?}");
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_nothing_happens_and_nothing_ends() {
    let (shared, store) = two();
    store.crash_at(1);
    store.put(&key("a"), RecordWrite::create()).await.unwrap();
    for name in ["b", "c"] {
        let key = key(name);
        let put = store.put(&key, RecordWrite::create());
        assert!(tokio::time::timeout(HOUR, put).await.is_err(), "it does not end");
        assert_eq!(read(&shared, name, &[]).await, None);
    }
    store.crashed().await;
    assert_eq!(store.operations(), 2);
}

#[tokio::test]
async fn a_store_that_is_down_comes_back() {
    let (_, store) = two();
    store.down(true);
    assert!(matches!(store.get(&key("a"), &[]).await, Err(StoreError::Down(_))));
    store.down(false);
    assert_eq!(store.get(&key("a"), &[]).await, Ok(None));
}

#[tokio::test(start_paused = true)]
async fn an_operation_is_delayed() {
    let (shared, store) = two();
    store.delay(Duration::from_secs(2));
    let key = key("a");
    let put = store.put(&key, RecordWrite::create());
    let late = tokio::time::timeout(Duration::from_secs(1), put).await;
    assert!(late.is_err(), "{late:?}");
    assert_eq!(read(&shared, "a", &[]).await, None);
    store.put(&key, RecordWrite::create()).await.unwrap();
    assert!(read(&shared, "a", &[]).await.is_some());
}

#[tokio::test]
async fn hints_that_are_dropped_are_said_to_be_lost() {
    let (shared, store) = two();
    let mut hints = store.subscribe("a").await.unwrap();
    shared.publish(None, (*b"1").into()).await.unwrap();
    assert_eq!(hints.next().await, Some(Hint::Published((*b"1").into())));
    store.drop_hints(true);
    let mut other = shared.subscribe("b").await.unwrap();
    store.publish(None, (*b"2").into()).await.unwrap();
    shared.publish(None, (*b"3").into()).await.unwrap();
    assert_eq!(other.next().await, Some(Hint::Published((*b"3").into())));
    tokio::task::yield_now().await;
    store.drop_hints(false);
    assert_eq!(hints.next().await, Some(Hint::Lost));
    shared.publish(None, (*b"4").into()).await.unwrap();
    assert_eq!(hints.next().await, Some(Hint::Published((*b"4").into())));
}

#[tokio::test]
async fn another_clock_is_seen_in_all_times() {
    let shared = Arc::new(Memory::new().clock(|| 10_000));
    let store = Faulty::new(Arc::clone(&shared));
    store.clock_skew(500);
    let done = store.put(&key("a"), RecordWrite::create()).await.unwrap();
    assert_eq!(done, WriteOutcome::Done { version: 1, now: 10_500 });
    let record = read(&store, "a", &[]).await.unwrap();
    assert_eq!((record.made_at, record.now), (10_500, 10_500));
    let names = ["a", "b"].map(|name| IndexChange::set(name, Duration::ZERO));
    store.index(&key("index"), names.to_vec()).await.unwrap();
    let entries = store.entries(&key("index"), IndexPage::oldest(1)).await.unwrap();
    assert_eq!(entries[0].at, 10_500);
    let page = IndexPage::oldest(1).after(entries[0].clone());
    assert_eq!(&*store.entries(&key("index"), page).await.unwrap()[0].name, "b");
    let due = store.due(&key("index"), 10, Duration::from_secs(1)).await.unwrap();
    assert!(due.iter().all(|entry| entry.at == 11_500), "{due:?}");
}
