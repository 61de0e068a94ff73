//! `list`: everything, in the form in which it is called on the command line.

use serde_json::Value;

use super::text::{Look, first_paragraph};
use crate::cli::Listing;
use crate::protocol::{Prompt, Tool};

/// Everything that a server offers.
pub(in crate::cli) fn listing(listing: &Listing, look: Look) -> String {
    let tools = listing.tools.iter();
    let tools = tools.map(|tool| (call(tool), &tool.description));
    let prompts = listing.prompts.iter();
    let prompts = prompts.map(|prompt| (get(prompt), &prompt.description));
    let resources = listing.resources.iter();
    let resources =
        resources.map(|resource| ((&*resource.uri, String::new()), &resource.description));
    let templates = listing.resource_templates.iter();
    let templates =
        templates.map(|template| ((&*template.uri_template, String::new()), &template.description));
    let sections = [
        section("Tools", tools, look),
        section("Prompts", prompts, look),
        section("Resources", resources.chain(templates), look),
    ];
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    if sections.is_empty() {
        return "This server offers nothing.\n".to_owned();
    }
    sections.join("\n")
}

/// A name, and what is written after it.
type Usage<'a> = (&'a str, String);

fn section<'a>(
    title: &str,
    entries: impl Iterator<Item = (Usage<'a>, &'a Option<String>)>,
    look: Look,
) -> Option<String> {
    let lines = entries.map(|((name, arguments), description)| {
        let description = first_paragraph(description.as_deref().unwrap_or_default());
        look.named(name, &arguments, 2, 4) + &look.text(description, 6)
    });
    let lines: String = lines.collect();
    (!lines.is_empty()).then(|| look.heading(title) + &lines)
}

/// A tool as it is called: `search query=TEXT [limit=INTEGER]`.
fn call(tool: &Tool) -> Usage<'_> {
    let schema = &tool.input_schema;
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let arguments = properties.into_iter().flatten().map(|(name, property)| {
        let required = required.is_some_and(|all| all.iter().any(|one| one == name));
        argument(name, &placeholder(property), required)
    });
    with_arguments(&tool.name, arguments)
}

fn get(prompt: &Prompt) -> Usage<'_> {
    let arguments = prompt.arguments.iter().flatten();
    let arguments =
        arguments.map(|listed| argument(&listed.name, "TEXT", listed.required.unwrap_or_default()));
    with_arguments(&prompt.name, arguments)
}

fn with_arguments(name: &str, arguments: impl Iterator<Item = String>) -> Usage<'_> {
    (name, arguments.fold(String::new(), |usage, argument| usage + " " + &argument))
}

fn argument(name: &str, placeholder: &str, required: bool) -> String {
    if required { format!("{name}={placeholder}") } else { format!("[{name}={placeholder}]") }
}

/// The placeholder of a value: the values themselves, if there are few.
fn placeholder(schema: &Value) -> String {
    let values = schema.get("enum").and_then(Value::as_array);
    let values: Option<Vec<&str>> = values
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
