//! What was typed, as clap reads it.

use clap::error::ErrorKind;
use clap::{ArgMatches, Args};
use serde_json::value::RawValue;

use super::arguments::Arguments;
use super::definition::Facts;
use crate::error::Result;

/// What was typed.
pub(crate) enum CommandLine {
    /// Serve standard input and output.
    Stdio,
    /// Serve HTTP.
    Http(ArgMatches),
    /// Ask the server something.
    Ask {
        command: Command,
        /// The answer is for a program.
        json: bool,
    },
}

/// What to ask.
pub(crate) enum Command {
    List,
    Call { tool: String, arguments: Arguments },
    Read { uri: String },
    Get { prompt: String, arguments: Arguments },
    Schema { tool: String },
}

impl CommandLine {
    /// Reads the command line of the process, with the options of the program's own; help and
    /// mistakes end it here, mistakes with 2.
    ///
    /// # Errors
    ///
    /// When an option of the program has the name of one of ours.
    pub(crate) fn of_process<O: Args>(program: Facts<'_>) -> Result<(O, Self)> {
        let mut definition = program.definition::<O>()?;
        let mut matches = definition.get_matches_mut();
        let line = match (serves_http(&matches), command(&matches)) {
            (true, None) => Self::Http(matches.clone()),
            (false, Some(command)) => Self::Ask { command, json: matches.get_flag("json") },
            (true, Some(_)) => {
                let message = "with --http it serves, and takes no command";
                definition.error(ErrorKind::ArgumentConflict, message).exit()
            }
            (false, None) if matches.get_flag("json") => {
                definition.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
            }
            (false, None) => Self::Stdio,
        };
        let options = O::from_arg_matches_mut(&mut matches);
        Ok((options.unwrap_or_else(|error| error.format(&mut definition).exit()), line))
    }

    /// Whether it can be done without what handlers share.
    pub(crate) fn calls_no_handler(&self) -> bool {
        matches!(self, Self::Ask { command: Command::List | Command::Schema { .. }, .. })
    }
}

/// Without the feature `http` there is no such option.
fn serves_http(matches: &ArgMatches) -> bool {
    matches.try_contains_id("http").unwrap_or_default()
}

fn command(matches: &ArgMatches) -> Option<Command> {
    let (command, matches) = matches.subcommand()?;
    Some(match command {
        "call" => Command::Call { tool: name(matches), arguments: arguments(matches) },
        "read" => Command::Read { uri: name(matches) },
        "get" => Command::Get { prompt: name(matches), arguments: arguments(matches) },
        "schema" => Command::Schema { tool: name(matches) },
        // clap refuses everything else.
        _ => Command::List,
    })
}

fn name(matches: &ArgMatches) -> String {
    matches.get_one("name").cloned().unwrap_or_default()
}

fn arguments(matches: &ArgMatches) -> Arguments {
    match matches.get_one::<Box<RawValue>>("args") {
        Some(json) => Arguments::Json(json.clone()),
        None => {
            let pairs = matches.get_many("pairs").unwrap_or_default();
            Arguments::Pairs(pairs.cloned().collect())
        }
    }
}
