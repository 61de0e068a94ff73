//! Hints.

use std::sync::Arc;

use super::{CaseResult, Subject, TIMEOUT, bytes};
use mcp_runtime::store::{Hint, Hints};

/// Waits for the next hint, which has to arrive.
async fn next(hints: &mut Hints) -> Hint {
    let next = tokio::time::timeout(TIMEOUT, hints.next()).await;
    next.expect("expected a hint within 20 s").expect("expected the store not to be closed")
}

/// Waits for a hint, and skips those of other tests that use the same store.
async fn expect_hint(hints: &mut Hints, expected: &Arc<[u8]>) {
    while next(hints).await != Hint::Published(Arc::clone(expected)) {}
}

pub async fn hints_for_all_are_heard_by_all(store: Subject) -> CaseResult {
    let a = store.name("a");
    let b = store.name("b");
    let mut heard = [store.subscribe(&a).await?, store.subscribe(&b).await?];
    let hint = bytes(&store.name("hint"));
    store.publish(None, Arc::clone(&hint)).await?;
    for hints in &mut heard {
        expect_hint(hints, &hint).await;
    }
    Ok(())
}

pub async fn hints_for_one_are_heard_by_that_one(store: Subject) -> CaseResult {
    let a = store.name("a");
    let b = store.name("b");
    let mut hints_a = store.subscribe(&a).await?;
    let mut hints_b = store.subscribe(&b).await?;
    let for_a = bytes(&store.name("for a"));
    let for_b = bytes(&store.name("for b"));
    store.publish(Some(&a), Arc::clone(&for_a)).await?;
    store.publish(Some(&b), Arc::clone(&for_b)).await?;
    expect_hint(&mut hints_a, &for_a).await;
    loop {
        match next(&mut hints_b).await {
            Hint::Published(hint) if hint == for_a => {
                panic!("a hint for one subscriber reached another")
            }
            Hint::Published(hint) if hint == for_b => break,
            _ => {}
        }
    }
    Ok(())
}

pub async fn nobody_has_to_listen(store: Subject) -> CaseResult {
    let a = store.name("a");
    store.publish(Some(&a), bytes("nobody")).await?;
    drop(store.subscribe(&a).await?);
    store.publish(Some(&a), bytes("nobody")).await?;
    // Earlier hints may arrive late if several servers relay them, and do not matter.
    let mut hints = store.subscribe(&a).await?;
    let hint = bytes(&store.name("hint"));
    store.publish(Some(&a), Arc::clone(&hint)).await?;
    expect_hint(&mut hints, &hint).await;
    Ok(())
}

pub async fn hints_may_be_any_bytes(store: Subject) -> CaseResult {
    let a = store.name("a");
    let mut hints = store.subscribe(&a).await?;
    let all: Arc<[u8]> = (0..=255).collect();
    for hint in [all, Arc::default(), vec![7; 4096].into()] {
        store.publish(Some(&a), Arc::clone(&hint)).await?;
        expect_hint(&mut hints, &hint).await;
    }
    Ok(())
}

pub async fn hints_that_nobody_reads_arrive_or_are_said_to_be_lost(store: Subject) -> CaseResult {
    let a = store.name("a");
    let mut hints = store.subscribe(&a).await?;
    let large: Arc<[u8]> = vec![7; 4096].into();
    for _ in 0..600 {
        store.publish(Some(&a), Arc::clone(&large)).await?;
    }
    let last = bytes(&store.name("last"));
    store.publish(Some(&a), Arc::clone(&last)).await?;
    let mut heard = 0;
    let mut is_lost = false;
    loop {
        match next(&mut hints).await {
            Hint::Published(hint) if hint == last => break,
            Hint::Published(hint) => heard += usize::from(hint == large),
            Hint::Lost => is_lost = true,
        }
    }
    assert!(
        is_lost || heard == 600,
        "only {heard} of 600 hints arrived, but the store did not report `Hint::Lost`"
    );
    Ok(())
}
