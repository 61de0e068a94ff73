//! The prompts.

use mcp_runtime::protocol::{ContentBlock, PromptMessage, ResourceContents};
use mcp_runtime::{handlers, prompt};

use crate::PNG;

pub(crate) struct Prompts;

#[handlers]
impl Prompts {
    /// Has no arguments.
    #[prompt]
    fn test_simple_prompt(&self) -> &'static str {
        "This is a simple prompt for testing."
    }

    /// Has two arguments.
    #[prompt]
    fn test_prompt_with_arguments(
        &self,
        #[arg(complete = Self::values)] arg1: &str,
        arg2: &str,
    ) -> String {
        format!("Prompt with arguments: arg1='{arg1}', arg2='{arg2}'")
    }

    /// Shows a resource.
    #[prompt]
    fn test_prompt_with_embedded_resource(
        &self,
        #[arg(name = "resourceUri")] uri: String,
    ) -> Vec<PromptMessage> {
        let text = ResourceContents::text(uri, "Embedded resource content for testing.");
        vec![
            PromptMessage::user(ContentBlock::resource(text.with_mime_type("text/plain"))),
            PromptMessage::user("Please process the embedded resource above."),
        ]
    }

    /// Shows a picture.
    #[prompt]
    fn test_prompt_with_image(&self) -> Vec<PromptMessage> {
        vec![
            PromptMessage::user(ContentBlock::image(PNG, "image/png")),
            PromptMessage::user("Please analyze the image above."),
        ]
    }

    fn values(&self, typed: &str) -> Vec<String> {
        let values = ["testValue1", "testValue2"];
        values.iter().filter(|value| value.starts_with(typed)).map(ToString::to_string).collect()
    }
}
