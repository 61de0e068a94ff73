//! What becomes of an update that a client cannot show: it is shown in another way, or not at all,
//! and never an error.

use std::borrow::Cow;

use crate::protocol::{
    ClientCapabilities, Notice, NoticeSeverity, Plan, PlanContent, PlanEntry, SessionState,
    SessionUpdate, StopReason, SubagentUpdate, ToolCall, ToolCallContent, ToolKind, ToolStatus,
    TurnEnd, UnavailableServer,
};
use mcp_runtime_protocol::ContentBlock;

/// The update in a form that the client can show; `None` if there is none.
pub(super) fn shown<'a>(
    update: &'a SessionUpdate,
    client: &ClientCapabilities,
) -> Option<Cow<'a, SessionUpdate>> {
    let other = match update {
        SessionUpdate::Notice { notice, message } if !client.notices => {
            notice_as_message(notice, message)?
        }
        SessionUpdate::ServerUnavailable(server) => unavailable(server, client),
        SessionUpdate::Plan { plan, message } if !client.plans => {
            the_one_plan(plan, message.as_deref())
        }
        SessionUpdate::PlanRemoved { is_shown, .. } if !client.plans => {
            is_shown.then(|| planned(Plan::new(Vec::<PlanEntry>::new())))?
        }
        SessionUpdate::Compaction(_) | SessionUpdate::CompactionSummary { .. }
            if !client.compaction =>
        {
            return None;
        }
        SessionUpdate::Subagent(update) if !client.subagents => as_call(update)?,
        SessionUpdate::ToolCall(call) if !client.subagents && shows_session(call) => {
            SessionUpdate::ToolCall(without_sessions(call))
        }
        SessionUpdate::ToolCallUpdate(call) if !client.subagents && shows_session(call) => {
            SessionUpdate::ToolCallUpdate(without_sessions(call))
        }
        _ => return Some(Cow::Borrowed(update)),
    };
    Some(Cow::Owned(other))
}

/// A notice, as a message of its own; what is merely good to know is left out.
fn notice_as_message(notice: &Notice, message: &str) -> Option<SessionUpdate> {
    if notice.severity == NoticeSeverity::Info {
        return None;
    }
    let mut text = format!("**{}**", notice.title);
    if let Some(description) = &notice.description {
        text.extend(["\n\n", description]);
    }
    Some(SessionUpdate::AgentMessage { id: message.to_owned(), content: ContentBlock::text(text) })
}

/// The warning that a server cannot be used; clients without notices get a tool call that has
/// failed, as other agents report it.
fn unavailable(server: &UnavailableServer, client: &ClientCapabilities) -> SessionUpdate {
    let title = format!("The MCP server `{}` cannot be used", server.name);
    if client.notices {
        let notice = Notice::warning(title).description(server.reason.as_str());
        return SessionUpdate::Notice { notice, message: String::new() };
    }
    let reason = ToolCallContent::Content(ContentBlock::text(server.reason.as_str()));
    SessionUpdate::ToolCall(ToolCall {
        id: format!("mcp_startup.{}", server.name),
        title: Some(title),
        kind: Some(ToolKind::Other),
        status: Some(ToolStatus::Failed),
        content: Some(vec![reason]),
        ..ToolCall::default()
    })
}

/// A plan, for clients that show one: its steps become that one, and a text becomes a message.
fn the_one_plan(plan: &Plan, message: Option<&str>) -> SessionUpdate {
    match &plan.content {
        PlanContent::Items { .. } => planned(Plan { id: None, ..plan.clone() }),
        PlanContent::Markdown { text, .. } => SessionUpdate::AgentMessage {
            id: message.unwrap_or_default().to_owned(),
            content: ContentBlock::text(text.as_str()),
        },
    }
}

/// A subagent, as a tool call with its last message.
fn as_call(update: &SubagentUpdate) -> Option<SessionUpdate> {
    let id = update.id.clone();
    if let Some(about) = &update.about {
        return Some(SessionUpdate::ToolCall(ToolCall {
            id,
            title: Some(about.title.clone()),
            kind: Some(ToolKind::Think),
            status: Some(ToolStatus::InProgress),
            ..ToolCall::default()
        }));
    }
    let SessionState::Idle(end) = &update.state else { return None };
    let (status, failure) = match end {
        None | Some(TurnEnd::Stopped(StopReason::EndTurn)) => (ToolStatus::Completed, None),
        Some(TurnEnd::Stopped(StopReason::Cancelled)) => (ToolStatus::Cancelled, None),
        Some(TurnEnd::Stopped(_)) => (ToolStatus::Failed, None),
        Some(TurnEnd::Failed { message, .. }) => {
            (ToolStatus::Failed, Some(ContentBlock::text(message.as_str())))
        }
    };
    let blocks = update.last_message.iter().cloned().chain(failure);
    let content = Some(blocks.map(ToolCallContent::Content).collect());
    let status = Some(status);
    Some(SessionUpdate::ToolCallUpdate(ToolCall { id, status, content, ..ToolCall::default() }))
}

fn is_session(content: &ToolCallContent) -> bool {
    matches!(content, ToolCallContent::Session(_))
}

fn shows_session(call: &ToolCall) -> bool {
    call.content.iter().flatten().any(is_session)
}

fn without_sessions(call: &ToolCall) -> ToolCall {
    let mut call = call.clone();
    if let Some(content) = &mut call.content {
        content.retain(|content| !is_session(content));
    }
    call
}

fn planned(plan: Plan) -> SessionUpdate {
    SessionUpdate::Plan { plan, message: None }
}
