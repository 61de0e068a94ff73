//! The user's prompt.

use std::sync::Arc;

use mcp_runtime_protocol::ContentBlock;

/// The user's prompt in a turn; a context parameter of an agent.
#[derive(Clone, Debug)]
pub struct Prompt(Arc<[ContentBlock]>);

impl Prompt {
    pub(super) fn new(content: Vec<ContentBlock>) -> Self {
        Self(content.into())
    }

    /// The content blocks, as received: text, links, and anything else that the client included.
    pub fn content(&self) -> &[ContentBlock] {
        &self.0
    }

    /// The texts, joined by newlines.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.0.iter().filter_map(ContentBlock::as_text).collect();
        texts.join("\n")
    }
}
