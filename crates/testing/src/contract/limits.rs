//! Rate limits.

use std::time::Duration;

use super::{CaseResult, LONG, SHORT, Subject, until};
use mcp_runtime::store::{RateLimit, StoreError};

pub async fn a_burst_is_free_and_then_one_waits(store: Subject) -> CaseResult {
    let one = store.key("one");
    let other = store.key("other");
    let limit = RateLimit::per(3, LONG);
    for _ in 0..3 {
        assert_eq!(store.take(&one, limit, 1).await?, None);
    }
    let wait = store.take(&one, limit, 1).await?.expect("expected `take` to wait");
    assert!(wait > Duration::ZERO && wait <= LONG / 3, "{wait:?}");
    let wait = store.take(&one, limit, 3).await?.expect("expected `take` to wait");
    assert!(wait > LONG / 2 && wait <= LONG, "{wait:?}");
    assert_eq!(store.take(&other, limit, 3).await?, None);
    Ok(())
}

pub async fn what_was_taken_becomes_free_again(store: Subject) -> CaseResult {
    let key = store.key("a");
    let limit = RateLimit { burst: 2, per_unit: SHORT };
    for _ in 0..3 {
        until("`take` is allowed again", async || Ok(store.take(&key, limit, 2).await?.is_none()))
            .await?;
    }
    Ok(())
}

pub async fn what_has_to_wait_takes_nothing(store: Subject) -> CaseResult {
    let key = store.key("a");
    let limit = RateLimit::per(10, LONG);
    assert_eq!(store.take(&key, limit, 6).await?, None);
    for _ in 0..5 {
        assert!(store.take(&key, limit, 5).await?.is_some());
    }
    assert_eq!(store.take(&key, limit, 4).await?, None);
    assert_eq!(store.take(&key, limit, 0).await?, None);
    Ok(())
}

pub async fn more_than_a_burst_is_refused(store: Subject) -> CaseResult {
    let key = store.key("a");
    let limit = RateLimit::per(3, LONG);
    let error = store.take(&key, limit, 4).await.expect_err("expected a refusal");
    assert!(matches!(error, StoreError::Refused(_)), "{error}");
    assert_eq!(store.take(&key, limit, 3).await?, None);
    Ok(())
}
