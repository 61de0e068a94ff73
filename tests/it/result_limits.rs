//! Results that are larger than their handler may return.

use mcp_runtime::protocol::{CallToolResult, ContentBlock};
use mcp_runtime::{Image, Limits, Schema, ServerBuilder, prompt, resource, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde::Serialize;
use serde_json::Value;

/// Repeats a letter.
#[tool(max_result = "1 KB", max_result_hint = "ask for fewer letters")]
fn letters(count: usize) -> String {
    "x".repeat(count)
}

/// Repeats a word.
#[tool(max_result = "1 KB", truncate)]
fn words(word: &str, count: usize) -> String {
    word.repeat(count)
}

#[derive(Schema, Serialize)]
struct Letters {
    letters: String,
}

/// Repeats a letter, as data.
#[tool(max_result = "1 KB")]
fn data(count: usize) -> Letters {
    Letters { letters: "x".repeat(count) }
}

/// Draws a picture of a size.
#[tool(max_result = "1 KB", truncate)]
fn picture(bytes: usize) -> Image {
    Image::png(vec![0; bytes])
}

/// Repeats a letter without a limit of its own.
#[tool]
fn free(count: usize) -> String {
    "x".repeat(count)
}

/// Shows much.
#[tool(large_result)]
fn most() -> &'static str {
    "most"
}

/// Shows less.
#[tool(large_result, max_result = "200 KB")]
fn less() -> &'static str {
    "less"
}

/// A long prompt.
#[prompt]
fn long(count: usize) -> String {
    "x".repeat(count)
}

/// A long text.
#[resource("letters://{count}")]
fn text(count: usize) -> String {
    "x".repeat(count)
}

async fn call(server: ServerBuilder, tool: &str, arguments: Value) -> CallToolResult {
    testing::connect(server).await.unwrap().call_tool(tool, arguments).await.unwrap()
}

/// What a text is as a result, in bytes.
fn size(text: &str) -> usize {
    serde_json::to_string(&CallToolResult::new(vec![ContentBlock::text(text)])).unwrap().len()
}

/// Cases 55, 60.
#[tokio::test]
async fn a_result_that_is_too_large_is_an_error_that_a_model_can_repair() {
    let most = 1000 - size("");
    for (count, is_error) in [(most - 1, None), (most, None), (most + 1, Some(true))] {
        let result = call(server!().tool::<letters>(), "letters", json!({ "count": count })).await;
        assert_eq!(result.is_error, is_error, "{count}");
    }
    let result = call(server!().tool::<letters>(), "letters", json!({ "count": most + 1 })).await;
    let expected = "the result is 1001 bytes, and the limit is 1000: ask for fewer letters";
    assert_eq!(result.text(), expected);
    // As text and as data: a client may take either.
    let result = call(server!().tool::<data>(), "data", json!({ "count": 440 })).await;
    assert_eq!(result.is_error, None);
    let result = call(server!().tool::<data>(), "data", json!({ "count": 460 })).await;
    assert_eq!((result.is_error, result.structured_content.is_some()), (Some(true), false));
    let result = call(server!().tool::<picture>(), "picture", json!({ "bytes": 2000 })).await;
    assert!(result.text().starts_with("the result is "), "a picture is not shortened");
}

/// Case 56.
#[tokio::test]
async fn a_text_is_shortened_between_characters_and_says_what_is_missing() {
    for word in ["x", "ä", "👩‍👩‍👧‍👦", "\n", "\u{1}", "\"\\"] {
        for count in [1000, 1001, 1002, 1003, 5000] {
            let arguments = json!({ "word": word, "count": count });
            let result = call(server!().tool::<words>(), "words", arguments).await;
            assert_eq!(result.is_error, None);
            let text = result.text();
            assert!(size(&text) <= 1000 && size(&text) > 900, "{word:?}: {}", size(&text));
            let (kept, note) = text.rsplit_once('\n').unwrap();
            let missing: usize = note.split(&['[', ' '][..]).nth(1).unwrap().parse().unwrap();
            assert_eq!(kept.len() + missing, word.len() * count, "{note}");
            assert!(word.repeat(count).starts_with(kept));
        }
    }
    let result = call(server!().tool::<words>(), "words", json!({"word": "x", "count": 9})).await;
    assert_eq!(result.text(), "xxxxxxxxx");
}

/// Case 57, where the type is known.
#[test]
fn only_text_is_shortened() {
    /// Counts.
    #[tool(max_result = "1 KB", truncate)]
    fn count() -> Vec<u8> {
        Vec::new()
    }
    let error = server!().tool::<count>().build().unwrap_err().to_string();
    assert!(error.contains("only text can be truncated"), "{error}");
}

/// Case 58.
#[tokio::test]
async fn a_tool_may_ask_for_more_to_be_shown() {
    let offered = server!().tool::<most>().tool::<less>().tool::<free>();
    let tools = testing::connect(offered).await.unwrap().list_tools().await.unwrap();
    let shown = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).unwrap();
        tool.meta.as_ref().and_then(|meta| meta.get("anthropic/maxResultSizeChars")).cloned()
    };
    assert_eq!(shown("most"), Some(json!(500_000)));
    assert_eq!(shown("less"), Some(json!(200_000)));
    assert_eq!(shown("free"), None);
}

#[tokio::test]
async fn a_server_may_limit_what_has_no_limit_of_its_own() {
    let offered = || server!().tool::<free>().tool::<letters>().prompt::<long>().resource::<text>();
    let client =
        testing::connect(offered().limits(Limits::new().max_result_size(2000))).await.unwrap();
    let is_error = async |tool: &str, count: usize| {
        client.call_tool(tool, json!({ "count": count })).await.unwrap().is_error == Some(true)
    };
    assert!(!is_error("free", 1500).await && is_error("free", 2000).await);
    assert!(is_error("letters", 1500).await, "it has a limit of its own");
    assert!(client.get_prompt("long", json!({ "count": "1500" })).await.is_ok());
    let error = client.get_prompt("long", json!({ "count": "2000" })).await.unwrap_err();
    assert!(error.to_string().contains("the limit is 2000"), "{error}");
    assert!(client.read_resource("letters://1500").await.is_ok());
    let error = client.read_resource("letters://2000").await.unwrap_err();
    assert!(error.to_string().contains("the limit is 2000"), "{error}");
    let client = testing::connect(offered()).await.unwrap();
    assert!(client.read_resource("letters://100000").await.is_ok());
}
