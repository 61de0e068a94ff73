//! `list`: everything, in the form in which it is asked for on the command line.

use serde_json::Value;

use super::text::{first_paragraph, hanging, wrapped};
use crate::cli::Listing;
use crate::protocol::{Prompt, Tool};

/// Everything that a server offers.
pub(in crate::cli) fn listing(listing: &Listing, width: usize) -> String {
    let tools = listing.tools.iter();
    let tools = tools.map(|tool| (call(tool), &tool.description));
    let prompts = listing.prompts.iter();
    let prompts = prompts.map(|prompt| (get(prompt), &prompt.description));
    let resources = listing.resources.iter();
    let resources = resources.map(|resource| (resource.uri.clone(), &resource.description));
    let templates = listing.resource_templates.iter();
    let templates =
        templates.map(|template| (template.uri_template.clone(), &template.description));
    let sections = [
        section("Tools", tools, width),
        section("Prompts", prompts, width),
        section("Resources", resources.chain(templates), width),
    ];
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    if sections.is_empty() {
        return "This server offers nothing.".to_owned();
    }
    sections.join("\n")
}

fn section<'a>(
    title: &str,
    entries: impl Iterator<Item = (String, &'a Option<String>)>,
    width: usize,
) -> Option<String> {
    let lines = entries.map(|(usage, description)| {
        let description = first_paragraph(description.as_deref().unwrap_or_default());
        hanging(&usage, 2, 4, width) + &wrapped(description, 6, width)
    });
    let lines: String = lines.collect();
    (!lines.is_empty()).then(|| format!("{title}\n{lines}"))
}

/// A tool as it is called: `search query=TEXT [limit=INTEGER]`.
fn call(tool: &Tool) -> String {
    let schema = &tool.input_schema;
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let arguments = properties.into_iter().flatten().map(|(name, property)| {
        let required = required.is_some_and(|all| all.iter().any(|one| one == name));
        argument(name, &placeholder(property), required)
    });
    with_arguments(&tool.name, arguments)
}

fn get(prompt: &Prompt) -> String {
    let arguments = prompt.arguments.iter().flatten();
    let arguments =
        arguments.map(|listed| argument(&listed.name, "TEXT", listed.required.unwrap_or_default()));
    with_arguments(&prompt.name, arguments)
}

fn with_arguments(name: &str, arguments: impl Iterator<Item = String>) -> String {
    arguments.fold(name.to_owned(), |usage, argument| usage + " " + &argument)
}

fn argument(name: &str, placeholder: &str, required: bool) -> String {
    if required { format!("{name}={placeholder}") } else { format!("[{name}={placeholder}]") }
}

/// What stands for a value: the values themselves, where they are few.
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
        _ => "VALUE",
    }
    .to_owned()
}
