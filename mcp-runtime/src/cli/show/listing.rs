//! `list`: everything, in the form in which it is called on the command line.

use serde_json::Value;

use super::text::{Look, first_paragraph};
use crate::cli::Listing;
use crate::cli::json::{items, text};
use crate::cli::listing::name;

/// Everything that a server offers.
pub(in crate::cli) fn listing(listing: &Listing, look: Look) -> String {
    let sections: Vec<String> = [
        section("Tools", &[&listing.tools], look),
        section("Prompts", &[&listing.prompts], look),
        section("Resources", &[&listing.resources, &listing.resource_templates], look),
    ]
    .into_iter()
    .flatten()
    .collect();
    if sections.is_empty() {
        return "This server offers nothing.\n".to_owned();
    }
    sections.join("\n")
}

fn section(title: &str, entries: &[&[Value]], look: Look) -> Option<String> {
    let mut lines = String::new();
    for entry in entries.iter().copied().flatten() {
        let description = first_paragraph(text(entry, "description"));
        lines += &look.named(name(entry), &arguments(entry), 2, 4);
        lines += &look.text(description, 6);
    }
    (!lines.is_empty()).then(|| look.heading(title) + &lines)
}

/// What is written after the name: ` query=TEXT [limit=INTEGER]`.
fn arguments(entry: &Value) -> String {
    let schema = &entry["inputSchema"];
    let mut usage = String::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let required = items(schema, "required").iter().any(|one| one == name);
        usage += &argument(name, &placeholder(property), required);
    }
    for listed in items(entry, "arguments") {
        usage += &argument(name(listed), "TEXT", listed["required"] == true);
    }
    usage
}

fn argument(name: &str, placeholder: &str, required: bool) -> String {
    if required { format!(" {name}={placeholder}") } else { format!(" [{name}={placeholder}]") }
}

/// The placeholder of a value: the values themselves, if there are few.
fn placeholder(schema: &Value) -> String {
    let listed = schema.get("enum").and_then(Value::as_array);
    let values: Option<Vec<&str>> = listed
        .filter(|values| values.len() <= 5)
        .and_then(|values| values.iter().map(Value::as_str).collect());
    if let Some(values) = values {
        return values.join("|");
    }
    match schema.get("type").and_then(Value::as_str) {
        Some("string") => "TEXT",
        Some("integer") => "INTEGER",
        Some("number") => "NUMBER",
        Some("boolean") => "true|false",
        Some("array" | "object") => "JSON",
        _ if is_union_of_json(schema) => "JSON",
        _ => "VALUE",
    }
    .to_owned()
}

/// Whether every variant is written as JSON.
fn is_union_of_json(schema: &Value) -> bool {
    let variants = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    let is_json = |variant: &Value| {
        variant.get("type").is_some_and(|kind| kind == "object" || kind == "array")
    };
    variants.is_some_and(|variants| variants.iter().all(is_json))
}
