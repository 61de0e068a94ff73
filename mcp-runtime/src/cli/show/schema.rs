//! `schema`: what a tool, a prompt or a resource takes and returns.

use serde_json::Value;

use super::members::SchemaMembers;
use super::text::Look;
use crate::cli::Listing;
use crate::cli::json::{items, text};
use crate::cli::listing::{find, name};

/// Something that a server offers.
pub(in crate::cli) enum Definition<'a> {
    Tool(&'a Value),
    Prompt(&'a Value),
    Resource(&'a Value),
}

impl<'a> Definition<'a> {
    /// Finds a definition by its name or URI; a tool before a prompt of the same name.
    pub(in crate::cli) fn find(listing: &'a Listing, name: &str) -> Option<Self> {
        let tool = || find(&listing.tools, name).map(Self::Tool);
        let prompt = || find(&listing.prompts, name).map(Self::Prompt);
        let resource = || find(&listing.resources, name).map(Self::Resource);
        let template = || find(&listing.resource_templates, name).map(Self::Resource);
        tool().or_else(prompt).or_else(resource).or_else(template)
    }

    /// The definition as clients receive it.
    pub(in crate::cli) fn json(&self) -> &Value {
        let (Self::Tool(definition) | Self::Prompt(definition) | Self::Resource(definition)) = self;
        definition
    }

    /// The definition, formatted for a person, with the schema of the arguments of a prompt or of the
    /// variables of a resource, which clients do not receive.
    pub(in crate::cli) fn page(&self, look: Look, arguments: &Value) -> String {
        let arguments = SchemaMembers::of(arguments, look, 2).properties(arguments);
        let details = match self {
            Self::Tool(tool) => tool_details(tool, look),
            Self::Prompt(prompt) if arguments.is_empty() => {
                part("Arguments", listed_arguments(prompt, look), look)
            }
            Self::Prompt(_) => part("Arguments", arguments, look),
            Self::Resource(one) => {
                let variables = (!arguments.is_empty()).then(|| part("Variables", arguments, look));
                let kind = one["mimeType"].as_str();
                let contents = kind.map(|kind| part("Contents", look.text(kind, 2), look));
                variables.into_iter().chain(contents).collect()
            }
        };
        start(self.json(), look) + &details
    }
}

fn tool_details(tool: &Value, look: Look) -> String {
    let mut page = String::new();
    if let Some(hints) = hints(&tool["annotations"]) {
        page += &part("Hints", look.text(&hints, 2), look);
    }
    let schema = &tool["inputSchema"];
    page += &part("Arguments", SchemaMembers::of(schema, look, 2).properties(schema), look);
    if let Some(output) = tool.get("outputSchema") {
        let members = SchemaMembers::of(output, look, 4);
        let result = look.named("", &members.described(output), 2, 6) + &members.inside(output);
        page += &part("Result", result, look);
    }
    page
}

/// The arguments of a prompt of another server, of which the schema is not known.
fn listed_arguments(prompt: &Value, look: Look) -> String {
    let mut arguments = String::new();
    for argument in items(prompt, "arguments") {
        let need = if argument["required"] == true { "" } else { "; may be left out" };
        arguments += &look.named(name(argument), &format!(": a string{need}"), 2, 6);
        arguments += &look.text(text(argument, "description"), 6);
    }
    arguments
}

/// The name and the description.
fn start(definition: &Value, look: Look) -> String {
    let name = name(definition);
    let words = name.replace(['_', '-'], " ");
    // A title that only repeats the name is not shown.
    let title = definition["title"].as_str();
    let heading = match title.filter(|title| !title.eq_ignore_ascii_case(&words)) {
        Some(title) => look.heading(&format!("{name} ({title})")),
        None => look.heading(name),
    };
    heading + &look.text(text(definition, "description"), 2)
}

fn part(heading: &str, text: String, look: Look) -> String {
    let text = if text.is_empty() { look.text("none", 2) } else { text };
    format!("\n{}{text}", look.heading(heading))
}

fn hints(annotations: &Value) -> Option<String> {
    let hints: Vec<&str> = [
        ("readOnlyHint", "changes nothing"),
        ("destructiveHint", "may destroy data"),
        ("idempotentHint", "safe to repeat"),
        ("openWorldHint", "reaches external systems"),
    ]
    .into_iter()
    .filter(|(hint, _)| annotations[hint] == true)
    .map(|(_, meaning)| meaning)
    .collect();
    (!hints.is_empty()).then(|| hints.join(", "))
}
