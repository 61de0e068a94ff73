//! What a server says of its pages, and of the tools that name them.

use mcp_runtime::{AppSettings, server};
use mcp_test_support::peer::{Peer, initialize_with, modern};
use serde_json::{Value, json};

use super::fixture::{UI, ask, builder, named, pages, vectors, with_app_only};

const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// P01, P02 and P03 of the vectors' guide.
#[tokio::test]
async fn the_extension_is_declared_in_every_revision_where_there_is_a_page() {
    for version in &VERSIONS[..4] {
        let mut peer = Peer::memory(builder().build().unwrap());
        let answer = peer.request("initialize", initialize_with(version, &pages())).await;
        assert_eq!(answer["result"]["capabilities"]["extensions"], json!({ UI: {} }), "{version}");
    }
    let mut peer = Peer::memory(builder().build().unwrap());
    let answer = peer.request("server/discover", modern(json!({}))).await;
    assert_eq!(answer["result"]["capabilities"]["extensions"], json!({ UI: {} }));
    let mut peer = Peer::memory(server!().build().unwrap());
    let answer = peer.request("server/discover", modern(json!({}))).await;
    assert_eq!(answer["result"]["capabilities"].get("extensions"), None);
}

#[tokio::test]
async fn tools_name_their_page() {
    let vectors = vectors();
    let tools = ["show_board", "reload_board", "sum_up"];
    let cases = vectors["tool"].as_array().unwrap();
    assert_eq!(cases.len(), tools.len());
    for version in VERSIONS {
        let answer = ask(with_app_only, version, &pages(), "tools/list", json!({})).await;
        for (tool, case) in tools.iter().zip(cases) {
            let tool = named(&answer, "tools", "name", tool).unwrap();
            assert_eq!(tool["_meta"], case["meta"], "{version}");
        }
    }
}

#[tokio::test]
async fn the_key_of_early_hosts_can_be_left_out() {
    let server = builder().extension(AppSettings::new().flat_key(false)).build().unwrap();
    let answer = Peer::memory(server).request("tools/list", modern(json!({}))).await;
    let tool = named(&answer, "tools", "name", "show_board").unwrap();
    assert_eq!(tool["_meta"], json!({ "ui": { "resourceUri": "ui://board/main" } }));
}

#[tokio::test]
async fn pages_say_the_same_where_they_are_listed_and_where_they_are_read() {
    let vectors = vectors();
    let expected = &vectors["resource"];
    for version in VERSIONS {
        let answer = ask(builder, version, &pages(), "resources/list", json!({})).await;
        let entry = named(&answer, "resources", "uri", "ui://board/main").unwrap();
        assert_eq!(entry, &expected["list_entry"], "{version}");
        let entry = named(&answer, "resources", "uri", "ui://x").unwrap();
        assert_eq!(entry["_meta"], vectors["resource_plain"]["list_meta"]);

        let read = json!({ "uri": "ui://board/main" });
        let answer = ask(builder, version, &pages(), "resources/read", read).await;
        assert_eq!(answer["result"]["contents"], json!([expected["content"]]), "{version}");
    }
}

#[tokio::test]
async fn a_page_may_be_bytes() {
    let read = json!({ "uri": "ui://x" });
    let answer = ask(builder, "2026-07-28", &pages(), "resources/read", read).await;
    let content = &answer["result"]["contents"][0];
    assert_eq!(content["blob"], "PCFkb2N0eXBlIGh0bWw+eA==");
    assert_eq!(content["mimeType"], "text/html;profile=mcp-app");
    assert_eq!(content["_meta"], vectors()["resource_plain"]["list_meta"]);
}

#[tokio::test]
async fn what_a_page_says_where_it_is_read_stands_there_alone() {
    let read = json!({ "uri": "ui://changing" });
    let answer = ask(builder, "2026-07-28", &pages(), "resources/read", read).await;
    let content = &answer["result"]["contents"][0];
    assert_eq!(content["_meta"], json!({ "ui": { "prefersBorder": true } }));
    assert_eq!(content["mimeType"], "text/html;profile=mcp-app");
    let answer = ask(builder, "2026-07-28", &pages(), "resources/list", json!({})).await;
    let entry = named(&answer, "resources", "uri", "ui://changing").unwrap();
    assert_eq!(entry["_meta"]["ui"].get("prefersBorder"), None);
    let empty: &Value = &entry["_meta"]["ui"]["csp"]["connectDomains"];
    assert_eq!(empty, &json!([]));
}
