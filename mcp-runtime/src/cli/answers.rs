//! Answers that were given on the command line before the question is asked.

use std::io::{self, IsTerminal as _};

use clap::{Arg, ArgAction, ArgMatches};

use super::values::{pair, pairs, value};

/// Answers to the questions of handlers, given before they are asked: the options `--answer` and
/// `--yes` of a command.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    fields: Vec<(String, String)>,
    yes: bool,
}

impl Answers {
    /// The options, for a command whose handlers may ask something.
    #[must_use]
    pub fn args() -> [Arg; 2] {
        [
            Arg::new("mcp-answers")
                .long("answer")
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
                .value_parser(pair)
                .help("Answer a question from the server; KEY is the name of the field"),
            Arg::new("mcp-yes")
                .long("yes")
                .action(ArgAction::SetTrue)
                .help("Say yes to what the server asks"),
        ]
    }

    /// Reads the options of a command.
    #[must_use]
    pub fn of(matches: &ArgMatches) -> Self {
        match value(matches, "mcp-yes") {
            Some(&yes) => Self { fields: pairs(matches, "mcp-answers"), yes },
            // For commands that ask nothing.
            None => Self::default(),
        }
    }

    /// The answer for a field; the last one wins.
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        let field = self.fields.iter().rev().find(|(key, _)| key == name);
        field.map(|(_, value)| value.as_str())
    }

    /// Whether everything is confirmed.
    #[must_use]
    pub fn is_yes(&self) -> bool {
        self.yes
    }

    /// Whether any question can be answered, by an option or by a person at the terminal.
    #[must_use]
    pub fn are_possible(&self) -> bool {
        self.yes || !self.fields.is_empty() || is_interactive()
    }
}

/// Whether standard input is a terminal, at which a person can be asked.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal()
}
