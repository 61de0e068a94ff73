//! Prompts.
//!
//! Source: [ACP, "Content"](https://agentclientprotocol.com/protocol/content).

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::truncate_for_display;

/// The types of blocks that a prompt may have: those of MCP, apart from the ones for sampling,
/// which this protocol does not have.
const TYPES: &str = "one of `text`, `image`, `audio`, `resource_link` and `resource`";

/// The parameters of `session/prompt`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PromptParams {
    pub(crate) session_id: String,
    #[serde(deserialize_with = "read_blocks")]
    pub(crate) prompt: Vec<ContentBlock>,
    /// What the client recognizes the prompt by when it sends it again.
    pub(crate) idempotency_key: Option<Value>,
}

fn read_blocks<'de, D: Deserializer<'de>>(prompt: D) -> Result<Vec<ContentBlock>, D::Error> {
    let blocks = Vec::<&RawValue>::deserialize(prompt)?.into_iter().enumerate();
    let read = blocks.map(|(index, block)| {
        read_block(block).map_err(|error| D::Error::custom(format!("`prompt[{index}]`: {error}")))
    });
    read.collect()
}

/// An agent must refuse blocks that it does not support.
fn read_block(block: &RawValue) -> serde_json::Result<ContentBlock> {
    #[derive(Deserialize)]
    struct Tag<'a> {
        #[serde(borrow, rename = "type")]
        name: Cow<'a, str>,
    }
    let json = block.get();
    let Tag { name } = serde_json::from_str(json)?;
    match &*name {
        "text" => serde_json::from_str(json).map(ContentBlock::Text),
        "image" => serde_json::from_str(json).map(ContentBlock::Image),
        "audio" => serde_json::from_str(json).map(ContentBlock::Audio),
        "resource_link" => serde_json::from_str(json).map(ContentBlock::ResourceLink),
        "resource" => serde_json::from_str(json).map(ContentBlock::Resource),
        other => {
            let other = truncate_for_display(other);
            let message = format!("the type must be {TYPES}, not `{other}`");
            Err(serde_json::Error::custom(message))
        }
    }
}
