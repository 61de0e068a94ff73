//! Violations: what is wrong with a value, in one line from which a model can repair it.

use std::fmt;

/// A single violation in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    path: String,
    message: String,
}

impl Violation {
    pub fn new(path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { path: path.into(), message: message.into() }
    }

    /// The location in the value, such as `items[2].qty`; empty for the value itself.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What was expected there, and what was found.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "`{}`: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}
