//! `schema`: what a tool, a prompt or a resource takes and returns.

use serde_json::Value;

use super::members::SchemaMembers;
use super::text::Look;
use crate::cli::Listing;
use crate::protocol::{Prompt, Resource, ResourceTemplate, Tool, ToolAnnotations};

/// Something that a server offers.
pub(in crate::cli) enum Definition<'a> {
    Tool(&'a Tool),
    Prompt(&'a Prompt),
    Resource(&'a Resource),
    ResourceTemplate(&'a ResourceTemplate),
}

impl<'a> Definition<'a> {
    /// Finds a definition by its name or URI; a tool before a prompt of the same name.
    pub(in crate::cli) fn find(listing: &'a Listing, name: &str) -> Option<Self> {
        let tool = || listing.tools.iter().find(|tool| tool.name == name).map(Self::Tool);
        let prompt = || listing.prompts.iter().find(|prompt| prompt.name == name).map(Self::Prompt);
        let resource = || listing.resources.iter().find(|one| one.uri == name).map(Self::Resource);
        let template = || listing.resource_templates.iter().find(|one| one.uri_template == name);
        tool().or_else(prompt).or_else(resource).or_else(|| template().map(Self::ResourceTemplate))
    }

    /// The definition as clients receive it.
    pub(in crate::cli) fn json(&self) -> serde_json::Result<Value> {
        match self {
            Self::Tool(tool) => serde_json::to_value(tool),
            Self::Prompt(prompt) => serde_json::to_value(prompt),
            Self::Resource(resource) => serde_json::to_value(resource),
            Self::ResourceTemplate(template) => serde_json::to_value(template),
        }
    }

    /// The definition, formatted for a person.
    pub(in crate::cli) fn page(&self, look: Look) -> String {
        match self {
            Self::Tool(tool) => tool_page(tool, look),
            Self::Prompt(prompt) => prompt_page(prompt, look),
            Self::Resource(one) => {
                let start = start(&one.uri, one.title.as_deref(), one.description.as_deref(), look);
                start + &contents(one.mime_type.as_deref(), look)
            }
            Self::ResourceTemplate(one) => {
                let (uri, title) = (&one.uri_template, one.title.as_deref());
                let start = start(uri, title, one.description.as_deref(), look);
                start + &contents(one.mime_type.as_deref(), look)
            }
        }
    }
}

fn tool_page(tool: &Tool, look: Look) -> String {
    let mut page = start(&tool.name, tool.title.as_deref(), tool.description.as_deref(), look);
    if let Some(hints) = tool.annotations.as_ref().and_then(hints) {
        page += &part("Hints", look.text(&hints, 2), look);
    }
    let schema = &tool.input_schema;
    page += &part("Arguments", SchemaMembers::of(schema, look, 2).properties(schema), look);
    if let Some(output) = &tool.output_schema {
        let members = SchemaMembers::of(output, look, 4);
        let result = look.named("", &members.described(output), 2, 6) + &members.inside(output);
        page += &part("Result", result, look);
    }
    page
}

fn prompt_page(prompt: &Prompt, look: Look) -> String {
    let title = prompt.title.as_deref();
    let mut arguments = String::new();
    for argument in prompt.arguments.iter().flatten() {
        let need = if argument.required == Some(true) { "" } else { "; may be left out" };
        arguments += &look.named(&argument.name, &format!(": a string{need}"), 2, 6);
        arguments += &look.text(argument.description.as_deref().unwrap_or_default(), 6);
    }
    start(&prompt.name, title, prompt.description.as_deref(), look)
        + &part("Arguments", arguments, look)
}

/// The name and the description.
fn start(name: &str, title: Option<&str>, description: Option<&str>, look: Look) -> String {
    let words = name.replace(['_', '-'], " ");
    // A title that only repeats the name is not shown.
    let heading = match title.filter(|title| !title.eq_ignore_ascii_case(&words)) {
        Some(title) => look.heading(&format!("{name} ({title})")),
        None => look.heading(name),
    };
    heading + &look.text(description.unwrap_or_default(), 2)
}

fn contents(mime_type: Option<&str>, look: Look) -> String {
    mime_type.map_or_else(String::new, |kind| part("Contents", look.text(kind, 2), look))
}

fn part(heading: &str, text: String, look: Look) -> String {
    let text = if text.is_empty() { look.text("none", 2) } else { text };
    format!("\n{}{text}", look.heading(heading))
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
