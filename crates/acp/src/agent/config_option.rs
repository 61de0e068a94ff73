//! The options that users choose for a session.

use std::collections::BTreeMap;

use serde_json::Value;

use mcp_runtime_protocol::sync::Mutex;

/// The values chosen in a session, by the ids of the options.
pub(super) type OptionValues = Mutex<BTreeMap<String, Value>>;

/// An option of a session, such as the mode or the model, which the user chooses.
///
/// ```
/// use mcp_runtime_acp::{AgentSettings, Choice, ConfigOption};
///
/// let settings = AgentSettings::new()
///     .option(
///         ConfigOption::mode([Choice::new("ask", "Ask"), Choice::new("write", "Write")])
///             .description("Whether files are changed."),
///     )
///     .option(ConfigOption::boolean("careful", "Careful", true));
/// ```
///
/// Source: [ACP, "Session Config Options"](https://agentclientprotocol.com/protocol/session-config-options).
#[derive(Clone, Debug)]
pub struct ConfigOption {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: Option<String>,
    pub(super) category: Option<String>,
    pub(super) kind: Kind,
}

/// The type of an option, with its initial value.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Select { initial: String, choices: Vec<Choice> },
    Boolean { initial: bool },
}

/// The id and the category of the option that is the mode.
pub(super) const MODE: &str = "mode";

impl ConfigOption {
    /// A choice between several values; the first is the default.
    pub fn select(
        id: impl Into<String>,
        name: impl Into<String>,
        choices: impl IntoIterator<Item = Choice>,
    ) -> Self {
        let choices: Vec<_> = choices.into_iter().collect();
        let initial = choices.first().map(|choice| choice.value.clone()).unwrap_or_default();
        Self::of(id, name, Kind::Select { initial, choices })
    }

    /// An option that is on or off. Clients that do not support those do not see it.
    pub fn boolean(id: impl Into<String>, name: impl Into<String>, initial: bool) -> Self {
        Self::of(id, name, Kind::Boolean { initial })
    }

    /// The modes of the agent: the option `mode`, of the category `mode`. Clients that do not
    /// support options receive modes.
    pub fn mode(modes: impl IntoIterator<Item = Choice>) -> Self {
        Self::select(MODE, "Mode", modes).category(MODE)
    }

    /// Adds a description.
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }

    /// Sets the category, which determines where a client shows the option: `model`,
    /// `thought_level`, or one of your own that begins with `_`.
    #[must_use]
    pub fn category(self, category: impl Into<String>) -> Self {
        Self { category: Some(category.into()), ..self }
    }

    /// Sets an initial value other than the first.
    #[must_use]
    pub fn initial(mut self, value: impl Into<String>) -> Self {
        if let Kind::Select { initial, .. } = &mut self.kind {
            *initial = value.into();
        }
        self
    }

    fn of(id: impl Into<String>, name: impl Into<String>, kind: Kind) -> Self {
        Self { id: id.into(), name: name.into(), description: None, category: None, kind }
    }

    pub(super) fn is_boolean(&self) -> bool {
        matches!(self.kind, Kind::Boolean { .. })
    }

    /// Whether a value is valid for it.
    pub(super) fn has(&self, value: &Value) -> bool {
        match &self.kind {
            Kind::Boolean { .. } => value.is_boolean(),
            Kind::Select { choices, .. } => choices.iter().any(|choice| *value == choice.value),
        }
    }

    /// Adds what no client could use to the mistakes.
    pub(super) fn check(&self, mistakes: &mut Vec<String>) {
        let Kind::Select { initial, choices } = &self.kind else { return };
        let mut values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
        if !values.contains(&initial.as_str()) {
            mistakes
                .push(format!("the option {:?} has the initial value {initial:?}, which is not one of its choices", self.id));
        }
        values.sort_unstable();
        if let Some(twice) = values.windows(2).find(|pair| pair[0] == pair[1]) {
            mistakes.push(format!("the option {:?} has the value {:?} twice", self.id, twice[0]));
        }
    }
}

/// A value that can be chosen for an option.
#[derive(Clone, Debug)]
pub struct Choice {
    pub(super) value: String,
    pub(super) name: String,
    pub(super) description: Option<String>,
}

impl Choice {
    /// A value, and its display name.
    pub fn new(value: impl Into<String>, name: impl Into<String>) -> Self {
        Self { value: value.into(), name: name.into(), description: None }
    }

    /// Adds a description.
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }
}
