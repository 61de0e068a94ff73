//! Answers that were given on the command line before the question is asked.

use std::io::{self, IsTerminal as _};

use clap::{Arg, ArgAction, ArgMatches};

use super::values::{pair, pairs, value};

/// The values of `--answer` and `--yes`.
#[derive(Clone, Debug, Default)]
pub struct Answers {
    fields: Vec<(String, String)>,
    yes: bool,
}

impl Answers {
    /// The options of a command that may ask something.
    #[must_use]
    pub fn args() -> [Arg; 2] {
        [
            Arg::new("mcp-answers")
                .long("answer")
                .value_name("KEY=VALUE")
                .action(ArgAction::Append)
                .value_parser(pair)
                .help("Answer a question of the server, by the name of its field"),
            Arg::new("mcp-yes")
                .long("yes")
                .action(ArgAction::SetTrue)
                .help("Say yes to what the server asks"),
        ]
    }

    /// Those that were given for a command.
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

    /// Whether questions can be answered, from here or by a person at the terminal.
    #[must_use]
    pub fn are_possible(&self) -> bool {
        self.yes || !self.fields.is_empty() || is_somebody_there()
    }
}

/// Whether there is a person to ask.
pub fn is_somebody_there() -> bool {
    io::stdin().is_terminal()
}
