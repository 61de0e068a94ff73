//! What a host reads of tools and pages.

use mcp_runtime::protocol::{AppMeta, AppPage, Meta, Tool};
use mcp_runtime::{Changes, Server, server};
use mcp_runtime_client::Client;
use serde_json::{Value, from_value, json};

use super::fixture::{builder, vectors};

fn tool(meta: &Value) -> Tool {
    from_value(json!({ "name": "show", "inputSchema": { "type": "object" }, "_meta": meta }))
        .unwrap()
}

#[test]
fn the_page_of_a_tool_is_found_under_both_keys() {
    let vectors = vectors();
    let cases = vectors["client_ui"].as_array().unwrap();
    assert_eq!(cases.len(), 6);
    for case in cases {
        let uri = tool(&case["meta"]).ui().and_then(|ui| ui.resource_uri);
        assert_eq!(json!(uri), case["expected"], "{case}");
    }
}

#[test]
fn uris_of_pages_are_what_the_vectors_say() {
    let vectors = vectors();
    for (key, is_page) in [("uris_ok", true), ("uris_bad", false)] {
        for uri in vectors[key].as_array().unwrap() {
            let found = tool(&json!({ "ui": { "resourceUri": uri } })).ui().unwrap().resource_uri;
            assert_eq!(found.is_some(), is_page, "{uri}");
        }
    }
}

#[test]
fn a_tool_says_who_may_call_it() {
    let vectors = vectors();
    let cases = vectors["client_visibility"].as_array().unwrap();
    assert_eq!(cases.len(), 5);
    for case in cases {
        let ui = tool(&json!({ "ui": case["ui"] })).ui().unwrap();
        assert_eq!(json!(ui.is_for_model()), case["model"], "{case}");
        assert_eq!(json!(ui.is_for_app()), case["app"], "{case}");
    }
}

#[test]
fn what_a_page_needs_survives_reading_and_writing() {
    let vectors = vectors();
    let ui = &vectors["resource"]["content"]["_meta"]["ui"];
    let read: AppMeta = from_value(ui.clone()).unwrap();
    assert!(read.permissions.as_ref().unwrap().clipboard_write);
    assert_eq!(&json!(read), ui);
    let future = json!({ "csp": { "connectDomains": [], "resourceDomains": [], "frameDomains": [],
        "baseUriDomains": [], "future": 1 }, "permissions": { "usb": {} }, "future": [2] });
    assert_eq!(json!(from_value::<AppMeta>(future.clone()).unwrap()), future);
}

/// A server whose one page says these things where it is listed, and where it is read.
fn server_with(list: &Value, content: &Value) -> Server {
    let server = server!().changes(Changes::new().tools().resources()).build().unwrap();
    let meta =
        |ui: &Value| (!ui.is_null()).then(|| Meta::from_iter([("ui".to_owned(), ui.clone())]));
    let mut page = mcp_runtime::protocol::Resource::new("ui://page", "page");
    page.mime_type = Some("text/html;profile=mcp-app".to_owned());
    page.meta = meta(list);
    let content: Option<AppMeta> = from_value(content.clone()).unwrap();
    let read = move || {
        let plain = AppPage::new("<!doctype html>");
        let page = match content.clone() {
            Some(meta) => plain.with(meta),
            None => plain,
        };
        async move { page }
    };
    server.add_resource(page, read).unwrap();
    server
}

#[tokio::test]
async fn what_is_said_where_a_page_is_read_counts() {
    let vectors = vectors();
    let cases = vectors["client_join"].as_array().unwrap();
    assert_eq!(cases.len(), 4);
    for case in cases {
        let server = server_with(&case["list"], &case["content"]);
        let client = Client::builder("host", "1").apps().connect(server).await.unwrap();
        let tool = tool(&json!({ "ui": { "resourceUri": "ui://page" } }));
        let page = client.page(&tool).await.unwrap().unwrap();
        assert_eq!(page.html, "<!doctype html>");
        let expected = match case["expected"].as_str().unwrap() {
            "list" => &case["list"],
            "content" => &case["content"],
            _ => &Value::Null,
        };
        assert_eq!(&json!(page.meta), expected, "{case}");
    }
}

#[tokio::test]
async fn a_host_reads_the_pages_of_tools() {
    let client = Client::builder("host", "1").apps().connect(builder()).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    let by_name = |name: &str| tools.iter().find(|tool| tool.name == name).unwrap();
    let page = client.page(by_name("show_board")).await.unwrap().unwrap();
    assert_eq!(page.html, "<!doctype html>…");
    assert_eq!(page.meta.unwrap().csp.unwrap().connect_domains, ["https://api.example.com"]);
    assert_eq!(client.page(by_name("shows")).await.unwrap(), None);
    let bytes = tool(&json!({ "ui/resourceUri": "ui://x" }));
    assert_eq!(client.page(&bytes).await.unwrap().unwrap().html, "<!doctype html>x");
    let shows: bool = client.call("shows", ()).await.unwrap();
    assert!(shows);
}

#[tokio::test]
async fn what_is_not_a_page_is_not_shown() {
    let server = server!().changes(Changes::new().tools().resources()).build().unwrap();
    let page = mcp_runtime::protocol::Resource::new("ui://page", "page");
    server.add_resource(page, async || "<!doctype html>").unwrap();
    let client = Client::builder("host", "1").apps().connect(server).await.unwrap();
    let tool = tool(&json!({ "ui": { "resourceUri": "ui://page" } }));
    let error = client.page(&tool).await.unwrap_err().to_string();
    assert!(error.contains("`ui://page` is not an app page"), "{error}");
}
