//! Requests of modern clients, each of which stands alone.

use std::collections::BTreeSet;

use super::*;

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn each_request_goes_to_the_next_replica() {
    let replicas = Replicas::start().await;
    let mut seen = BTreeSet::new();
    for _ in 0..3 {
        seen.insert(replicas.client.call("process", json!({})).await);
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn what_one_replica_has_asked_is_answered_once_at_another() {
    let replicas = Replicas::start().await;
    let call = async |key: &str, mut params: Value| {
        params["name"] = "confirm".into();
        params["arguments"] = json!({ "key": key });
        replicas.client.modern("tools/call", by_able(params)).await.answer().await
    };
    for key in ["a", "b", "c", "d"] {
        let asked = call(key, json!({})).await;
        let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
        let retry = json!({ "requestState": state, "inputResponses": { "question-1": yes() } });
        let all = tokio::join!(
            call(key, retry.clone()),
            call(key, retry.clone()),
            call(key, retry.clone())
        );
        let (used, refused): (Vec<_>, Vec<_>) =
            [all.0, all.1, all.2].into_iter().partition(|answer| answer["error"].is_null());
        assert_eq!((used.len(), refused.len()), (1, 2), "{used:?} {refused:?}");
        assert_eq!(text(&used[0]), format!("{key} true for nobody"));
        for refused in refused {
            assert_eq!(refused["error"]["code"], -32602, "{refused}");
        }
        assert_eq!(replicas.noted(&format!("once {key}")), 1);
    }
}

#[tokio::test]
#[ignore = "needs redis-server and haproxy: .ci/services"]
async fn who_listens_at_one_replica_hears_of_changes_at_all() {
    let replicas = Replicas::start().await;
    let wanted = json!({ "toolsListChanged": true, "resourceSubscriptions": ["test://page"] });
    let params = json!({ "notifications": wanted });
    let mut stream = replicas.client.modern("subscriptions/listen", params).await;
    let mut method = async || stream.message().await.unwrap()["method"].clone();
    assert_eq!(method().await, "notifications/subscriptions/acknowledged");
    for _ in 0..3 {
        let change = replicas.client.modern("tools/call", called("change", json!({}))).await;
        assert_eq!(change.answer().await["result"]["isError"], Value::Null);
        assert_eq!(method().await, "notifications/resources/updated");
    }
    for name in ["one", "two", "three"] {
        let grow = called("grow", json!({ "name": name }));
        let grown = replicas.client.modern("tools/call", grow).await;
        assert_eq!(grown.answer().await["result"]["isError"], Value::Null);
        assert_eq!(method().await, "notifications/tools/list_changed");
    }
}
