//! The headers that a card asks clients for.

use serde_json::{Value, json};

/// A header that clients have to send; see [`Card::header`](super::Card::header).
///
/// ```
/// use mcp_runtime_web::{Card, CardHeader};
///
/// let key = CardHeader::new("X-API-Key", "The key of your account").required().secret();
/// let card = Card::new().header(key);
/// ```
#[derive(Clone, Debug)]
pub struct CardHeader {
    name: String,
    description: String,
    is_required: bool,
    is_secret: bool,
}

impl CardHeader {
    /// Creates a header from its name and what people are told about its value.
    pub fn new(name: impl Into<String>, description: impl Into<String>) -> Self {
        let name = name.into();
        let description = description.into();
        Self { name, description, is_required: false, is_secret: false }
    }

    /// Clients cannot connect without it.
    #[must_use]
    pub fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Clients keep its value secret.
    #[must_use]
    pub fn secret(self) -> Self {
        Self { is_secret: true, ..self }
    }

    pub(super) fn to_json(&self) -> Value {
        json!({
            "name": self.name,
            "description": self.description,
            "isRequired": self.is_required,
            "isSecret": self.is_secret,
        })
    }
}
