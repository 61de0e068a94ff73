//! Checks that are specific to tools.

use super::page;
use crate::attr::Tool;
use crate::attr::confirm::{Piece, pieces};
use crate::attr::tool::Task;
use crate::attr::values::{Switch, Text};
use crate::errors::Errors;
use crate::model::{Handler, Parameter};
use darling::util::SpannedValue;

/// What agents show tools as.
const KINDS: [&str; 10] = [
    "read",
    "edit",
    "delete",
    "move",
    "search",
    "execute",
    "think",
    "fetch",
    "switch_mode",
    "other",
];

pub(super) fn check(handler: &Handler, tool: &Tool, errors: &mut Errors) {
    check_destructive(tool.read_only.as_ref(), tool.destructive.as_ref(), errors);
    for (name, hint, _) in tool.hints() {
        if let Some(hint) = hint.filter(|_| tool.pure.0) {
            let message = format!("`pure` sets every hint: remove it or `{name}`");
            errors.refuse_at(hint.span(), message);
        }
    }
    if let Some(kind) = tool.kind.as_ref().filter(|kind| !KINDS.contains(&&*kind.0.value())) {
        let known = KINDS.map(|known| format!("`{known}`")).join(", ");
        errors.refuse(kind, format!("the kind of a tool must be one of {known}"));
    }
    if let Some(question) = &tool.confirm {
        confirm(handler, question, errors);
    }
    if let Some(of) = &tool.task {
        task(handler, of, errors);
    }
    if tool.max_result.is_none() {
        let needs = "write how large a result may be: `max_result = \"200 KB\"`";
        if let Some(hint) = &tool.max_result_hint {
            errors.refuse(hint, needs);
        }
        if let Some(truncate) = &tool.truncate {
            errors.refuse_at(truncate.span(), needs);
        }
    }
    page::tool(tool, errors);
}

/// Checks that two hints do not contradict each other.
pub(super) fn check_destructive(
    read_only: Option<&SpannedValue<Switch>>,
    destructive: Option<&SpannedValue<Switch>>,
    errors: &mut Errors,
) {
    if read_only.is_some_and(|hint| hint.0)
        && let Some(destructive) = destructive.filter(|hint| hint.0)
    {
        let message = "a tool cannot be both `read_only` and `destructive`: remove one";
        errors.refuse_at(destructive.span(), message);
    }
}

/// Checks how calls become tasks.
fn task(handler: &Handler, task: &Task, errors: &mut Errors) {
    if handler.signature.asyncness.is_none() && !handler.is_blocking() {
        let message = "a task must not block other requests: make the function `async`, or \
                       add `blocking` beside `task`";
        errors.refuse(&handler.signature.ident, message);
    }
    for (name, time) in [("ttl", &task.ttl), ("poll", &task.poll), ("grace", &task.grace)] {
        if let Some(time) = time.as_ref().filter(|time| time.duration.is_zero()) {
            errors.refuse(&time.literal, format!("`{name}` is zero: remove it, or make it longer"));
        }
    }
    if let Some(attempts) = task.attempts.as_ref().filter(|_| !task.resume.0) {
        let message = "`attempts` limits how often a task is resumed: add `resume`, or \
                       remove it";
        errors.refuse_at(attempts.span(), message);
    }
    if let Some(grace) = task.grace.as_ref().filter(|_| task.manual.0) {
        let message = "a `manual` task begins where `TaskContext::detach` is called: remove \
                       `grace`, or `manual`";
        errors.refuse(&grace.literal, message);
    }
}

/// Checks that the question only shows arguments. The fields of an `#[args]` parameter are not
/// known here; those are checked when the server is built.
fn confirm(handler: &Handler, question: &Text, errors: &mut Errors) {
    let pieces = match pieces(&question.0.value()) {
        Ok(pieces) => pieces,
        Err(wrong) => return errors.refuse(question, wrong),
    };
    if pieces.is_empty() {
        errors
            .refuse(question, "the question is empty: write it as in `confirm = \"Delete {id}?\"`");
    }
    if handler.parameters.iter().any(|parameter| parameter.attributes.args.is_some()) {
        return;
    }
    let names: Vec<String> = handler.parameters.iter().map(Parameter::name).collect();
    for piece in pieces {
        let Piece::Argument(name) = piece else { continue };
        if !names.contains(&name) {
            let parameters: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
            let known = match &parameters[..] {
                [] => "there are no parameters".to_owned(),
                known => format!("the parameters are {}", known.join(", ")),
            };
            errors.refuse(question, format!("`{name}` is not an argument: {known}"));
        }
    }
}
