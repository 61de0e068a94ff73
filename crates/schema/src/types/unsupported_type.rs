//! Errors about types with unsupported schemas.

use std::fmt;

/// The error for a type whose schema cannot be advertised, reported when a server is built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaError {
    argument: Option<String>,
    path: Vec<String>,
    message: String,
}

impl SchemaError {
    #[doc(hidden)]
    pub fn new(message: impl Into<String>) -> Self {
        Self { argument: None, path: Vec::new(), message: message.into() }
    }

    /// Attributes the error to a property within the type.
    pub(crate) fn at(mut self, path: &[String]) -> Self {
        self.path = path.to_vec();
        self
    }

    /// Attributes the error to the argument with this name.
    pub(crate) fn of_argument(mut self, name: &str) -> Self {
        self.argument = Some(name.to_owned());
        self
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.join(".");
        match (&self.argument, path.is_empty()) {
            (Some(argument), true) => write!(f, "argument `{argument}`: ")?,
            (Some(argument), false) => write!(f, "argument `{argument}`, at `{path}`: ")?,
            (None, true) => {}
            (None, false) => write!(f, "at `{path}`: ")?,
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for SchemaError {}
