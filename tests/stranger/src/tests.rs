//! What each part does, by the crates for tests.

use std::sync::atomic::Ordering;

use mcp_runtime::store::{RecordWrite, Store, StoreError, StoreKey};
use mcp_runtime::{Result, Server, tool};
use mcp_runtime_client::{Client, HttpTransport};
use mcp_runtime_lint::{Findings, Level, Lint, LintError, Listing, Rule};
use mcp_runtime_testing::offers;
use serde_json::json;
use tokio::net::TcpListener;

use crate::keys::ApiKeys;
use crate::store::CountingStore;
use crate::stranger;

mod counted {
    mcp_runtime_testing::store_contract!(async { crate::store::CountingStore::default() });
}

#[tokio::test]
async fn the_store_counts_what_is_written() -> Result<(), StoreError> {
    let store = CountingStore::default();
    let key = StoreKey::new("note", "1");
    store.put(&key, RecordWrite::create().set("text", *b"milk")).await?;
    store.get(&key, &["text"]).await?;
    assert_eq!(store.writes.load(Ordering::Relaxed), 1);
    Ok(())
}

#[tokio::test]
async fn who_has_a_key_is_served_and_nobody_else() -> Result<()> {
    let http = stranger().build()?.into_http().protect(ApiKeys::read("alice=secret")?)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    tokio::spawn(http.serve_on(listener, std::future::pending()));
    let with_key = HttpTransport::new(&url).header("x-api-key", "secret");
    let client = Client::builder("test", "1").connect(with_key).await?;
    assert_eq!(client.call::<String>("whoami", json!({})).await?, "alice");
    let refused = Client::builder("test", "1").connect(HttpTransport::new(&url)).await;
    assert_eq!(refused.err().and_then(|error| error.http_status()), Some(401));
    Ok(())
}

const ONE_WORD: Rule = Rule::Custom {
    id: "stranger.one-word",
    level: Level::Warning,
    advice: "call the tool by one word; our models take the others for arguments",
};

fn one_word(listing: &Listing, findings: &mut Findings<'_>) {
    for name in listing.tools().filter_map(|tool| tool["name"].as_str()) {
        if name.contains('_') {
            findings.report_found(ONE_WORD, format!("tool `{name}`"), "/name", "it has a `_`");
        }
    }
}

fn lint(server: &Server) -> Result<(), LintError> {
    Lint::ordinary().rule(one_word).check_offers(&offers(server)).into_result().map(drop)
}

#[test]
fn the_tools_follow_the_house_rules() -> Result<()> {
    Ok(lint(&stranger().build()?)?)
}

/// Says who asks.
#[tool(title = "Who am I?", read_only)]
fn who_am_i() -> &'static str {
    "somebody"
}

#[test]
fn a_tool_that_breaks_a_house_rule_does_not_pass() -> Result<()> {
    let error = lint(&stranger().tool::<who_am_i>().build()?).unwrap_err();
    let line = "warning: tool `who_am_i` /name: it has a `_`; call the tool by one word; our models \
                take the others for arguments [stranger.one-word]";
    assert_eq!(error.to_string(), format!("the lint found 0 errors and 1 warning\n{line}"));
    Ok(())
}
