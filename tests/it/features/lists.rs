//! Lists: pages and cursors, cache hints, and what an empty server answers.

use std::collections::HashSet;
use std::time::Duration;

use mcp_runtime::protocol::{CacheScope, ProtocolVersion};
use mcp_runtime::{Changes, Limits, Result, Schema, prompt, resource, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::{TestClient, json};
use serde::Deserialize;
use serde_json::Value;

use super::code;

#[derive(Deserialize, Schema)]
struct Nothing {}

/// A tool.
#[tool]
fn one() {}

/// A tool.
#[tool]
fn two() {}

/// A tool.
#[tool]
fn three() {}

/// A prompt.
#[prompt]
fn ask() -> &'static str {
    "ask"
}

/// A resource.
#[resource("a://b")]
fn read() -> &'static str {
    "read"
}

/// The names of the tools of one page, and the cursor of the next.
async fn page(client: &TestClient, cursor: Option<&Value>) -> Result<(Vec<String>, Option<Value>)> {
    let params = cursor.map_or(json!({}), |cursor| json!({ "cursor": cursor }));
    let page = client.request("tools/list", params).await?;
    let tools = page["tools"].as_array().into_iter().flatten();
    let names = tools.filter_map(|tool| tool["name"].as_str());
    Ok((names.map(str::to_owned).collect(), page.get("nextCursor").cloned()))
}

#[tokio::test]
async fn lists_come_in_pages() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = server!()
            .tool::<one>()
            .tool::<two>()
            .tool::<three>()
            .limits(Limits::new().page_size(2));
        let client = testing::connect_as(server, version).await?;
        let (first, cursor) = page(&client, None).await?;
        assert_eq!(first, ["one", "two"], "{version}");
        let cursor = cursor.expect("there is more");
        assert!(!cursor.to_string().contains("two"), "a cursor is opaque: {cursor}");
        let (second, end) = page(&client, Some(&cursor)).await?;
        assert_eq!((second, end), (vec!["three".to_owned()], None), "{version}");
        assert_eq!(client.list_tools().await?.len(), 3, "the client follows the pages");
        for wrong in [json!("nonsense"), json!(""), json!("b25lZQ"), json!(5), json!([])] {
            let error = page(&client, Some(&wrong)).await.unwrap_err();
            assert_eq!(code(&error), Some(-32602), "{version}: {wrong}: {error}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn pages_stay_right_while_tools_come_and_go() -> Result<()> {
    let server = server!()
        .tool::<one>()
        .tool::<two>()
        .tool::<three>()
        .limits(Limits::new().page_size(1))
        .changes(Changes::new().tools())
        .build()?;
    let client = testing::connect(server.clone()).await?;
    let (_, first) = page(&client, None).await?;
    let (second, cursor) = page(&client, first.as_ref()).await?;
    assert_eq!(second, ["two"]);
    server.remove_tool("one")?;
    server.add_tool("four", "A tool.", |_: Nothing| async { "four" })?;
    let (third, cursor) = page(&client, cursor.as_ref()).await?;
    assert_eq!(third, ["three"], "no tool is skipped");
    let (fourth, end) = page(&client, cursor.as_ref()).await?;
    assert_eq!((fourth, end), (vec!["four".to_owned()], None));
    Ok(())
}

/// Where a tool has gone that a cursor names, nobody knows any more what comes after it; one that came
/// back under its name stands elsewhere.
#[tokio::test]
async fn a_cursor_that_means_something_else_by_now_is_refused() -> Result<()> {
    let server = server!()
        .tool::<one>()
        .tool::<two>()
        .tool::<three>()
        .limits(Limits::new().page_size(1))
        .changes(Changes::new().tools())
        .build()?;
    let client = testing::connect(server.clone()).await?;
    let (_, cursor) = page(&client, None).await?;
    server.remove_tool("one")?;
    let error = page(&client, cursor.as_ref()).await.unwrap_err();
    assert_eq!(code(&error), Some(-32602), "{error}");
    server.add_tool("one", "A tool.", |_: Nothing| async { "one" })?;
    let error = page(&client, cursor.as_ref()).await.unwrap_err();
    assert_eq!(code(&error), Some(-32602), "nothing comes after it there: {error}");
    assert_eq!(client.list_tools().await?.len(), 3);
    Ok(())
}

#[tokio::test]
async fn only_the_newest_revision_has_cache_hints() -> Result<()> {
    let hour = Duration::from_secs(3600);
    for &version in ProtocolVersion::ALL {
        for (server, ttl_ms, scope) in [
            (server!(), 300_000, "public"),
            (server!().changes(Changes::new().tools()), 0, "private"),
            (
                server!().changes(Changes::new().cache_lists(hour, CacheScope::Private)),
                3_600_000,
                "private",
            ),
        ] {
            let server = server.tool::<one>().prompt::<ask>().resource::<read>();
            let client = testing::connect_as(server, version).await?;
            let mut methods =
                vec!["tools/list", "prompts/list", "resources/list", "resources/templates/list"];
            methods.extend(version.is_modern().then_some("server/discover"));
            for method in methods {
                let result = client.request(method, json!({})).await?;
                let hints = [&result["ttlMs"], &result["cacheScope"]];
                if version.is_modern() {
                    assert_eq!(hints, [&json!(ttl_ms), &json!(scope)], "{method}");
                } else {
                    assert_eq!(hints, [&Value::Null; 2], "{version}: {method}");
                }
            }
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_server_without_anything_lists_nothing_and_calls_nothing() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server!(), version).await?;
        assert!(client.list_tools().await?.is_empty());
        assert!(client.list_prompts().await?.is_empty());
        assert!(client.list_resources().await?.is_empty());
        assert!(client.list_resource_templates().await?.is_empty());
        for (method, params) in [
            ("tools/call", json!({"name": "x"})),
            ("prompts/get", json!({"name": "x"})),
            ("resources/read", json!({"uri": "x"})),
            ("no/such", json!({})),
        ] {
            let error = client.request(method, params).await.unwrap_err();
            assert_eq!(code(&error), Some(-32601), "{version}: {method}: {error}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_list_is_the_same_each_time() -> Result<()> {
    let server = server!().tool::<three>().tool::<one>().tool::<two>().build()?;
    let mut seen = HashSet::new();
    for _ in 0..10 {
        let client = testing::connect(server.clone()).await?;
        seen.insert(client.request("tools/list", json!({})).await?.to_string());
    }
    assert_eq!(seen.len(), 1, "{seen:?}");
    Ok(())
}
