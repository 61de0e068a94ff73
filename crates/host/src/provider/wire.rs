//! What distinguishes the APIs of providers.

use serde_json::Value;

use super::part::{Part, Shows};
use super::schema::{Dialect, Object, Strict};

/// The API of a provider.
pub(super) trait Wire: Sync {
    /// What it takes of JSON Schema.
    fn dialect(&self) -> &'static Dialect;

    /// Its strict mode.
    fn strict(&self) -> Option<Strict> {
        None
    }

    /// Whether tools may have the schemas of their results.
    fn has_outputs(&self) -> bool {
        false
    }

    /// What its models see of results that are not text.
    fn shows(&self) -> Shows;

    /// A tool, as the list of tools has it.
    fn tool(&self, tool: Declaration<'_>) -> Value;

    /// The value of `tools` in a request.
    fn tools(&self, tools: Vec<Value>) -> Vec<Value> {
        tools
    }

    /// The call of a tool that a model made.
    fn call<'c>(&self, call: &'c Value) -> RawCall<'c>;

    /// The results of a turn, as they are added to the conversation.
    fn results(&self, results: Vec<Output<'_>>) -> Vec<Value>;
}

/// A tool for a provider.
#[derive(Debug)]
pub(super) struct Declaration<'t> {
    pub(super) name: &'t str,
    pub(super) description: Option<String>,
    pub(super) schema: Object,
    pub(super) strict: bool,
    pub(super) output: Option<Object>,
}

/// A call as the model made it.
#[derive(Debug, Default)]
pub(super) struct RawCall<'c> {
    pub(super) id: Option<&'c str>,
    pub(super) name: Option<&'c str>,
    pub(super) arguments: Option<&'c Value>,
}

impl<'c> RawCall<'c> {
    /// The call, by the names of its members.
    pub(super) fn new(call: &'c Value, id: &str, arguments: &str) -> Self {
        Self {
            id: call.get(id).and_then(Value::as_str),
            name: call.get("name").and_then(Value::as_str),
            arguments: call.get(arguments),
        }
    }
}

/// The result of a call, for a provider.
#[derive(Debug)]
pub(super) struct Output<'r> {
    pub(super) id: Option<&'r str>,
    pub(super) name: &'r str,
    pub(super) is_error: bool,
    pub(super) parts: Vec<Part<'r>>,
}

impl Output<'_> {
    /// What the result refers to, where that is required.
    pub(super) fn id(&self) -> &str {
        self.id.unwrap_or(self.name)
    }

    /// A text for those that have no other way to tell an error.
    pub(super) fn text_or_error(&self, text: String) -> String {
        let text = if text.is_empty() { NO_OUTPUT.to_owned() } else { text };
        if self.is_error { format!("Error: {text}") } else { text }
    }
}

/// What stands for a result without content, which models take for a failure of the host.
pub(super) const NO_OUTPUT: &str = "(no output)";

/// An object of members of which some may be missing.
pub(super) fn object<const N: usize>(members: [(&str, Option<Value>); N]) -> Value {
    let members = members.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(members.collect())
}
