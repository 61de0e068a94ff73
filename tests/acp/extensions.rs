//! Methods that extensions define, to the clients of agents.

use mcp_test_support::peer::notification;
use serde_json::json;

use super::fixture::Editor;

#[tokio::test]
async fn a_method_of_an_extension_serves_the_clients_that_declare_it() {
    let declares = json!({ "_meta": { "com.example/desks": {} } });
    let (mut editor, told) = Editor::open_workbench(&[], declares).await;
    assert_eq!(told["agentCapabilities"]["_meta"]["com.example/desks"], json!({}));
    assert_eq!(editor.result("_desks/count", json!({})).await, json!({ "count": 0 }));
    editor.peer.send(notification("_notifications/desks/moved", json!({}))).await;
    assert_eq!(editor.result("_desks/count", json!({ "more": 2 })).await, json!({ "count": 3 }));
    assert_eq!(editor.result("_desks/count-slowly", json!({})).await, json!({ "count": 1 }));
    assert_eq!(editor.error("_desks/count", json!({ "more": "many" })).await, -32602);
    for unknown in ["desks/count", "_notifications/desks/moved", "_desks/sell", "_", "_tools/list"]
    {
        assert_eq!(editor.error(unknown, json!({})).await, -32601, "{unknown}");
    }
}

#[tokio::test]
async fn other_clients_have_only_the_methods_that_are_open() {
    let others = [
        json!({}),
        json!({ "_meta": { "com.example/desks": null } }),
        json!({ "_meta": { "com.example/desks": true } }),
        json!({ "_meta": ["com.example/desks"] }),
    ];
    for capabilities in others {
        let (mut editor, _) = Editor::open_workbench(&[], capabilities).await;
        assert_eq!(editor.error("_desks/count", json!({})).await, -32601);
        assert_eq!(editor.result("_desks/count-slowly", json!({})).await, json!({ "count": 0 }));
    }
}
