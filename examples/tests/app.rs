//! The example `app`: its tool, its page, and that it serves those who show none.

use mcp_runtime_client::{Client, Stdio};
use serde_json::{Value, json};

use crate::program::{Program, objections};

const APP: &str = env!("CARGO_BIN_EXE_app");

#[tokio::test]
async fn a_host_gets_the_page_of_the_tool() {
    let client = Client::builder("host", "1").apps().connect(Stdio::spawn(APP)).await.unwrap();
    let tools = client.list_tools().await.unwrap();
    let page = client.page(&tools[0]).await.unwrap().unwrap();
    assert!(page.html.starts_with("<!doctype html>"), "{}", page.html);
    let meta = page.meta.unwrap();
    assert_eq!(meta.prefers_border, Some(true));
    // It loads nothing, so no policy stops it.
    assert!(!page.html.contains("https://"), "{}", page.html);
    let counts: Value = client.call("count_words", json!({ "text": "a b a" })).await.unwrap();
    assert_eq!(counts["words"][0], json!({ "word": "a", "times": 2 }));
    client.close().await;
}

#[test]
fn others_read_the_counts() {
    let ran = Program::new(APP).run(&["call", "count_words", "text=one two One", "most=1"]);
    assert_eq!(ran.status, 0, "{}", ran.stderr);
    let counts: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(counts, json!({ "words": [{ "word": "one", "times": 2 }] }));
}

#[test]
fn nobody_objects() {
    assert_eq!(objections(&Program::new(APP)), []);
}
