//! Subscriptions to very many resources, to long URIs, and to resources that do not exist.

use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::{Request, Response};
use serde_json::{Value, json};

use super::SERVER;

async fn listen(attacked: &AttackTarget, uris: impl IntoIterator<Item = String>) -> Response {
    let uris: Vec<Value> = uris.into_iter().map(Value::from).collect();
    let params = json!({"notifications": {"resourceSubscriptions": uris}});
    attacked.client.send(Request::modern("subscriptions/listen", params)).await
}

/// The resources that the server has agreed to tell of.
async fn agreed(response: &mut Response) -> usize {
    let acknowledged = response.message().await.unwrap();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged");
    acknowledged["params"]["notifications"]["resourceSubscriptions"].as_array().unwrap().len()
}

#[tokio::test]
async fn too_many_uris_are_refused_before_any_is_looked_at() {
    let attacked = AttackTarget::start(SERVER).await;
    for (count, message) in [
        (400_000, "`params` may be at most 2097152 bytes long, not "),
        (1_001, "`resourceSubscriptions` may name at most 1000 resources, not 1001"),
    ] {
        let uris = (0..count).map(|number: usize| number.to_string());
        let refused = listen(&attacked, uris).await.json().await["error"].take();
        assert_eq!(refused["code"], -32602);
        assert!(refused["message"].as_str().unwrap().starts_with(message), "{refused}");
    }
    attacked.assert_unharmed().await;
}

#[tokio::test]
async fn of_long_uris_and_of_resources_that_do_not_exist_nothing_is_kept() {
    let attacked = AttackTarget::start(SERVER).await;
    let mut open = Vec::new();
    for uri in ["x".repeat(1_900_000), format!("test://pages/{}", "x".repeat(1_900_000))] {
        for _ in 0..20 {
            let mut listening = listen(&attacked, [uri.clone()]).await;
            assert_eq!(agreed(&mut listening).await, 0);
            open.push(listening);
        }
    }
    let session = attacked.client.initialize("2025-11-25").await;
    for (uri, code, message) in [
        ("x".repeat(3_900_000), -32602, "`uri` may be at most 8192 bytes long, not 3900000"),
        ("test://none".to_owned(), -32002, "resource \"test://none\" not found"),
    ] {
        let refused = session.request("resources/subscribe", json!({"uri": uri})).await;
        assert_eq!(refused["error"]["code"], code, "{refused:.200}");
        let told = refused["error"]["message"].as_str().unwrap();
        assert!(code == -32002 || told == message, "{told}");
    }
    attacked.assert_unharmed().await;
}

#[tokio::test]
async fn what_callers_subscribe_to_is_bounded_in_all() {
    let attacked = AttackTarget::start(SERVER).await;
    let page = |number| format!("test://pages/{number}");
    let mut open = Vec::new();
    // Of one caller, which is a connection here.
    let name = "x".repeat(8_000);
    let mut listening = listen(&attacked, (0..100).map(|number| page(number) + &name)).await;
    assert_eq!(agreed(&mut listening).await, 85);
    open.push(listening);
    loop {
        let mut listening = listen(&attacked, (0..1000).map(page)).await;
        let count = agreed(&mut listening).await;
        open.push(listening);
        if count < 1000 {
            break;
        }
        assert!(open.len() < 100, "all is kept");
    }
    attacked.assert_unharmed().await;
    // What ends makes room.
    drop(open);
    let again = async {
        while agreed(&mut listen(&attacked, ["test://pages/1".to_owned()]).await).await == 0 {}
    };
    tokio::time::timeout(std::time::Duration::from_secs(60), again).await.expect("there is room");
}
