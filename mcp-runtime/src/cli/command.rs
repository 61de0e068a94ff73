//! The command line, as parsed by clap.

use std::env;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args};
use serde_json::Value;
use tokio::runtime::Builder;

use super::answers::Answers;
use super::arguments::{Arguments, TypedArgument};
use super::completions::{self, Shell, UnfinishedLine};
use super::http;
use super::run_mode::RunMode;
use super::subcommand::{SubcommandLine, Subcommands};
use super::syntax::Facts;
use super::usage_errors::explain;
use super::values::pairs;
use crate::error::Result;

/// The parsed command line.
pub(crate) struct CommandLine {
    pub(crate) job: Job,
    /// How often `-v` was given.
    pub(crate) verbosity: u8,
    /// The options for operators of the server.
    pub(crate) for_operators: ArgMatches,
}

/// The job to do.
pub(crate) enum Job {
    /// Serve standard input and output.
    Stdio,
    /// Serve HTTP.
    Http(ArgMatches),
    /// Send a request to the server.
    Request(RequestLine),
    /// A command that a feature or the program adds.
    Added(AddedCommand),
}

/// A command that a feature or the program adds.
pub(crate) struct AddedCommand {
    pub(crate) name: String,
    pub(crate) line: SubcommandLine,
    mode: RunMode,
    is_listing: bool,
}

/// A command, and how its result is shown.
pub(crate) struct RequestLine {
    pub(super) command: Command,
    /// Whether the output is for a program.
    pub(super) json: bool,
    /// The answers to questions of the server.
    pub(super) answers: Answers,
}

/// The request to send.
pub(super) enum Command {
    List,
    Call {
        tool: String,
        arguments: Arguments,
    },
    Read {
        uri: String,
    },
    Get {
        prompt: String,
        arguments: Arguments,
    },
    Schema {
        name: String,
    },
    Complete {
        name: String,
        arguments: Vec<(String, String)>,
    },
    /// How an unfinished line may continue.
    Words(Box<UnfinishedLine>),
}

impl CommandLine {
    /// Parses the command line of the process, with the program's own options. Help and usage
    /// errors exit the process here, errors with status 2.
    ///
    /// # Errors
    ///
    /// When an option of the program has the name of one of ours, or when a file with arguments
    /// cannot be read.
    pub(crate) fn of_process<O: Args>(program: Facts<'_>) -> Result<(O, Self)> {
        let added = program.added.clone();
        let serves_http = !program.transports.is_empty();
        let mut definition = program.definition::<O>()?;
        if let Some(shell) = Shell::of_process(&definition) {
            print!("{}", shell.script(definition.get_name()));
            std::process::exit(0);
        }
        if let Some((mut matches, unfinished)) = UnfinishedLine::of_process(&definition) {
            let Ok(options) = O::from_arg_matches_mut(&mut matches) else {
                // Without its options, the server cannot be built to list what it offers.
                completions::print(&unfinished.words(None));
                std::process::exit(0);
            };
            let line = RequestLine {
                answers: Answers::default(),
                command: Command::Words(Box::new(unfinished)),
                json: false,
            };
            let for_operators = ArgMatches::default();
            return Ok((options, Self { job: Job::Request(line), verbosity: 0, for_operators }));
        }
        let read = definition.try_get_matches_from_mut(env::args_os());
        let mut matches =
            read.unwrap_or_else(|error| explain(error, &definition, env::args_os()).exit());
        let job = job(&mut definition, &matches, &added, serves_http)?;
        let verbosity = matches.get_count("mcp-verbosity");
        let for_operators = matches.clone();
        let line = Self { job, verbosity, for_operators };
        let options = O::from_arg_matches_mut(&mut matches);
        Ok((options.unwrap_or_else(|error| error.format(&mut definition).exit()), line))
    }

    /// The runtime for the job: standard input needs only one thread.
    pub(crate) fn runtime(&self) -> Builder {
        match self.job {
            Job::Http(_) => http::runtime(),
            _ => Builder::new_current_thread(),
        }
    }

    /// Whether it only shows what the server offers.
    pub(crate) fn is_listing(&self) -> bool {
        match &self.job {
            Job::Request(line) => matches!(line.command, Command::List | Command::Schema { .. }),
            Job::Added(added) => added.is_listing,
            Job::Stdio | Job::Http(_) => false,
        }
    }

    /// What the program was started for.
    pub(crate) fn mode(&self) -> RunMode {
        match &self.job {
            Job::Stdio => RunMode::Stdio,
            Job::Http(_) => RunMode::Http,
            Job::Added(added) => added.mode,
            Job::Request(line) => match line.command {
                Command::List | Command::Schema { .. } | Command::Words(_) => RunMode::Inspection,
                _ => RunMode::Command,
            },
        }
    }
}

fn job(
    definition: &mut clap::Command,
    matches: &ArgMatches,
    added: &Subcommands,
    serves_http: bool,
) -> Result<Job> {
    let is_to_serve = http::is_asked_for(matches);
    let json = matches.get_flag("json");
    let Some((command, of_command)) = matches.subcommand() else {
        if json {
            definition.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
        }
        return Ok(if is_to_serve { Job::Http(matches.clone()) } else { Job::Stdio });
    };
    if is_to_serve {
        let message = "`--http` cannot be combined with a command";
        definition.error(ErrorKind::ArgumentConflict, message).exit()
    }
    if let Some((mode, is_listing)) = added.mode(command) {
        let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let before = words.take_while(|word| word != command).collect();
        let line = SubcommandLine { matches: of_command.clone(), json, before, serves_http };
        return Ok(Job::Added(AddedCommand { name: command.to_owned(), line, mode, is_listing }));
    }
    let command = self::command(command, of_command)?;
    let answers = Answers::of(of_command);
    Ok(Job::Request(RequestLine { command, json, answers }))
}

fn command(command: &str, matches: &ArgMatches) -> Result<Command> {
    let name = || matches.get_one("mcp-name").cloned().unwrap_or_default();
    Ok(match command {
        "call" => Command::Call { tool: name(), arguments: arguments(matches)? },
        "read" => Command::Read { uri: name() },
        "get" => Command::Get { prompt: name(), arguments: arguments(matches)? },
        "schema" => Command::Schema { name: name() },
        "complete" => Command::Complete { name: name(), arguments: pairs(matches, "mcp-typed") },
        // clap refuses everything else.
        _ => Command::List,
    })
}

fn arguments(matches: &ArgMatches) -> Result<Arguments> {
    match matches.get_one::<Value>("mcp-json") {
        Some(json) => Ok(Arguments::Json(json.clone())),
        None => {
            let typed = matches.get_many::<TypedArgument>("mcp-typed").unwrap_or_default();
            Arguments::read(typed.cloned())
        }
    }
}
