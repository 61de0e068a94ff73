//! Formats an update of an agent during a turn as one line.

use crate::client::{ToolCall, Update, Usage};
use crate::{Notice, Plan, PlanContent, PlanEntry, PlanStatus};

/// The line of an update; `None` for one that people need not see.
pub(super) fn line(update: &Update) -> Option<String> {
    match update {
        Update::Thought(chunk) => chunk.content.as_text().map(|text| format!("thinking: {text}")),
        Update::ToolCall(call) => tool_call(call),
        Update::Plan(shown) => Some(plan(shown)),
        Update::Notice(shown) => Some(notice(shown)),
        Update::Compaction(change) => {
            change.status.as_ref().map(|now| format!("[{}] compaction", words(now.as_str())))
        }
        Update::Subagent(change) => change.title.as_ref().map(|title| format!("begun: {title}")),
        Update::OfSubagent { update, .. } => line(update).map(|line| format!("  {line}")),
        Update::Info(info) => info.title.as_ref().map(|title| format!("title: {title}")),
        Update::Usage(usage) => Some(self::usage(usage)),
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
    Some(format!("[{}] {what}{text}", words(status.as_str())))
}

fn usage(Usage { used, size, cost, .. }: &Usage) -> String {
    let cost = cost.as_ref().map(|cost| format!(", {} {}", cost.amount, cost.currency));
    format!("[{used}/{size}] tokens{}", cost.unwrap_or_default())
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn plan(plan: &Plan) -> String {
    match &plan.content {
        PlanContent::Items { entries } => entries.iter().map(step).collect::<Vec<_>>().join("\n"),
        PlanContent::Markdown { text, .. } => text.clone(),
    }
}

fn notice(notice: &Notice) -> String {
    let details = notice.description.as_ref().map(|text| format!(": {text}"));
    format!("{}: {}{}", notice.severity.as_str(), notice.title, details.unwrap_or_default())
}

fn step(entry: &PlanEntry) -> String {
    let mark = match entry.status {
        PlanStatus::Pending => ' ',
        PlanStatus::InProgress => '>',
        PlanStatus::Completed => 'x',
    };
    format!("[{mark}] {}", entry.content)
}
