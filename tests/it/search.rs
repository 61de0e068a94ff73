//! Servers that search their tools in place of listing them.

use std::sync::{Arc, Mutex};

use mcp_runtime::middleware::{Request, RequestService, from_fn};
use mcp_runtime::observe::Telemetry;
use mcp_runtime::{
    Accepted, Changes, Context, Elicit, NewTool, Result, ServerBuilder, server, tool,
};
use mcp_runtime_client::Client;
use mcp_runtime_testing::{self as testing, json};
use mcp_runtime_tools::{Search, ServerTools as _};
use serde_json::Value;

/// Logs in.
#[tool]
fn login() -> &'static str {
    "welcome"
}

/// Lists the invoices of a customer.
#[tool(read_only)]
fn list_invoices(customer: u64) -> String {
    format!("invoices of {customer}")
}

#[derive(Elicit)]
struct Sure {
    /// Really?
    sure: bool,
}

/// Gives a customer their money back.
#[tool(destructive)]
async fn create_refund(charge: String, amount: u64, elicit: Elicit) -> Result<String> {
    match elicit.form(format!("Refund {charge}?")).await? {
        Accepted(Sure { sure: true }) => Ok(format!("{amount} of {charge} refunded")),
        _ => Ok("nothing was refunded".to_owned()),
    }
}

/// Deletes all customers.
#[tool(destructive, visible = nobody)]
fn purge_customers() {}

fn nobody(_: &Context) -> bool {
    false
}

fn shop() -> ServerBuilder {
    server!()
        .tool::<login>()
        .tool::<list_invoices>()
        .tool::<create_refund>()
        .tool::<purge_customers>()
        .search(Search::new().always(["login"]).results(2))
}

async fn found(client: &Client, query: &str) -> Vec<(String, String)> {
    let text = client.call_tool("search_tools", json!({ "query": query })).await.unwrap().text();
    let found: Vec<Value> = serde_json::from_str(&text).unwrap_or_default();
    let member = |tool: &Value, name: &str| tool[name].as_str().unwrap().to_owned();
    found.iter().map(|tool| (member(tool, "name"), member(tool, "callWith"))).collect()
}

/// What a tool returns, or why it failed.
async fn text(client: &Client, tool: &str, arguments: Value) -> String {
    client.call_tool(tool, arguments).await.unwrap().text()
}

fn pair(name: &str, call_with: &str) -> (String, String) {
    (name.to_owned(), call_with.to_owned())
}

#[tokio::test]
async fn tools_are_found_and_called_everywhere() -> Result<()> {
    let asked = |client: &testing::TestClient| client.asked();
    testing::everywhere(shop)
        .answers([("Refund", json!({ "sure": true }))])
        .run(async |client| {
            let listed = client.list_tools().await?;
            let names: Vec<_> = listed.iter().map(|tool| &*tool.name).collect();
            assert_eq!(names, ["login", "search_tools", "read_tool", "call_tool"]);
            let reads = [pair("list_invoices", "read_tool")];
            assert_eq!(found(client, "invoices of somebody").await, reads);
            let refund = [pair("create_refund", "call_tool")];
            assert_eq!(found(client, "Refund a charge").await, refund);
            let read = json!({ "name": "list_invoices", "arguments": { "customer": 7 } });
            assert_eq!(text(client, "read_tool", read.clone()).await, "invoices of 7");
            assert_eq!(text(client, "call_tool", read).await, "invoices of 7");
            let direct = text(client, "list_invoices", json!({ "customer": 8 })).await;
            assert_eq!(direct, "invoices of 8");
            assert_eq!(text(client, "call_tool", json!({ "name": "login" })).await, "welcome");
            let refund = json!({ "charge": "c1", "amount": 3 });
            let call = json!({ "name": "create_refund", "arguments": refund });
            assert_eq!(text(client, "call_tool", call).await, "3 of c1 refunded");
            assert_eq!(asked(client), ["Refund c1?"]);
            Ok(())
        })
        .await
}

