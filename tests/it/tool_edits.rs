//! Tools of relayed servers that are edited before they are offered.

use std::time::Duration;

use mcp_runtime::{Changes, NewTool, Result, ServerBuilder, server, tool};
use mcp_runtime_client::Client;
use mcp_runtime_relay::{Backend, Relay as _};
use mcp_runtime_testing::{self as testing, json};
use mcp_runtime_tools::ToolEdit;
use serde_json::Value;
use tokio::time::{sleep, timeout};

const DEADLINE: Duration = Duration::from_secs(120);

/// Creates an issue.
///
/// # Arguments
///
/// * `repo`: The repository.
/// * `title`: The title.
#[tool]
fn create_issue(repo: String, title: String, labels: Option<Vec<String>>, priority: u8) -> String {
    format!("{repo}: {title} {labels:?} {priority}")
}

/// Deletes everything.
#[tool(destructive)]
fn delete_all() -> &'static str {
    "gone"
}

/// Returns a long text.
#[tool(read_only)]
fn read_log(lines: Option<u32>) -> String {
    "line\n".repeat(lines.unwrap_or(1_000) as usize)
}

fn tracker() -> ServerBuilder {
    server!().tool::<create_issue>().tool::<delete_all>().tool::<read_log>()
}

fn edited(tool: ToolEdit) -> ToolEdit {
    match tool.name() {
        "create_issue" => tool
            .rename("report")
            .describe("Reports a fault of our app.")
            .describe_arg("title", "What is wrong.")
            .fix("repo", "me/app")
            .default("priority", 3)
            .hide("labels"),
        "read_log" => tool.cut(12).idempotent(true),
        name if name.starts_with("delete_") => tool.confirm("Delete everything?"),
        _ => tool.remove(),
    }
}

fn front(edit: impl Fn(ToolEdit) -> ToolEdit + Clone + Send + Sync + 'static) -> ServerBuilder {
    server!().relay("tracker", Backend::new(tracker).tools(edit))
}

async fn text(client: &Client, tool: &str, arguments: Value) -> String {
    client.call_tool(tool, arguments).await.unwrap().text()
}

#[tokio::test]
async fn edited_tools_are_listed_and_called_as_they_are_edited() -> Result<()> {
    let front = front(edited).open().await?.build()?;
    let client = testing::connect(front).answers([("Delete", json!({}))]).await?;
    let tools = client.list_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["tracker_report", "tracker_delete_all", "tracker_read_log"]);
    let report = &tools[0];
    assert_eq!(report.description.as_deref(), Some("Reports a fault of our app."));
    let properties = report.input_schema["properties"].as_object().unwrap();
    assert_eq!(properties.keys().collect::<Vec<_>>(), ["title", "priority"]);
    assert_eq!(properties["title"]["description"], "What is wrong.");
    assert_eq!(properties["priority"]["default"], 3);
    assert_eq!(report.input_schema["required"], json!(["title"]));
    let idempotent = tools[2].annotations.as_ref().unwrap().idempotent_hint;
    assert_eq!(idempotent, Some(true));

    let said = text(&client, "tracker_report", json!({ "title": "it fails" })).await;
    assert_eq!(said, "me/app: it fails None 3");
    let said = text(&client, "tracker_report", json!({ "title": "it fails", "priority": 9 })).await;
    assert_eq!(said, "me/app: it fails None 9");
    for argument in ["repo", "labels"] {
        let call = json!({ "title": "it fails", argument: "x" });
        let said = text(&client, "tracker_report", call).await;
        assert!(said.contains(&format!("has no argument `{argument}`")), "{said}");
    }
    let log = text(&client, "tracker_read_log", json!({})).await;
    assert_eq!(log, "line\nline\nli\n[cut after 12 of 5000 characters]");
    assert_eq!(text(&client, "tracker_read_log", json!({ "lines": 2 })).await, "line\nline\n");
    assert_eq!(text(&client, "tracker_delete_all", json!({})).await, "gone");
    assert_eq!(client.asked(), ["Delete everything?"]);
    Ok(())
}

#[tokio::test]
async fn a_call_that_is_not_confirmed_is_not_passed_on() -> Result<()> {
    let server = || front(edited);
    let user = testing::User::new().declines("Delete");
    let declined = testing::connect(server().open().await?.build()?).answers(user).await?;
    let said = text(&declined, "tracker_delete_all", json!({})).await;
    assert_eq!(said, "`delete_all` was not called: the user declined");
    let silent = testing::connect(server().open().await?.build()?).await?;
    let said = silent.call_tool("tracker_delete_all", json!({})).await;
    assert!(said.map_or(true, |said| said.is_error == Some(true)));
    Ok(())
}

/// A tool must not be offered without what should be fixed in it.
#[tokio::test]
async fn a_tool_that_cannot_be_edited_is_left_out() -> Result<()> {
    let edit = |tool: ToolEdit| match tool.name() {
        // There is no such argument.
        "create_issue" => tool.fix("repository", "me/app"),
        // It would have the name of another.
        "read_log" => tool.rename("delete_all"),
        _ => tool,
    };
    let client = testing::connect(front(edit).open().await?.build()?).await?;
    let tools = client.list_tools().await?;
    let names: Vec<_> = tools.iter().map(|tool| &*tool.name).collect();
    assert_eq!(names, ["tracker_delete_all"]);
    assert_eq!(text(&client, "tracker_delete_all", json!({})).await, "gone");
    // A required argument can be fixed, but not hidden.
    let hide = |tool: ToolEdit| {
        if tool.name() == "create_issue" { tool.hide("title") } else { tool.remove() }
    };
    let client = testing::connect(front(hide).open().await?.build()?).await?;
    assert_eq!(client.list_tools().await?, []);
    Ok(())
}

#[tokio::test]
async fn tools_that_come_later_are_edited_too() -> Result<()> {
    let behind = server!().changes(Changes::new().tools()).build()?;
    let server = behind.clone();
    let backend = Backend::new(move || server.clone()).tools(|tool| {
        let name = format!("my_{}", tool.name());
        tool.rename(name)
    });
    let front = server!().relay_flat("late", backend).open().await?.build()?;
    let client = testing::connect(front).await?;
    behind.add_tool_with(NewTool::new("late", "Comes late."), async || "here")?;
    let called = async {
        loop {
            match client.call_tool("my_late", json!({})).await {
                Ok(result) => return result.text(),
                Err(_) => sleep(Duration::from_millis(10)).await,
            }
        }
    };
    assert_eq!(timeout(DEADLINE, called).await.expect("it is offered"), "here");
    Ok(())
}
