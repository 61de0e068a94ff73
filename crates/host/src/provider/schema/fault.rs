//! Why a schema, or a part of one, is not sent.

use mcp_runtime_client::protocol::reference::escape;
use serde_json::Value;

/// The longest schema that is sent: about 60,000 tokens, in which few models have room for more.
pub(in crate::provider) const MAX_BYTES: usize = 256 * 1024;

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::provider) struct Fault {
    /// The rule of `mcp-runtime-lint` that finds it.
    pub(in crate::provider) rule: Option<&'static str>,
    /// The place in the schema, as a JSON pointer.
    pub(in crate::provider) at: String,
    pub(in crate::provider) why: String,
}

impl Fault {
    /// A fault of the whole schema.
    pub(super) fn new(rule: &'static str, why: impl Into<String>) -> Self {
        Self { rule: Some(rule), at: String::new(), why: why.into() }
    }

    /// The fault of a schema that is larger than it may be.
    pub(in crate::provider) fn too_large() -> Self {
        let limit = MAX_BYTES / 1024;
        Self::new("tokens.tool", format!("it exceeds {limit} KiB as JSON"))
    }

    /// The fault of a tool for which the others have left no room.
    pub(in crate::provider) fn of_all(limit: usize) -> Self {
        let limit = limit / 1024;
        let why = format!("the tools of a request exceed {limit} KiB as JSON");
        Self::new("tokens.tool", why)
    }

    /// Whether it is that a schema is larger than these bytes, and may be within more.
    pub(in crate::provider) fn is_size(&self, bytes: usize) -> bool {
        self.rule == Some("tokens.tool") && bytes < MAX_BYTES
    }

    /// Sets where in the schema the fault is.
    pub(super) fn at(mut self, at: impl Into<String>) -> Self {
        self.at = at.into();
        self
    }

    /// Moves the fault one level down, below a key.
    pub(super) fn below(mut self, key: &str) -> Self {
        self.at.insert_str(0, &format!("/{}", escape(key)));
        self
    }

    /// Changes the rule for names to that for nested ones, which the lint takes for less grave.
    pub(super) fn of_nested_key(mut self) -> Self {
        if self.rule == Some("key.pattern") && self.at.matches('/').count() > 2 {
            self.rule = Some("key.nested");
        }
        self
    }
}

/// The type of a value, for messages.
pub(in crate::provider) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
