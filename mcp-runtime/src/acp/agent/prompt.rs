//! What the person says.

use std::sync::Arc;

use super::turn::Turn;
use crate::error::Result;
use crate::protocol::ContentBlock;
use crate::server::{Context, FromContext};

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

impl FromContext for Prompt {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Turn::of(context).map(|turn| turn.prompt().clone())
    }

    fn is_available(context: &Context) -> bool {
        Turn::of(context).is_ok()
    }
}
