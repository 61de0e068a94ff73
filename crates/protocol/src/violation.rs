//! Violations: what is wrong with a value, in one line from which a model can repair it.

use std::fmt;

/// A single violation in a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    path: String,
    message: String,
}

impl Violation {
    #[doc(hidden)]
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

    /// Whether this argument is missing, and an unknown key may be meant for it.
    #[doc(hidden)]
    #[must_use]
    pub fn names(&self, key: &str) -> bool {
        !self.path.contains(['.', '[']) && self.message.ends_with(&is_meant(key))
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

/// The end of the message for a missing value that an unknown key may be meant for.
#[must_use]
pub fn is_meant(key: &str) -> String {
    format!(" (did you mean this by `{key}`?)")
}
