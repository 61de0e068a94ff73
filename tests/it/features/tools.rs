//! Tools: how they are listed, and what they return.

use mcp_runtime::protocol::{CallToolResult, ContentBlock, ProtocolVersion, ResourceLink};
use mcp_runtime::{Audio, ErrorObject, Image, Json, Result, Schema, ServerBuilder, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde::Serialize;

use super::{code, since};

#[derive(Serialize, Schema)]
struct Hit {
    /// Where it is.
    line: u32,
}

/// Searches the notes.
///
/// All words have to be there.
#[tool(read_only, idempotent, icon(src = "https://example.org/icon.png"), meta("example.org/x" = 1))]
fn search_notes() -> Vec<Hit> {
    vec![Hit { line: 7 }]
}

/// Deletes.
#[tool(title = "Delete all", open_world = false)]
fn delete() {}

#[tool(name = "v1.get-hit", allow_dots)]
fn hit() -> Hit {
    Hit { line: 3 }
}

/// A number with a schema.
#[tool]
fn number() -> Json<i64> {
    Json(5)
}

/// Shows all kinds of content.
#[tool]
fn show() -> Vec<ContentBlock> {
    vec![
        ContentBlock::text("text"),
        Image::png(b"picture").into(),
        Audio::wav(b"sound").into(),
        ResourceLink::new("file:///a.md", "a").into(),
    ]
}

/// Returns whatever it is asked to.
#[tool]
fn fail(how: &str) -> std::result::Result<String, String> {
    Err(format!("failed {how}"))
}

/// Fails with an error of the protocol.
#[tool]
fn refuse() -> std::result::Result<String, ErrorObject> {
    Err(ErrorObject::invalid_params("not like this").with_data(json!({"why": 1})))
}

/// Says how it went in its own way.
#[tool]
async fn own() -> CallToolResult {
    CallToolResult::error("in its own way")
}

fn server() -> ServerBuilder {
    server!()
        .tool::<search_notes>()
        .tool::<delete>()
        .tool::<hit>()
        .tool::<number>()
        .tool::<show>()
        .tool::<fail>()
        .tool::<refuse>()
        .tool::<own>()
}

#[tokio::test]
async fn definitions_are_listed_as_each_revision_has_them() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let tools = client.list_tools().await?;
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
        let expected =
            ["search_notes", "delete", "v1.get-hit", "number", "show", "fail", "refuse", "own"];
        assert_eq!(names, expected, "{version}: in the order of registration");
        let tool = &tools[0];
        let description = "Searches the notes.\n\nAll words have to be there.";
        assert_eq!(tool.description.as_deref(), Some(description));
        assert_eq!(tool.title.is_some(), since(version, "2025-06-18"), "{version}");
        assert_eq!(tool.meta.is_some(), since(version, "2025-06-18"), "{version}");
        assert_eq!(tool.icons.len(), usize::from(since(version, "2025-11-25")), "{version}");
        assert_eq!(tool.annotations.is_some(), since(version, "2025-03-26"), "{version}");
        assert_eq!(tools[2].description, None);
    }
    Ok(())
}

#[tokio::test]
async fn titles_are_always_said_and_hints_as_far_as_they_are_known() -> Result<()> {
    let legacy = ["2025-03-26", "2025-06-18", "2025-11-25"].map(|version| version.parse().unwrap());
    for version in legacy.into_iter().chain([ProtocolVersion::LATEST]) {
        let client = testing::connect_as(server(), version).await?;
        let tools = client.list_tools().await?;
        let said: Vec<_> = tools
            .iter()
            .map(|tool| {
                let hints = tool.annotations.clone().unwrap_or_default();
                if since(version, "2025-06-18") {
                    assert_eq!(hints.title, tool.title, "the same in both places");
                }
                let all = [
                    hints.read_only_hint,
                    hints.destructive_hint,
                    hints.idempotent_hint,
                    hints.open_world_hint,
                ];
                (hints.title.unwrap_or_default(), all)
            })
            .take(3)
            .collect();
        let expected = [
            // That it destroys nothing follows.
            ("Search notes".to_owned(), [Some(true), Some(false), Some(true), None]),
            ("Delete all".to_owned(), [None, None, None, Some(false)]),
            ("V1 get hit".to_owned(), [None; 4]),
        ];
        assert_eq!(said, expected, "{version}");
    }
    Ok(())
}

