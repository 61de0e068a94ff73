//! Formats an update of an agent during a turn as one line.

use crate::client::{ToolCall, Update};
use crate::{PlanEntry, PlanStatus};

/// The line of an update; `None` for one that people need not see.
pub(super) fn line(update: &Update) -> Option<String> {
    match update {
        Update::Thought(chunk) => chunk.content.as_text().map(|text| format!("thinking: {text}")),
        Update::ToolCall(call) => tool_call(call),
        Update::Plan(entries) => Some(entries.iter().map(step).collect::<Vec<_>>().join("\n")),
        Update::Info(info) => info.title.as_ref().map(|title| format!("title: {title}")),
        Update::Usage(usage) => Some(format!("[{}/{}] tokens", usage.used, usage.size)),
        Update::Mode(mode) => Some(format!("mode: {mode}")),
        _ => None,
    }
}

fn tool_call(call: &ToolCall) -> Option<String> {
    let status = call.status.as_ref()?;
    // A change only has the fields that have changed.
    let what = call.title.as_deref().unwrap_or(&call.id);
    let text = call.text();
    let text = if text.is_empty() { text } else { format!(": {text}") };
    Some(format!("[{}] {what}{text}", status.as_str().replace('_', " ")))
}

fn step(entry: &PlanEntry) -> String {
    let mark = match entry.status {
        PlanStatus::Pending => ' ',
        PlanStatus::InProgress => '>',
        PlanStatus::Completed => 'x',
    };
    format!("[{mark}] {}", entry.content)
}
