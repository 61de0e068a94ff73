//! Answers to questions: of all replicas, one continues with each.

use mcp_runtime::store::Memory;
use mcp_test_support::http::{Client, text};
use serde_json::{Value, json};

use super::{Done, replicas, server, shared};

/// Calls with a modern request of a client that can be asked.
async fn call(client: Client, mut params: Value) -> Value {
    params["name"] = "confirm".into();
    params["arguments"] = json!({});
    params["_meta"] = json!({
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    client.modern("tools/call", params).await.answer().await
}

/// The retry that answers what was asked.
fn retry(asked: &Value) -> Value {
    let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let answer = json!({ "action": "accept", "content": { "ok": true } });
    json!({ "requestState": state, "inputResponses": { "question-1": answer } })
}

const USED: &str = "`requestState` was already used; start the request again";

#[tokio::test]
async fn f39_a_state_that_is_sent_to_two_replicas_at_once_is_used_by_one() {
    let done = Done::default();
    let [a, b] = replicas(|| shared().state(done.clone())).await;
    for _ in 0..20 {
        let before = done.times();
        let retry = retry(&call(*a, json!({})).await);
        let both = tokio::join!(call(*a, retry.clone()), call(*b, retry.clone()));
        let (used, refused): (Vec<_>, Vec<_>) =
            [both.0, both.1].into_iter().partition(|answer| answer["error"].is_null());
        assert_eq!((used.len(), refused.len()), (1, 1), "{used:?} {refused:?}");
        assert_eq!(text(&used[0]), "done");
        assert_eq!(refused[0]["error"]["code"], -32602);
        assert_eq!(refused[0]["error"]["message"], USED);
        // And later, too.
        for replica in [*a, *b] {
            assert_eq!(call(replica, retry.clone()).await["error"]["message"], USED);
        }
        assert_eq!(done.times(), before + 1, "what is done once is done once across replicas");
    }
}

#[tokio::test]
async fn f40_while_the_store_is_down_no_state_is_used_up() {
    let [a, b] = replicas(shared).await;
    for asks in [&a, &b] {
        let retry = retry(&call(**asks, json!({})).await);
        let refused = |answer: Value| {
            assert_eq!(answer["error"]["code"], -32603, "{answer}");
            assert_eq!(answer["error"]["data"]["retryAfterMs"], 1000);
        };
        b.store.down(true);
        refused(call(*b, retry.clone()).await);
        // What needs no store continues.
        assert!(call(*b, json!({})).await["result"]["requestState"].is_string());
        b.store.down(false);
        assert_eq!(text(&call(*b, retry).await), "done");
    }
}

#[tokio::test]
async fn an_answer_of_the_store_that_is_lost_claims_a_state_once() {
    let [a, b] = replicas::<2>(shared).await;
    let retry = retry(&call(*a, json!({})).await);
    b.store.fail_after(b.store.operations());
    assert_eq!(text(&call(*b, retry.clone()).await), "done");
    assert_eq!(call(*a, retry).await["error"]["message"], USED);
}

#[tokio::test]
async fn a_foreign_state_costs_the_store_nothing() {
    let [a] = replicas(shared).await;
    let before = a.store.operations_of("put");
    let foreign = json!({ "requestState": "AAAA", "inputResponses": {} });
    assert_eq!(call(*a, foreign).await["error"]["code"], -32602);
    let asked = call(*a, json!({})).await;
    assert_eq!(a.store.operations_of("put"), before, "to ask costs nothing");
    assert_eq!(text(&call(*a, retry(&asked)).await), "done");
    assert_eq!(a.store.operations_of("put"), before + 1, "to continue costs one operation");
}

#[tokio::test]
async fn replicas_without_keys_in_common_do_not_start() {
    let refused = server().store(Memory::shared()).build().unwrap_err();
    assert!(refused.to_string().contains("give all of them the same keys"), "{refused}");
    // A store of one process needs none.
    server().store(Memory::new()).build().unwrap();
}
