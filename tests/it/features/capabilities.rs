//! Capabilities are those of what is registered: no more and no less.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{About, Changes, Result, Schema, handlers, prompt, resource, server, tool};
use mcp_runtime_testing as testing;
use mcp_runtime_testing::json;
use serde::Deserialize;

use super::since;

#[derive(Deserialize, Schema)]
enum Tone {
    Kind,
    Stern,
}

/// A tool.
#[tool]
fn act() {}

/// A prompt.
#[prompt]
fn ask(text: &str) -> String {
    text.to_owned()
}

/// A prompt with a choice.
#[prompt]
fn choose(tone: Tone) -> &'static str {
    match tone {
        Tone::Kind => "kind",
        Tone::Stern => "stern",
    }
}

/// A resource.
#[resource("a://b")]
fn read() -> &'static str {
    "read"
}

/// A template.
#[resource("a://{name}")]
fn family(name: &str) -> String {
    name.to_owned()
}

#[tokio::test]
async fn only_what_is_there_is_declared() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        for (server, expected) in [
            (server!(), json!({})),
            (server!().tool::<act>(), json!({"tools": {}})),
            (server!().changes(Changes::new().tools()), json!({"tools": {"listChanged": true}})),
            (
                server!().changes(Changes::new().prompts()),
                json!({"prompts": {"listChanged": true}}),
            ),
            (
                server!().changes(Changes::new().resources()),
                json!({"resources": {"listChanged": true}}),
            ),
            (server!().prompt::<ask>(), json!({"prompts": {}})),
            (server!().prompt::<choose>(), json!({"prompts": {}, "completions": {}})),
            (server!().resource::<read>(), json!({"resources": {}})),
            (server!().resource::<family>(), json!({"resources": {}})),
            (
                server!()
                    .tool::<act>()
                    .prompt::<choose>()
                    .resource::<read>()
                    .changes(Changes::new().tools()),
                json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {}, "completions": {}}),
            ),
        ] {
            let client = testing::connect_as(server, version).await?;
            let mut expected = expected;
            expected["logging"] = json!({});
            if !since(version, "2025-03-26") {
                expected.as_object_mut().unwrap().remove("completions");
            }
            let declared = serde_json::to_value(client.server_capabilities()).unwrap();
            assert_eq!(declared, expected, "{version}");
        }
    }
    Ok(())
}

#[derive(Default)]
struct Notes;

/// Keeps notes.
///
/// Ask before you delete.
#[handlers]
impl Notes {
    /// Deletes a note.
    #[tool]
    fn delete(&self) {}
}

#[tokio::test]
async fn the_server_says_who_it_is_and_how_it_is_used() -> Result<()> {
    for &version in ProtocolVersion::ALL {
        let server = server!()
            .about(
                About::new()
                    .title("Notes")
                    .description("Keeps notes.")
                    .website("https://example.org"),
            )
            .instructions("First of all.")
            .handlers(Notes);
        let client = testing::connect_as(server, version).await?;
        let expected = "First of all.\n\nKeeps notes.\n\nAsk before you delete.";
        assert_eq!(client.instructions(), Some(expected));
        let info = client.server_info();
        assert_eq!(info.name, "mcp-tests");
        assert_eq!(info.version, env!("CARGO_PKG_VERSION"));
        assert_eq!(info.title.is_some(), since(version, "2025-06-18"), "{version}");
        assert_eq!(info.description.is_some(), since(version, "2025-11-25"), "{version}");
        assert_eq!(info.website_url.is_some(), since(version, "2025-11-25"), "{version}");
    }
    let silent = testing::connect(server!().tool::<act>()).await?;
    assert_eq!(silent.instructions(), None);
    Ok(())
}
