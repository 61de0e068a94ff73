//! `schema`: what a tool takes and gives.

use serde_json::Value;

use super::text::{hanging, wrapped};
use crate::protocol::{Tool, ToolAnnotations};
use crate::schema::expected;

/// The definition of a tool.
pub(in crate::cli) fn definition(tool: &Tool, width: usize) -> String {
    let name = &tool.name;
    let words = name.replace(['_', '-'], " ");
    // A title that only repeats the name tells nothing.
    let title = tool.title.as_deref();
    let mut text = match title.filter(|title| !title.eq_ignore_ascii_case(&words)) {
        Some(title) => format!("{name} ({title})\n"),
        None => format!("{name}\n"),
    };
    if let Some(description) = &tool.description {
        text += &wrapped(description, 2, width);
    }
    if let Some(hints) = tool.annotations.as_ref().and_then(hints) {
        text += &format!("\nHints\n  {hints}\n");
    }
    let arguments = properties(&tool.input_schema, &tool.input_schema, 2, width);
    if arguments.is_empty() {
        text += "\nArguments\n  none\n";
    } else {
        text += &format!("\nArguments\n{arguments}");
    }
    if let Some(output) = &tool.output_schema {
        let what = described(output, output);
        text += &format!("\nResult\n{}", hanging(&what, 2, 6, width));
        text += &inside(output, output, 4, width);
    }
    text
}

fn hints(annotations: &ToolAnnotations) -> Option<String> {
    let hints = [
        (annotations.read_only_hint, "changes nothing"),
        (annotations.destructive_hint, "may destroy something"),
        (annotations.idempotent_hint, "may be repeated"),
        (annotations.open_world_hint, "reaches out of the server"),
    ];
    let hints = hints.into_iter().filter(|(given, _)| *given == Some(true));
    let hints: Vec<&str> = hints.map(|(_, hint)| hint).collect();
    (!hints.is_empty()).then(|| hints.join(", "))
}

/// The members of an object, each with its own members below it.
fn properties(schema: &Value, root: &Value, indent: usize, width: usize) -> String {
    let members = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let mut text = String::new();
    for (name, member) in members.into_iter().flatten() {
        let required = required.is_some_and(|all| all.iter().any(|one| one == name));
        let need = match member.get("default") {
            Some(default) => format!("; {default} if left out"),
            None if required => String::new(),
            None => "; may be left out".to_owned(),
        };
        let line = format!("{name}: {}{need}", described(member, root));
        text += &hanging(&line, indent, indent + 4, width);
        let description = member.get("description").and_then(Value::as_str);
        text += &wrapped(description.unwrap_or_default(), indent + 4, width);
        text += &inside(member, root, indent + 4, width);
    }
    text
}

/// What an object or the objects of an array hold.
fn inside(schema: &Value, root: &Value, indent: usize, width: usize) -> String {
    let object = schema.get("items").unwrap_or(schema);
    properties(object, root, indent, width)
}

/// What a schema asks for, and of what an array is made.
fn described(schema: &Value, root: &Value) -> String {
    let expected = schema.as_object().map(|schema| expected(schema, root));
    let expected = expected.unwrap_or_else(|| "a value".to_owned());
    match schema.get("items") {
        Some(items) => format!("{expected}, each {}", described(items, root)),
        None => expected,
    }
}
