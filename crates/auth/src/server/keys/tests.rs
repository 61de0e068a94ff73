//! When keys are fetched, and for how long they are used.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use mcp_runtime_protocol::Error;
use serde_json::json;
use tokio::time::advance;

use super::*;

/// An issuer whose keys change, and which may be down.
#[derive(Default)]
struct Issuer {
    asked: AtomicUsize,
    is_down: AtomicBool,
    has_next: AtomicBool,
    /// Whether it answers only after ten seconds.
    hangs: AtomicBool,
}

fn key(id: &str) -> Value {
    json!({"kty": "OKP", "crv": "Ed25519", "kid": id, "alg": "EdDSA",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"})
}

fn keys(issuer: &Arc<Issuer>) -> Keys {
    let issuer = Arc::clone(issuer);
    Keys::new(Box::new(move || {
        issuer.asked.fetch_add(1, Relaxed);
        let names = if issuer.has_next.load(Relaxed) { vec!["one", "two"] } else { vec!["one"] };
        let is_down = issuer.is_down.load(Relaxed);
        let seconds = if issuer.hangs.load(Relaxed) { 10 } else { 1 };
        Box::pin(async move {
            tokio::time::sleep(Duration::from_secs(seconds)).await;
            if is_down {
                Err(Error::other("down"))
            } else {
                Ok(KeyDocument { keys: names.into_iter().map(key).collect() }.into())
            }
        })
    }))
}

async fn find(keys: &Keys, id: &str) -> Result<(), TokenError> {
    keys.find(Some(id), Algorithm::EdDSA).await.map(drop)
}

fn is_invalid(found: &Result<(), TokenError>) -> bool {
    matches!(found, Err(TokenError::Invalid(_)))
}

fn is_unavailable(found: &Result<(), TokenError>) -> bool {
    matches!(found, Err(TokenError::Unavailable(_)))
}

#[tokio::test(start_paused = true)]
async fn a_key_that_nobody_knows_is_asked_for_once_a_minute_by_all_together() {
    let issuer = Arc::<Issuer>::default();
    let keys = Arc::new(keys(&issuer));
    assert!(find(&keys, "one").await.is_ok());
    for _ in 0..100 {
        assert!(is_invalid(&find(&keys, "two").await));
    }
    assert_eq!(issuer.asked.load(Relaxed), 1, "they were fetched just now");
    advance(REFETCH_INTERVAL).await;
    issuer.has_next.store(true, Relaxed);
    let mut waiting = tokio::task::JoinSet::new();
    for _ in 0..100 {
        let keys = Arc::clone(&keys);
        waiting.spawn(async move { find(&keys, "two").await });
    }
    while let Some(found) = waiting.join_next().await {
        assert!(found.unwrap().is_ok());
    }
    assert_eq!(issuer.asked.load(Relaxed), 2, "one asked for all of them");
    assert!(is_invalid(&find(&keys, "three").await));
    assert_eq!(issuer.asked.load(Relaxed), 2);
}

#[tokio::test(start_paused = true)]
async fn keys_that_cannot_be_had_again_are_taken_for_five_minutes_more() {
    let issuer = Arc::<Issuer>::default();
    let keys = keys(&issuer);
    assert!(find(&keys, "one").await.is_ok());
    issuer.is_down.store(true, Relaxed);
    advance(FRESH_FOR + STALE_FOR - Duration::from_secs(30)).await;
    assert!(find(&keys, "one").await.is_ok());
    advance(Duration::from_secs(31)).await;
    assert!(is_unavailable(&find(&keys, "one").await));
    issuer.is_down.store(false, Relaxed);
    advance(RETRY_INTERVAL).await;
    assert!(find(&keys, "one").await.is_ok());
}

/// The time of a request, while an issuer takes ten seconds to fail.
#[tokio::test(start_paused = true)]
async fn an_issuer_that_hangs_holds_up_no_request_whose_key_is_known() {
    let issuer = Arc::<Issuer>::default();
    let keys = keys(&issuer);
    assert!(find(&keys, "one").await.is_ok());
    issuer.is_down.store(true, Relaxed);
    issuer.hangs.store(true, Relaxed);
    advance(FRESH_FOR).await;
    for _ in 0..28 {
        let begun = Instant::now();
        assert!(find(&keys, "one").await.is_ok());
        assert_eq!(begun.elapsed(), Duration::ZERO);
        advance(Duration::from_secs(10)).await;
    }
    assert!(issuer.asked.load(Relaxed) > 3, "it is asked again meanwhile");
    // They come into use once it answers again.
    issuer.is_down.store(false, Relaxed);
    issuer.hangs.store(false, Relaxed);
    issuer.has_next.store(true, Relaxed);
    advance(RETRY_INTERVAL).await;
    while find(&keys, "two").await.is_err() {
        advance(REFETCH_INTERVAL).await;
    }
}

/// The time of requests where there are no keys, and an issuer takes ten seconds to fail.
#[tokio::test(start_paused = true)]
async fn nobody_waits_for_long_for_an_issuer_that_has_failed() {
    let issuer = Arc::<Issuer>::default();
    issuer.is_down.store(true, Relaxed);
    issuer.hangs.store(true, Relaxed);
    let keys = keys(&issuer);
    assert!(is_unavailable(&find(&keys, "one").await));
    let mut waited = Vec::new();
    for _ in 0..60 {
        let begun = Instant::now();
        assert!(is_unavailable(&find(&keys, "one").await));
        waited.push(begun.elapsed());
        advance(Duration::from_secs(1)).await;
    }
    assert!(waited.iter().all(|time| *time < RETRY_WAIT + Duration::from_millis(10)), "{waited:?}");
    assert!(waited.iter().sum::<Duration>() < Duration::from_secs(20), "{waited:?}");
    // An attempt that succeeds meanwhile is used.
    issuer.is_down.store(false, Relaxed);
    issuer.hangs.store(false, Relaxed);
    while find(&keys, "one").await.is_err() {
        advance(RETRY_INTERVAL).await;
    }
}

#[tokio::test(start_paused = true)]
async fn an_issuer_that_is_down_is_not_asked_for_every_request() {
    let issuer = Arc::<Issuer>::default();
    issuer.is_down.store(true, Relaxed);
    let keys = keys(&issuer);
    for _ in 0..100 {
        assert!(is_unavailable(&find(&keys, "one").await));
    }
    assert_eq!(issuer.asked.load(Relaxed), 1);
}

#[test]
fn only_keys_that_verify_are_taken_and_no_more_than_bounded() {
    let with = |name: &str, value: Value| {
        let mut key = key("x");
        key[name] = value;
        key
    };
    let count = |keys: Vec<Value>| KeySet::from(KeyDocument { keys }).0.len();
    assert_eq!(count(vec![key("x")]), 1);
    for unfit in [
        json!({"kty": "oct", "k": "c2VjcmV0", "kid": "x"}),
        json!({"kty": "EC", "crv": "P-521", "x": "AA", "y": "AA", "kid": "x"}),
        json!({"kty": "quantum"}),
        json!("key"),
        with("use", json!("enc")),
        with("key_ops", json!(["encrypt"])),
        with("alg", json!("ES256")),
        with("alg", json!("HS256")),
    ] {
        assert_eq!(count(vec![unfit.clone()]), 0, "{unfit}");
    }
    assert_eq!(count(vec![key("x"); 1000]), MAX_KEYS);
}

#[test]
fn a_token_without_the_name_of_its_key_has_to_fit_one_alone() {
    let of = |names: &[&str]| {
        KeySet::from(KeyDocument { keys: names.iter().copied().map(key).collect() })
    };
    assert!(of(&["one"]).find(None, Algorithm::EdDSA).is_ok());
    assert!(matches!(of(&["one"]).find(None, Algorithm::RS256), Err(NoKey::Unknown)));
    assert!(matches!(of(&["one"]).find(Some("one"), Algorithm::RS256), Err(NoKey::Unfit(_))));
    assert!(matches!(of(&["one", "two"]).find(None, Algorithm::EdDSA), Err(NoKey::Unfit(_))));
    assert!(matches!(of(&["one"]).find(Some("two"), Algorithm::EdDSA), Err(NoKey::Unknown)));
}
