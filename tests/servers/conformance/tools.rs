//! The tools.

use std::time::Duration;

use mcp_runtime::protocol::{ContentBlock, ResourceContents};
use mcp_runtime::{Context, Log, Progress, Result, Sample, Schema, handlers, tool};
use serde::Deserialize;
use tokio::time::sleep;

use crate::PNG;

/// Eight samples of silence, in base64.
const WAV: &str = "UklGRiwAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQgAAACAgICAgICAgA==";

pub(crate) struct Tools;

#[derive(Deserialize, Schema)]
struct Nothing {}

#[handlers]
impl Tools {
    /// Gives a text. (The suite calls the first tool with empty arguments.)
    #[tool]
    fn test_simple_text(&self) -> &'static str {
        "This is a simple text response for testing."
    }

    /// Gives a picture.
    #[tool]
    fn test_image_content(&self) -> ContentBlock {
        ContentBlock::image(PNG, "image/png")
    }

    /// Gives a sound.
    #[tool]
    fn test_audio_content(&self) -> ContentBlock {
        ContentBlock::audio(WAV, "audio/wav")
    }

    /// Gives a resource.
    #[tool]
    fn test_embedded_resource(&self) -> ContentBlock {
        let uri = "test://embedded-resource";
        let text = ResourceContents::text(uri, "This is an embedded resource content.");
        ContentBlock::resource(text.with_mime_type("text/plain"))
    }

    /// Gives a text, a picture and a resource.
    #[tool]
    fn test_multiple_content_types(&self) -> Vec<ContentBlock> {
        let uri = "test://mixed-content-resource";
        let json = ResourceContents::text(uri, r#"{"test":"data","value":123}"#);
        vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(PNG, "image/png"),
            ContentBlock::resource(json.with_mime_type("application/json")),
        ]
    }

    /// Fails.
    #[tool]
    fn test_error_handling(&self) -> Result<String, &'static str> {
        Err("This tool intentionally returns an error for testing")
    }

    /// Tells of its progress.
    #[tool]
    async fn test_tool_with_progress(&self, progress: Progress) -> &'static str {
        for done in [0, 50, 100] {
            progress.report_of(done, 100, format!("{done} of 100")).await;
            pause().await;
        }
        "done"
    }

    /// Logs three messages.
    #[tool]
    async fn test_tool_with_logging(&self, log: Log) -> &'static str {
        log.info("Tool execution started").await;
        pause().await;
        log.info("Tool processing data").await;
        pause().await;
        log.info("Tool execution completed").await;
        "logged"
    }

    /// Lets its client go, and has the answer when that comes back.
    #[tool]
    async fn test_reconnection(&self, context: &Context) -> &'static str {
        context.close_stream();
        pause().await;
        "The client came back."
    }

    /// Logs a message, if that is wanted.
    #[tool]
    async fn test_logging_tool(&self, log: Log) -> &'static str {
        log.info("Tool executed").await;
        "logged"
    }

    /// Needs a client that can be asked to sample.
    #[tool]
    fn test_missing_capability(&self, _sample: Sample) -> &'static str {
        "The client can be asked to sample."
    }

    /// Adds a tool, or takes it away again.
    #[tool]
    fn test_trigger_tool_change(&self, context: &Context) -> Result<()> {
        let server = context.server();
        let added = |_: Nothing| async { "This tool was added." };
        server
            .remove_tool("test_added_tool")
            .or_else(|_| server.add_tool("test_added_tool", "Comes and goes.", added))
    }

    /// Adds a prompt, or takes it away again.
    #[tool]
    fn test_trigger_prompt_change(&self, context: &Context) -> Result<()> {
        let server = context.server();
        let added = |_: Nothing| async { "This prompt was added." };
        server
            .remove_prompt("test_added_prompt")
            .or_else(|_| server.add_prompt("test_added_prompt", "Comes and goes.", added))
    }

    /// Takes an argument that is mirrored in a header.
    #[tool]
    fn test_custom_header(&self, #[arg(header = "Value")] value: String) -> String {
        value
    }
}

async fn pause() {
    sleep(Duration::from_millis(50)).await;
}
