//! Formats an update of an agent during a turn as one line.

use std::collections::HashMap;

use crate::client::{ToolCall, ToolContent, ToolStatus, Update, Usage};
use crate::{Diff, Notice, Plan, PlanContent, PlanEntry, PlanStatus};

/// The tool calls that run, as far as what comes later does not repeat it.
#[derive(Default)]
pub(super) struct Calls(HashMap<String, CallSoFar>);

#[derive(Default)]
struct CallSoFar {
    title: Option<String>,
    /// The changes of files that it had last.
    changes: Vec<String>,
}

impl Calls {
    /// The line of an update; `None` for one that people need not see.
    pub(super) fn line(&mut self, update: &Update) -> Option<String> {
        match update {
            Update::Thought(chunk) => {
                chunk.content.as_text().map(|text| format!("thinking: {text}"))
            }
            Update::ToolCall(call) => self.tool_call(call),
            Update::Plan(shown) => Some(plan(shown)),
            Update::Notice(shown) => Some(notice(shown)),
            Update::Compaction(change) => {
                change.status.as_ref().map(|now| format!("[{}] compaction", words(now.as_str())))
            }
            Update::Subagent(change) => {
                change.title.as_ref().map(|title| format!("begun: {title}"))
            }
            Update::OfSubagent { update, .. } => {
                self.line(update).map(|line| format!("  {}", line.replace('\n', "\n  ")))
            }
            Update::Info(info) => info.title.as_ref().map(|title| format!("title: {title}")),
            Update::Usage(usage) => Some(self::usage(usage)),
            Update::Mode(mode) => Some(format!("mode: {mode}")),
            _ => None,
        }
    }

    fn tool_call(&mut self, call: &ToolCall) -> Option<String> {
        let changes = self.new_changes(call);
        let Some(status) = &call.status else { return changes };
        let content = call.text();
        let text = if content.is_empty() { content } else { format!(": {content}") };
        let line = format!("[{}] {}{text}", words(status.as_str()), self.title(&call.id));
        if matches!(status, ToolStatus::Completed | ToolStatus::Failed | ToolStatus::Cancelled) {
            self.0.remove(&call.id);
        }
        Some(match changes {
            Some(changes) => format!("{line}\n{changes}"),
            None => line,
        })
    }

    /// The title of a call.
    pub(super) fn title<'a>(&'a self, id: &'a str) -> &'a str {
        self.0.get(id).and_then(|call| call.title.as_deref()).unwrap_or(id)
    }

    /// The changes of files that a call has by now and were not shown before, as lines. Its title is
    /// remembered.
    pub(super) fn new_changes(&mut self, call: &ToolCall) -> Option<String> {
        let so_far = self.0.entry(call.id.clone()).or_default();
        // A change of a call only has the fields that have changed.
        if call.title.is_some() {
            so_far.title.clone_from(&call.title);
        }
        let all: Vec<String> = call.content.iter().flatten().filter_map(change).collect();
        let new: Vec<String> =
            all.iter().filter(|change| !so_far.changes.contains(change)).cloned().collect();
        if !all.is_empty() {
            so_far.changes = all;
        }
        (!new.is_empty()).then(|| new.join("\n"))
    }
}

/// How a file changes, as lines.
fn change(content: &ToolContent) -> Option<String> {
    match content {
        ToolContent::Diff(Diff { path, old_text, new_text }) => {
            let old = old_text.as_deref().unwrap_or_default();
            Some(format!("  {path}{}", difference(old, new_text)))
        }
        ToolContent::Changes { patch: Some(patch), .. } => {
            Some(patch.lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n"))
        }
        ToolContent::Changes { files, .. } => {
            let files = files.iter().map(|file| format!("  {} {}", file.operation, file.path));
            Some(files.collect::<Vec<_>>().join("\n"))
        }
        _ => None,
    }
}

/// The lines that go and come between the first and the last that differ.
fn difference(old: &str, new: &str) -> String {
    let old: Vec<&str> = old.lines().collect();
    let new: Vec<&str> = new.lines().collect();
    let start = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
    let rest = old[start..].iter().rev().zip(new[start..].iter().rev());
    let end = rest.take_while(|(old, new)| old == new).count();
    let gone = old[start..old.len() - end].iter().map(|line| format!("\n  - {line}"));
    let come = new[start..new.len() - end].iter().map(|line| format!("\n  + {line}"));
    gone.chain(come).collect()
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
