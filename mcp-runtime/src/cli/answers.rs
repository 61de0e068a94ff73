//! Answers that were given on the command line before the question is asked.

use std::io::{self, IsTerminal as _};

/// The values of `--answer` and `--yes`.
#[derive(Clone, Default)]
pub(crate) struct Answers {
    fields: Vec<(String, String)>,
    yes: bool,
}

impl Answers {
    pub(super) fn new(fields: Vec<(String, String)>, yes: bool) -> Self {
        Self { fields, yes }
    }

    /// The answer for a field; the last one wins.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().rev().find(|(key, _)| key == name);
        field.map(|(_, value)| value.as_str())
    }

    /// Whether everything is confirmed.
    pub(super) fn is_yes(&self) -> bool {
        self.yes
    }

    /// Whether questions can be answered, from here or by a person at the terminal.
    pub(super) fn are_possible(&self) -> bool {
        self.yes || !self.fields.is_empty() || is_somebody_there()
    }
}

/// Whether there is a person to ask.
pub(super) fn is_somebody_there() -> bool {
    io::stdin().is_terminal()
}
