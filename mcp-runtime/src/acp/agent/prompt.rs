//! What the person says.

use std::sync::Arc;

use crate::protocol::ContentBlock;

/// What the person says in a turn; a context parameter of an agent.
#[derive(Clone, Debug)]
pub struct Prompt(Arc<[ContentBlock]>);

impl Prompt {
    pub(super) fn new(content: Vec<ContentBlock>) -> Self {
        Self(content.into())
    }

    /// The blocks, as they came: text, links, and whatever else the client put in.
    pub fn content(&self) -> &[ContentBlock] {
        &self.0
    }

    /// The texts, one after the other.
    pub fn text(&self) -> String {
        let texts: Vec<&str> = self.0.iter().filter_map(ContentBlock::as_text).collect();
        texts.join("\n")
    }
}
