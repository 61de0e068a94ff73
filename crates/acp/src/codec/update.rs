//! Updates on the wire, and those that all versions write alike.

use serde::Serialize;
use serde_json::{Value, json};

use super::tool_call::WireCall;
use crate::protocol::{
    CompactionUpdate, Notice, Plan, PlanContent, PlanEntry, SessionState, SessionUpdate,
    SubagentUpdate, TurnEnd, Usage,
};
use mcp_runtime_protocol::ContentBlock;

/// An update on the wire.
#[derive(Serialize)]
#[serde(tag = "sessionUpdate", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum WireUpdate<'a> {
    UserMessage {
        message_id: &'a str,
        content: &'a [ContentBlock],
    },
    UserMessageChunk {
        message_id: &'a str,
        content: &'a ContentBlock,
    },
    AgentMessageChunk {
        message_id: &'a str,
        content: &'a ContentBlock,
    },
    AgentThoughtChunk {
        message_id: &'a str,
        content: &'a ContentBlock,
    },
    ToolCall(WireCall<'a>),
    ToolCallUpdate(WireCall<'a>),
    Plan {
        entries: &'a [PlanEntry],
    },
    PlanUpdate {
        plan: WirePlan<'a>,
    },
    PlanRemoved {
        plan_id: &'a str,
    },
    SessionInfoUpdate {
        title: &'a str,
        updated_at: &'a str,
    },
    UsageUpdate(&'a Usage),
    AvailableCommandsUpdate {
        available_commands: Value,
    },
    CurrentModeUpdate {
        current_mode_id: &'a str,
    },
    ConfigOptionUpdate {
        config_options: Value,
    },
    StateUpdate(State<'a>),
    Notice(&'a Notice),
    CompactionUpdate(&'a CompactionUpdate),
    CompactionSummaryChunk {
        compaction_id: &'a str,
        content: &'a ContentBlock,
    },
    SubagentUpdate(WireSubagent<'a>),
    SessionMessage {
        message_id: &'a str,
        sender_session_id: &'a str,
        recipient_session_id: &'a str,
        content: [&'a ContentBlock; 1],
    },
    ReplayComplete {},
}

/// A subagent that is announced, or its new state.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WireSubagent<'a> {
    session_id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capabilities: Option<Value>,
    state: State<'a>,
}

/// A plan with an id.
#[derive(Serialize)]
pub(crate) struct WirePlan<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    #[serde(rename = "planId")]
    id: &'a str,
    #[serde(flatten)]
    content: &'a PlanContent,
}

#[derive(Serialize)]
#[serde(tag = "state", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum State<'a> {
    Running {},
    RequiresAction {},
    Idle {
        #[serde(skip_serializing_if = "Option::is_none")]
        stop_reason: Option<Value>,
        #[serde(skip_serializing_if = "Option::is_none")]
        error: Option<Failure<'a>>,
    },
}

#[derive(Serialize)]
pub(crate) struct Failure<'a> {
    code: i64,
    message: &'a str,
}

/// The id of the plan of an agent that has one.
const THE_PLAN: &str = "plan";

impl<'a> WireUpdate<'a> {
    /// An update that all versions write alike; `None` for the others.
    pub(crate) fn common(update: &'a SessionUpdate) -> Option<Self> {
        Some(match update {
            SessionUpdate::AgentMessage { id, content } => {
                Self::AgentMessageChunk { message_id: id, content }
            }
            SessionUpdate::AgentThought { id, content } => {
                Self::AgentThoughtChunk { message_id: id, content }
            }
            SessionUpdate::Plan { plan, .. } => Self::PlanUpdate { plan: WirePlan::new(plan) },
            SessionUpdate::PlanRemoved { id, .. } => Self::PlanRemoved { plan_id: id },
            SessionUpdate::SessionInfo { title, updated_at } => {
                Self::SessionInfoUpdate { title, updated_at }
            }
            SessionUpdate::Usage(usage) => Self::UsageUpdate(usage),
            SessionUpdate::Notice { notice, .. } => Self::Notice(notice),
            SessionUpdate::Compaction(update) => Self::CompactionUpdate(update),
            SessionUpdate::CompactionSummary { compaction, content } => {
                Self::CompactionSummaryChunk { compaction_id: compaction, content }
            }
            SessionUpdate::Subagent(update) => Self::SubagentUpdate(WireSubagent::new(update)),
            SessionUpdate::SessionMessage { id, sender, recipient, content } => {
                Self::SessionMessage {
                    message_id: id,
                    sender_session_id: sender,
                    recipient_session_id: recipient,
                    content: [content],
                }
            }
            _ => return None,
        })
    }
}

impl<'a> WireSubagent<'a> {
    fn new(update: &'a SubagentUpdate) -> Self {
        let about = update.about.as_ref();
        let is_cancellable = about.is_some_and(|about| about.is_cancellable);
        Self {
            session_id: &update.id,
            title: about.map(|about| about.title.as_str()),
            description: about.and_then(|about| about.description.as_deref()),
            capabilities: is_cancellable.then(|| json!({ "cancel": {} })),
            state: State::of(&update.state),
        }
    }
}

impl<'a> State<'a> {
    pub(crate) fn of(state: &'a SessionState) -> Self {
        match state {
            SessionState::Running => Self::Running {},
            SessionState::RequiresAction => Self::RequiresAction {},
            SessionState::Idle(None) => Self::Idle { stop_reason: None, error: None },
            SessionState::Idle(Some(TurnEnd::Stopped(reason))) => {
                Self::Idle { stop_reason: Some(json!(reason)), error: None }
            }
            SessionState::Idle(Some(TurnEnd::Failed { code, message })) => {
                let error = Some(Failure { code: *code, message });
                Self::Idle { stop_reason: Some(json!("error")), error }
            }
        }
    }
}

impl<'a> WirePlan<'a> {
    fn new(plan: &'a Plan) -> Self {
        let kind = match plan.content {
            PlanContent::Items { .. } => "items",
            PlanContent::Markdown { .. } => "markdown",
        };
        Self { kind, id: plan.id.as_deref().unwrap_or(THE_PLAN), content: &plan.content }
    }
}
