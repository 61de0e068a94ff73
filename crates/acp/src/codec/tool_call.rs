//! The parts of tool calls that all versions share, and how each version writes changes of files.

use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::protocol::{Diff, ToolCall, ToolCallContent, ToolKind, ToolLocation, ToolStatus};
use mcp_runtime_protocol::ContentBlock;

/// A tool call on the wire.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireCall<'a> {
    tool_call_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'a ToolKind>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<&'a ToolStatus>,
    #[serde(skip_serializing_if = "Option::is_none")]
    content: Option<Vec<WireContent<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locations: Option<&'a [ToolLocation]>,
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
pub(crate) enum WireContent<'a> {
    Content {
        content: &'a ContentBlock,
    },
    Diff(WireDiff<'a>),
    #[serde(rename_all = "camelCase")]
    Terminal {
        terminal_id: &'a str,
    },
    #[serde(rename_all = "camelCase")]
    Session {
        session_id: &'a str,
    },
}

/// A change of a file.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum WireDiff<'a> {
    /// Both texts.
    Texts(&'a Diff),
    /// What happened to the file, and how its text has changed.
    Changes(Value),
}

impl<'a> WireCall<'a> {
    /// A call whose changes of files have both texts.
    pub(super) fn new(call: &'a ToolCall) -> Self {
        Self::of(call, WireDiff::Texts)
    }

    pub(super) fn of(call: &'a ToolCall, diff: impl Fn(&'a Diff) -> WireDiff<'a>) -> Self {
        let content = |content: &'a ToolCallContent| match content {
            ToolCallContent::Content(content) => WireContent::Content { content },
            ToolCallContent::Diff(change) => WireContent::Diff(diff(change)),
            ToolCallContent::Terminal(terminal_id) => WireContent::Terminal { terminal_id },
            ToolCallContent::Session(session_id) => WireContent::Session { session_id },
        };
        Self {
            tool_call_id: &call.id,
            title: call.title.as_deref(),
            name: call.name.as_deref(),
            kind: call.kind.as_ref(),
            status: call.status.as_ref(),
            content: call.content.as_deref().map(|all| all.iter().map(content).collect()),
            locations: call.locations.as_deref(),
            raw_input: call.raw_input.as_ref(),
            raw_output: call.raw_output.as_deref(),
            capabilities: None,
        }
    }
}
