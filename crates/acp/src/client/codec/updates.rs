//! The updates that all versions share.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::client::model::{Command, ConfigOption, SessionState, SubagentChange, Update};
use crate::protocol::{Plan, PlanEntry, StopReason};
use mcp_runtime_protocol::ContentBlock;
use mcp_runtime_protocol::jsonrpc::ErrorObject;

/// Reads an update: either one that all versions share, or one that `other` reads by its kind and
/// text.
pub(super) fn read_update(
    update: &RawValue,
    other: impl FnOnce(&str, &str) -> Option<Update>,
) -> Update {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Kind {
        session_update: String,
    }
    let text = update.get();
    let known = read(text).and_then(|Kind { session_update: kind }| match common(&kind, text) {
        None => other(&kind, text),
        update => update,
    });
    known.unwrap_or_else(|| Update::Unknown(serde_json::from_str(text).unwrap_or_default()))
}

fn common(kind: &str, text: &str) -> Option<Update> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Commands {
        available_commands: Vec<Command>,
    }
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Options {
        config_options: Vec<ConfigOption>,
    }
    Some(match kind {
        "user_message_chunk" => Update::UserMessage(read(text)?),
        "agent_message_chunk" => Update::Message(read(text)?),
        "agent_thought_chunk" => Update::Thought(read(text)?),
        "available_commands_update" => Update::Commands(read::<Commands>(text)?.available_commands),
        "config_option_update" => Update::ConfigOptions(read::<Options>(text)?.config_options),
        "session_info_update" => Update::Info(read(text)?),
        "usage_update" => Update::Usage(read(text)?),
        "plan_update" => Update::Plan(plan(read::<PlanUpdate>(text)?.plan)),
        "plan_removed" => Update::PlanRemoved(read::<PlanRemoved>(text)?.plan_id),
        "notice" => Update::Notice(read(text)?),
        "subagent_update" => Update::Subagent(read::<WireSubagent>(text)?.into()),
        "session_message" => Update::SessionMessage(read(text)?),
        "compaction_update" => Update::Compaction(read(text)?),
        "compaction_summary_chunk" => {
            let SummaryChunk { compaction_id: compaction, content } = read(text)?;
            Update::CompactionSummary { compaction, content }
        }
        _ => return None,
    })
}

#[derive(Deserialize)]
struct PlanUpdate {
    plan: WirePlan,
}

/// A plan with an id.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
enum WirePlan {
    Items { plan_id: String, entries: Vec<PlanEntry> },
    Markdown { plan_id: String, content: String, path: Option<String> },
}

fn plan(plan: WirePlan) -> Plan {
    match plan {
        WirePlan::Items { plan_id, entries } => Plan::new(entries).id(plan_id),
        WirePlan::Markdown { plan_id, content, path } => {
            let plan = Plan::markdown(content).id(plan_id);
            match path {
                Some(path) => plan.path(path),
                None => plan,
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlanRemoved {
    plan_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SummaryChunk {
    compaction_id: String,
    content: ContentBlock,
}

pub(super) fn read<T: DeserializeOwned>(text: &str) -> Option<T> {
    serde_json::from_str(text).ok()
}

/// A state of a session on the wire.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireState {
    state: String,
    stop_reason: Option<Value>,
    error: Option<ErrorObject>,
}

/// Why a turn has ended; a reason that is not known here is returned as an error.
fn reason(reason: Option<Value>) -> Option<Result<StopReason, String>> {
    reason.map(|reason| {
        let shown = reason.as_str().map_or_else(|| reason.to_string(), str::to_owned);
        StopReason::deserialize(reason).map_err(|_| shown)
    })
}

impl WireState {
    /// The state; `None` if it is not known here.
    pub(super) fn state(self) -> Option<SessionState> {
        Some(match &*self.state {
            "running" => SessionState::Running,
            "requires_action" => SessionState::RequiresAction,
            "unknown" => SessionState::Unknown,
            "idle" => SessionState::Idle { reason: reason(self.stop_reason), error: self.error },
            _ => return None,
        })
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireSubagent {
    session_id: String,
    #[serde(default, deserialize_with = "given")]
    title: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    description: Option<Value>,
    #[serde(default, deserialize_with = "given")]
    capabilities: Option<Value>,
    #[serde(default)]
    state: Option<WireState>,
}

/// A member that is there; null clears it.
fn given<'de, D: Deserializer<'de>>(value: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(value).map(Some)
}

impl From<WireSubagent> for SubagentChange {
    fn from(wire: WireSubagent) -> Self {
        let text = |text: Value| text.as_str().unwrap_or_default().to_owned();
        let is_cancellable = wire.capabilities.map(|can| can["cancel"].is_object());
        Self {
            session: wire.session_id,
            title: wire.title.map(text),
            description: wire.description.map(text),
            is_cancellable,
            state: wire.state.and_then(WireState::state),
        }
    }
}