#[tokio::test]
async fn a_call_that_cannot_be_made_says_what_to_do() -> Result<()> {
    let client = testing::connect(shop()).await?;
    let says = async |tool: &str, arguments: Value| {
        let result = client.call_tool(tool, arguments).await;
        result.map_or_else(|error| error.to_string(), |result| result.text())
    };
    for (tool, arguments, expected) in [
        (
            "read_tool",
            json!({ "name": "create_refund", "arguments": { "charge": "c1", "amount": 3 } }),
            "`create_refund` may change something: call it with `call_tool`",
        ),
        (
            "call_tool",
            json!({ "name": "refund" }),
            "there is no tool `refund`: use `search_tools` to find one",
        ),
        (
            "call_tool",
            json!({ "name": "call_tool", "arguments": { "name": "login" } }),
            "`call_tool` cannot be called through another tool",
        ),
        // What is hidden from the caller does not exist for it.
        (
            "read_tool",
            json!({ "name": "purge_customers" }),
            "there is no tool `purge_customers`: use `search_tools` to find one",
        ),
        ("call_tool", json!({ "arguments": {} }), "name"),
        ("call_tool", json!({ "name": "login", "arguments": 7 }), "arguments"),
        ("call_tool", json!({ "name": "list_invoices", "arguments": {} }), "customer"),
        ("search_tools", json!({ "query": "zebra" }), "No tool has any of these words"),
        ("search_tools", json!({ "query": "purge" }), "No tool has any of these words"),
    ] {
        let said = says(tool, arguments.clone()).await;
        assert!(said.contains(expected), "{tool} {arguments}: {said}");
    }
    Ok(())
}

#[tokio::test]
async fn what_is_around_a_server_sees_the_tool_that_is_called() -> Result<()> {
    let seen = Arc::<Mutex<Vec<String>>>::default();
    let by_layer = Arc::clone(&seen);
    let by_observer = Arc::clone(&seen);
    let layer = from_fn(move |request: Request, next: RequestService| {
        let seen = Arc::clone(&by_layer);
        async move {
            if let Some(name) = request.tool_name() {
                seen.lock().unwrap().push(format!("layer {name}"));
            }
            next.run(request).await
        }
    });
    let telemetry = Telemetry::new().observe(move |request| {
        if request.method == "tools/call" {
            let name = request.name.unwrap_or_default();
            by_observer.lock().unwrap().push(format!("observer {name}"));
        }
    });
    // Whichever is added first.
    let server = server!().tool::<list_invoices>().layer(layer).telemetry(telemetry);
    let client = testing::connect(server.search(Search::new())).await?;
    let read = json!({ "name": "list_invoices", "arguments": { "customer": 7 } });
    client.call_tool("read_tool", read).await?;
    client.close().await;
    let seen = seen.lock().unwrap();
    assert_eq!(*seen, ["layer list_invoices", "observer list_invoices"]);
    Ok(())
}

#[tokio::test]
async fn the_index_is_current_after_every_change_of_the_list() -> Result<()> {
    let server = server!().search(Search::new()).changes(Changes::new().tools()).build()?;
    let client = testing::connect(server.clone()).await?;
    assert_eq!(found(&client, "weather").await, []);
    let tool = |name: &str, text: &str| NewTool::new(name, text).read_only(true);
    server.add_tool_with(tool("forecast", "Tells the weather."), async || "rain")?;
    assert_eq!(found(&client, "weather").await, [pair("forecast", "read_tool")]);
    server.add_tool_with(tool("weather_ru", "Какая погода завтра?"), async || "дождь")?;
    assert_eq!(found(&client, "погода завтра").await, [pair("weather_ru", "read_tool")]);
    server.remove_tool("forecast")?;
    assert_eq!(found(&client, "weather forecast").await, [pair("weather_ru", "read_tool")]);
    Ok(())
}

#[tokio::test]
async fn the_name_of_a_tool_comes_before_all_others() -> Result<()> {
    let server =
        server!().search(Search::new().results(1)).changes(Changes::new().tools()).build()?;
    for name in ["create_issue", "create_issue_comment", "close_issue"] {
        let tool = NewTool::new(name, "Works with issues: create issue, close issue, comment.");
        server.add_tool_with(tool, async || ())?;
    }
    let client = testing::connect(server).await?;
    for name in ["create_issue", "create_issue_comment", "close_issue"] {
        let query = format!("create issue comment close: `{name}`.");
        assert_eq!(found(&client, &query).await, [pair(name, "call_tool")], "{query}");
    }
    Ok(())
}
