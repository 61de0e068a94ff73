//! Changes of a tool.

use serde_json::Value;

use super::change::{Bump, Changes};
use super::entries::LockedTool;
use super::hash::canonical;
use super::listings::{by_name, text};
use super::schema::{self, Direction};

/// The hints, and whether it is worse if one becomes true.
const HINTS: [(&str, &str, bool); 4] = [
    ("read-only", "readOnly", false),
    ("destructive", "destructive", true),
    ("idempotent", "idempotent", false),
    ("open-world", "openWorld", true),
];

/// The keywords of a schema that are text for models.
const WORDS: [&str; 5] = ["description", "title", "examples", "deprecated", "default"];

/// Compares all tools.
pub(super) fn all(
    old: &std::collections::BTreeMap<String, LockedTool>,
    new: &std::collections::BTreeMap<String, LockedTool>,
    changes: &mut Changes,
) {
    let (gone, come, both) = by_name(old, new);
    for (name, tool) in gone {
        let twin = come.iter().find(|(_, other)| other.input == tool.input);
        let hint = twin.map(|(twin, _)| format!("; renamed to `{twin}`? keep the old name, too"));
        let text = format!("tool removed{}", hint.unwrap_or_default());
        changes.add("tool.removed", Bump::Major, name, &text);
    }
    for (name, _) in come {
        changes.add("tool.added", Bump::Minor, name, "new tool");
    }
    for (name, old, new) in both {
        one(name, old, new, changes);
    }
}

/// Compares a tool with its previous version.
pub(super) fn one(name: &str, old: &LockedTool, new: &LockedTool, changes: &mut Changes) {
    if old == new {
        return;
    }
    let before = changes.0.len();
    schema::compare(&old.input, &new.input, name, Direction::In, changes);
    let at = format!("{name} ->");
    match (&old.output, &new.output) {
        (None, None) => {}
        (Some(old), Some(new)) if is_wrapped(old, new) => {
            let text = "the result is now wrapped in an object, as its member `result`";
            changes.add("out.wrapped", Bump::Major, name, text);
        }
        (Some(old), Some(new)) => schema::compare(old, new, &at, Direction::Out, changes),
        (Some(_), None) => {
            let text = "no longer has an output schema";
            changes.add("out.schema-removed", Bump::Major, name, text);
        }
        (None, Some(_)) => {
            let text = "now has an output schema";
            changes.add("out.schema-added", Bump::Minor, name, text);
        }
    }
    hints(name, &old.hints, &new.hints, changes);
    needs(name, old, new, changes);
    match (old.confirms, new.confirms) {
        (true, false) => {
            let text = "the user is no longer asked to confirm";
            changes.review("confirm.removed", Bump::Major, name, text);
        }
        (false, true) => {
            changes.add("confirm.added", Bump::Minor, name, "the user is now asked to confirm");
        }
        _ => {}
    }
    task(name, old, new, changes);
    ui(name, old.ui.as_ref(), new.ui.as_ref(), changes);
    text("description", name, old.description.as_ref(), new.description.as_ref(), changes);
    text("title", name, old.title.as_ref(), new.title.as_ref(), changes);
    if old.icons != new.icons {
        changes.add("icons", Bump::Patch, name, "icons changed");
    }
    // If nothing else was found: texts in schemas that are only compared as a whole.
    let words = |tool: &LockedTool| {
        let mut words = Vec::new();
        gather(&tool.input, &mut words);
        tool.output.iter().for_each(|schema| gather(schema, &mut words));
        words.sort_unstable();
        words
    };
    if changes.0.len() == before && words(old) != words(new) {
        changes.review(
            "text.description",
            Bump::Patch,
            name,
            "annotations in its schemas changed, such as descriptions or defaults",
        );
    }
}

/// Collects the keywords that do not affect what is accepted, at any depth.
fn gather(value: &Value, words: &mut Vec<String>) {
    match value {
        Value::Object(members) => members.iter().for_each(|(key, value)| {
            if WORDS.contains(&key.as_str()) && !value.is_object() {
                words.push(format!("{key}={}", canonical(value)));
            } else {
                gather(value, words);
            }
        }),
        Value::Array(values) => values.iter().for_each(|value| gather(value, words)),
        _ => {}
    }
}

/// Whether a result that was not an object became the only member of one.
fn is_wrapped(old: &Value, new: &Value) -> bool {
    let properties = new.get("properties").and_then(Value::as_object);
    let result = properties.filter(|all| all.len() == 1).and_then(|all| all.get("result"));
    let is_object = |schema: &Value| schema["type"] == "object";
    !is_object(old) && is_object(new) && result.is_some_and(|result| result["type"] == old["type"])
}

fn hints(at: &str, old: &str, new: &str, changes: &mut Changes) {
    let holds = |hints: &str, hint| hints.split(", ").any(|one| one == hint);
    for (hint, rule, is_worse_to_come) in HINTS {
        let was = holds(old, hint);
        let is = holds(new, hint);
        if was == is {
            continue;
        }
        let text = if is { format!("is now {hint}") } else { format!("is no longer {hint}") };
        if is == is_worse_to_come {
            changes.review(format!("hint.{rule}-worse"), Bump::Major, at, &text);
        } else {
            changes.add(format!("hint.{rule}-better"), Bump::Minor, at, &text);
        }
    }
}

fn needs(at: &str, old: &LockedTool, new: &LockedTool, changes: &mut Changes) {
    for need in new.needs.iter().filter(|need| !old.needs.contains(need)) {
        let text = format!("a client without `{need}` can no longer call it");
        changes.add("needs.added", Bump::Major, at, &text);
    }
    for need in old.needs.iter().filter(|need| !new.needs.contains(need)) {
        let text = format!("no longer needs a client with `{need}`");
        changes.add("needs.removed", Bump::Minor, at, &text);
    }
}

fn task(at: &str, old: &LockedTool, new: &LockedTool, changes: &mut Changes) {
    use crate::protocol::TaskSupport::{Forbidden, Required};
    let support = |tool: &LockedTool| tool.task.unwrap_or(Forbidden);
    let was = support(old);
    let is = support(new);
    if was == is {
        return;
    }
    let is_lost = is == Required || is == Forbidden;
    let level = if is_lost { Bump::Major } else { Bump::Minor };
    changes.add("task.changed", level, at, &format!("tasks: {was:?} -> {is:?}").to_lowercase());
}

fn ui(at: &str, old: Option<&Value>, new: Option<&Value>, changes: &mut Changes) {
    match (old, new) {
        (None, Some(_)) => changes.add("ui.added", Bump::Minor, at, "now has a page"),
        (Some(_), None) => changes.add("ui.removed", Bump::Major, at, "no longer has a page"),
        (Some(old), Some(new)) if canonical(old) != canonical(new) => {
            changes.add("ui.changed", Bump::Minor, at, "its page changed");
        }
        _ => {}
    }
}
