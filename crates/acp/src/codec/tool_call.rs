//! The parts of tool calls that all versions share.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::protocol::{ToolCall, ToolCallContent, ToolKind, ToolStatus};
use mcp_runtime_protocol::ContentBlock;

/// A tool call on the wire.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCall<'a> {
    tool_call_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<ToolKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<ToolStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Vec<WireContent<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_input: Option<&'a Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    raw_output: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) capabilities: Option<Value>,
}

/// What a call has produced.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum WireContent<'a> {
    Content {
        content: &'a ContentBlock,
    },
    #[serde(rename_all = "camelCase")]
    Terminal {
        terminal_id: &'a str,
    },
}

impl<'a> WireCall<'a> {
    pub(super) fn new(call: &'a ToolCall) -> Self {
        let content = |content: &'a ToolCallContent| match content {
            ToolCallContent::Content(content) => WireContent::Content { content },
            ToolCallContent::Terminal(terminal_id) => WireContent::Terminal { terminal_id },
        };
        Self {
            tool_call_id: &call.id,
            title: call.title.as_deref(),
            kind: call.kind,
            status: call.status,
            content: call.content.as_deref().map(|all| all.iter().map(content).collect()),
            raw_input: call.raw_input.as_ref(),
            raw_output: call.raw_output.as_deref(),
            capabilities: None,
        }
    }
}
