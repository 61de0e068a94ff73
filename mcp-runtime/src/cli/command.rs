//! The command line, as parsed by clap.

use std::any::Any;
use std::env;
use std::net::SocketAddr;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args};
use serde_json::value::RawValue;

use super::answers::Answers;
use super::arguments::{Arguments, Typed};
use super::completions::{self, Shell, Unfinished};
use super::syntax::Facts;
use super::usage_errors::explain;
use crate::error::Result;

/// The parsed command line.
pub(crate) struct CommandLine {
    pub(crate) job: Job,
    /// How often `-v` was given.
    pub(crate) verbosity: u8,
    /// The options for operators of the server.
    #[allow(dead_code, reason = "only features have such options")]
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
    /// Run a turn of the agent.
    Prompt(PromptLine),
    /// A command that a feature adds.
    Added(AddedLine),
}

/// A command that a feature adds.
#[allow(dead_code, reason = "only features have them")]
pub(crate) struct AddedLine {
    pub(crate) name: String,
    pub(super) matches: ArgMatches,
    /// Whether the output is for a program.
    pub(super) json: bool,
    /// The arguments before the command, which configure the server.
    pub(super) before: Vec<String>,
}

/// A command, and how its result is shown.
pub(crate) struct RequestLine {
    pub(super) command: Command,
    /// Whether the output is for a program.
    pub(super) json: bool,
    /// The answers to questions of the server.
    pub(super) answers: Answers,
}

/// A prompt for the agent, and how its turn is shown.
#[allow(dead_code, reason = "only `acp` has agents")]
pub(crate) struct PromptLine {
    pub(super) prompt: String,
    /// Whether the output is for a program.
    pub(super) json: bool,
    /// The answers to questions of the agent.
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
    Words(Box<Unfinished>),
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
        let added: Vec<String> =
            program.added.iter().map(|added| added.get_name().to_owned()).collect();
        let mut definition = program.definition::<O>()?;
        if let Some(shell) = Shell::of_process(&definition) {
            print!("{}", shell.script(definition.get_name()));
            std::process::exit(0);
        }
        if let Some((mut matches, unfinished)) = Unfinished::of_process(&definition) {
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
        let job = job(&mut definition, &matches, &added)?;
        let (verbosity, for_operators) = (matches.get_count("mcp-verbosity"), matches.clone());
        let line = Self { job, verbosity, for_operators };
        let options = O::from_arg_matches_mut(&mut matches);
        Ok((options.unwrap_or_else(|error| error.format(&mut definition).exit()), line))
    }

    /// Whether the job needs none of the state of handlers.
    pub(crate) fn calls_no_handler(&self) -> bool {
        match &self.job {
            Job::Request(RequestLine { command, .. }) => {
                matches!(command, Command::List | Command::Schema { .. } | Command::Words(_))
            }
            Job::Added(_) => true,
            _ => false,
        }
    }
}

fn job(definition: &mut clap::Command, matches: &ArgMatches, added: &[String]) -> Result<Job> {
    // Without the feature `http` there is no such option.
    let serves_http = value::<SocketAddr>(matches, "http").is_some();
    let json = matches.get_flag("json");
    let Some((command, of_command)) = matches.subcommand() else {
        if json {
            definition.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
        }
        return Ok(if serves_http { Job::Http(matches.clone()) } else { Job::Stdio });
    };
    if serves_http {
        let message = "`--http` cannot be combined with a command";
        definition.error(ErrorKind::ArgumentConflict, message).exit()
    }
    if command == "prompt" {
        let prompt = of_command.get_one::<String>("mcp-name").cloned().unwrap_or_default();
        return Ok(Job::Prompt(PromptLine { prompt, json, answers: answers(of_command) }));
    }
    // A command with an address serves.
    if value::<SocketAddr>(of_command, "http").is_some() {
        return Ok(Job::Http(of_command.clone()));
    }
    if added.iter().any(|added| added == command) {
        let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned());
        let before = words.take_while(|word| word != command).collect();
        let (name, matches) = (command.to_owned(), of_command.clone());
        return Ok(Job::Added(AddedLine { name, matches, json, before }));
    }
    let (command, answers) = (self::command(command, of_command)?, answers(of_command));
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

fn answers(matches: &ArgMatches) -> Answers {
    match value(matches, "mcp-yes") {
        Some(&yes) => Answers::new(pairs(matches, "mcp-answers"), yes),
        // For commands that ask nothing.
        None => Answers::default(),
    }
}

/// The value of an argument that not every command has; a flag has one in each command that has
/// the flag.
///
/// Whether a command has an argument at all is known to clap only in builds with debug assertions.
#[allow(clippy::disallowed_methods, reason = "an unknown argument has no value in any build")]
pub(crate) fn value<'a, T: Any + Clone + Send + Sync>(
    line: &'a ArgMatches,
    id: &str,
) -> Option<&'a T> {
    line.try_get_one(id).ok().flatten()
}

fn arguments(matches: &ArgMatches) -> Result<Arguments> {
    match matches.get_one::<Box<RawValue>>("mcp-json") {
        Some(json) => Ok(Arguments::Json(json.clone())),
        None => {
            let typed = matches.get_many::<Typed>("mcp-typed").unwrap_or_default();
            Arguments::read(typed.cloned())
        }
    }
}

fn pairs(matches: &ArgMatches, id: &str) -> Vec<(String, String)> {
    matches.get_many(id).unwrap_or_default().cloned().collect()
}
