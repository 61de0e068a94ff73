//! What depends on whether the client shows pages.

use mcp_test_support::http::called;
use serde_json::{Value, json};

use super::fixture::{ask, builder, host, named, pages, with_app_only};

#[tokio::test]
async fn tools_for_pages_alone_are_not_there_for_who_shows_none() {
    for version in ["2024-11-05", "2025-11-25", "2026-07-28"] {
        for (capabilities, is_there) in [
            (pages(), true),
            (json!({}), false),
            (host(json!(["text/html+skybridge"])), false),
            (host(json!(["text/html; profile=mcp-app"])), false),
            (host(json!("text/html;profile=mcp-app")), false),
            (json!({ "extensions": { "io.modelcontextprotocol/ui": {} } }), false),
        ] {
            let answer = ask(with_app_only, version, &capabilities, "tools/list", json!({})).await;
            let tool = named(&answer, "tools", "name", "reload_board");
            assert_eq!(tool.is_some(), is_there, "{version} {capabilities}");
            let call = called("reload_board", json!({}));
            let answer = ask(with_app_only, version, &capabilities, "tools/call", call).await;
            let expected = if is_there { Value::Null } else { json!(-32602) };
            assert_eq!(answer["error"]["code"], expected, "{answer}");
        }
    }
}

/// P24.
#[tokio::test]
async fn lists_that_differ_are_for_who_asked() {
    let list = |builder| async move {
        ask(builder, "2026-07-28", &pages(), "tools/list", json!({})).await
    };
    assert_eq!(list(with_app_only).await["result"]["cacheScope"], "private");
    assert_eq!(list(builder).await["result"]["cacheScope"], "public");
}

/// P18, P19 and P20: a page calls as the model does, and every client gets the same.
#[tokio::test]
async fn results_are_the_same_for_everybody() {
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] {
        let call = called("show_board", json!({ "project": "p" }));
        let with = ask(builder, version, &pages(), "tools/call", call.clone()).await;
        let without = ask(builder, version, &json!({}), "tools/call", call).await;
        assert_eq!(with["result"], without["result"], "{version}");
        let result = &with["result"];
        let text: Value =
            serde_json::from_str(result["content"][0]["text"].as_str().unwrap()).unwrap();
        assert_eq!(text, json!({ "project": "p", "cards": 3 }));
        let is_structured = version >= "2025-06-18";
        assert_eq!(result.get("structuredContent").is_some(), is_structured, "{version}");
    }
}

#[tokio::test]
async fn a_handler_knows_whether_the_client_shows_pages() {
    for (capabilities, expected) in [(pages(), "true"), (host(json!(["text/html"])), "false")] {
        let call = called("shows", json!({}));
        let answer = ask(builder, "2025-11-25", &capabilities, "tools/call", call).await;
        assert_eq!(answer["result"]["content"][0]["text"], expected, "{answer}");
    }
}
