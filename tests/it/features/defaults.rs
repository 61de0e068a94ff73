//! What `#[handlers]` says for all handlers of its block.

use std::time::Duration;

use mcp_runtime::{Context, Result, handlers, prompt, resource, server, tool};
use mcp_runtime_testing::{connect, json};

struct Notes;

fn is_ada(context: &Context) -> bool {
    context.caller().principal() == Some("ada")
}

fn everybody(_: &Context) -> bool {
    true
}

#[handlers(read_only, idempotent, open_world = false, timeout = "20ms", visible = is_ada)]
impl Notes {
    /// Lists the notes.
    #[tool]
    async fn list(&self) -> String {
        std::future::pending().await
    }

    /// Deletes a note.
    #[tool(destructive, open_world, timeout = "1h", visible = everybody)]
    async fn delete(&self) {
        tokio::time::sleep(Duration::from_millis(40)).await;
    }

    /// Computes.
    #[tool(pure)]
    fn count(&self) -> usize {
        0
    }

    /// Writes a note.
    #[tool(read_only = false)]
    fn write(&self) {}

    /// Adds a note.
    #[tool(destructive = false)]
    fn add(&self) {}

    /// Sets a note.
    #[tool(idempotent)]
    fn set(&self) {}

    /// Asks about the notes.
    #[prompt]
    fn ask(&self) -> String {
        "?".to_owned()
    }

    /// A note.
    #[resource("notes://{id}")]
    async fn note(&self, id: u64) -> String {
        tokio::time::sleep(Duration::from_secs(id)).await;
        "late".to_owned()
    }
}

#[tokio::test(start_paused = true)]
async fn a_handler_has_what_it_does_not_say_itself() -> Result<()> {
    let client = connect(server!().handlers(Notes)).principal("ada").await?;
    let tools = client.list_tools().await?;
    let hints = |name: &str| {
        let hints =
            tools.iter().find(|tool| tool.name == name).unwrap().annotations.clone().unwrap();
        [hints.read_only_hint, hints.destructive_hint, hints.idempotent_hint, hints.open_world_hint]
    };
    let yes = Some(true);
    let no = Some(false);
    assert_eq!(hints("list"), [yes, no, yes, no]);
    assert_eq!(hints("delete"), [no, yes, yes, yes]);
    assert_eq!(hints("count"), [yes, no, yes, no]);
    assert_eq!(hints("write"), [no, None, yes, no]);
    assert_eq!(hints("add"), [None, no, yes, no]);
    assert_eq!(hints("set"), [None, None, yes, no]);
    let listed = client.call_tool("list", ()).await?;
    assert!(listed.text().contains("20ms"), "{}", listed.text());
    assert_eq!(client.call_tool("delete", ()).await?.is_error, None);
    let read = client.read_resource("notes://1").await.unwrap_err().to_string();
    assert!(read.contains("20ms"), "{read}");
    Ok(())
}

#[tokio::test]
async fn what_one_caller_sees_is_hidden_from_others() -> Result<()> {
    let client = connect(server!().handlers(Notes)).principal("bob").await?;
    let names: Vec<_> = client.list_tools().await?.into_iter().map(|tool| tool.name).collect();
    assert_eq!(names, ["delete"]);
    assert!(client.list_prompts().await?.is_empty());
    assert!(client.call_tool("list", json!({})).await.is_err());
    Ok(())
}

struct Pages;

#[handlers(read_only, max_result = "1 KB")]
impl Pages {
    /// Reads a page.
    #[tool(max_result_hint = "ask for less of it")]
    fn page(&self, bytes: usize) -> String {
        "x".repeat(bytes)
    }

    /// Reads the beginning of a page.
    #[tool(truncate)]
    fn beginning(&self) -> String {
        "x".repeat(2_000)
    }

    /// Reads a book.
    #[tool(max_result = "10 KB")]
    fn book(&self) -> String {
        "x".repeat(2_000)
    }
}

#[tokio::test]
async fn the_size_of_results_is_that_of_the_block() -> Result<()> {
    let client = connect(server!().handlers(Pages)).await?;
    let page = client.call_tool("page", json!({ "bytes": 2_000 })).await?;
    assert_eq!(page.is_error, Some(true));
    assert!(page.text().contains("ask for less of it"), "{}", page.text());
    assert_eq!(client.call_tool("page", json!({ "bytes": 500 })).await?.text().len(), 500);
    let beginning = client.call_tool("beginning", ()).await?;
    assert!(beginning.is_error.is_none() && beginning.text().len() < 1_100);
    assert_eq!(client.call_tool("book", ()).await?.text().len(), 2_000);
    Ok(())
}