#[tokio::test]
async fn content_becomes_what_each_revision_has() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let content = client.call_tool("show", json!({})).await?.content;
        assert_eq!(content[0].as_text(), Some("text"));
        assert!(matches!(content[1], ContentBlock::Image(_)));
        let audio = matches!(content[2], ContentBlock::Audio(_));
        assert_eq!(audio, since(version, "2025-03-26"), "{version}");
        if since(version, "2025-06-18") {
            assert!(matches!(content[3], ContentBlock::ResourceLink(_)), "{version}");
        } else {
            assert_eq!(content[3].as_text(), Some("[a](file:///a.md)"), "{version}");
        }
    }
    Ok(())
}

#[tokio::test]
async fn structured_content_comes_with_a_schema_and_as_text() -> Result<()> {
    let hit = json!({"type": "object"});
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let tools = client.list_tools().await?;
        for (name, index, value, root) in [
            ("v1.get-hit", 2, json!({"line": 3}), &hit["type"]),
            ("search_notes", 0, json!([{"line": 7}]), &json!("array")),
            ("number", 3, json!(5), &json!("integer")),
        ] {
            let result = client.call_tool(name, json!({})).await?;
            assert_eq!(result.text(), value.to_string(), "{version}: {name}");
            let schema = tools[index].output_schema.as_deref();
            if !since(version, "2025-06-18") {
                assert!(result.structured_content.is_none(), "{version}: {name}");
                assert_eq!(schema, None, "{version}: {name}");
                continue;
            }
            let wrapped = !version.is_modern() && !value.is_object();
            let expected = if wrapped { json!({ "result": value }) } else { value };
            assert_eq!(result.structured::<serde_json::Value>()?, expected, "{version}: {name}");
            let schema = schema.expect("structured content has a schema");
            let inner = if wrapped {
                assert_eq!(schema["type"], "object");
                assert_eq!(schema["required"], json!(["result"]));
                &schema["properties"]["result"]
            } else {
                schema
            };
            assert_eq!(&inner["type"], root, "{version}: {name}: {schema}");
        }
        assert_eq!(tools[1].output_schema, None, "{version}: content has no schema");
    }
    Ok(())
}

#[tokio::test]
async fn failures_are_results_and_errors_of_the_protocol_are_errors() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let failed = client.call_tool("fail", json!({"how": "softly"})).await?;
        assert_eq!((failed.is_error, failed.text().as_str()), (Some(true), "failed softly"));
        let own = client.call_tool("own", json!({})).await?;
        assert_eq!((own.is_error, own.text().as_str()), (Some(true), "in its own way"));
        let empty = client.call_tool("delete", json!({})).await?;
        assert_eq!((empty.is_error, empty.content.len()), (None, 0));
        let error = client.call_tool("refuse", json!({})).await.unwrap_err();
        let refused = error.rpc().expect("the server answered an error");
        assert_eq!(refused.message, "not like this");
        assert_eq!(refused.data, Some(json!({"why": 1})));
        let unknown = client.call_tool("sho", json!({})).await.unwrap_err();
        assert_eq!(code(&unknown), Some(-32602), "{version}");
        assert!(unknown.to_string().contains("did you mean `show`?"), "{unknown}");
    }
    Ok(())
}

#[tokio::test]
async fn results_say_what_they_are_and_who_made_them_in_the_newest_revision_only() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let client = testing::connect_as(server(), version).await?;
        let params = json!({"name": "delete", "arguments": {}});
        let result = client.request("tools/call", params).await?;
        if version.is_modern() {
            assert_eq!(result["resultType"], "complete");
            let info = &result["_meta"]["io.modelcontextprotocol/serverInfo"];
            assert_eq!(info["name"], "mcp-tests");
        } else {
            assert_eq!(result, json!({"content": []}), "{version}");
        }
    }
    Ok(())
}
