//! What can be typed, as clap reads it.

use std::io::IsTerminal as _;
use std::net::SocketAddr;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ArgMatches, value_parser};
use serde_json::Value;
use serde_json::value::RawValue;

use super::arguments::Arguments;
use crate::server::Server;

/// What was typed.
pub(crate) enum CommandLine {
    /// Serve HTTP instead of standard input and output.
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
    /// Reads the command line of the process; help and mistakes end it here, mistakes with 2.
    ///
    /// Clients start a server without arguments, and then there is nothing to parse.
    pub(crate) fn of_process(server: &Server) -> Option<Self> {
        if std::env::args_os().len() <= 1 {
            if std::io::stdin().is_terminal() {
                eprintln!("{}", waiting(&server.info().name));
            }
            return None;
        }
        let mut definition = definition(server);
        let matches = definition.get_matches_mut();
        Some(match (matches.contains_id("http"), command(&matches)) {
            (true, None) => Self::Http(matches),
            (false, Some(command)) => Self::Ask { command, json: matches.get_flag("json") },
            (true, Some(_)) => {
                let message = "with --http it serves, and takes no command";
                definition.error(ErrorKind::ArgumentConflict, message).exit()
            }
            (false, None) => {
                definition.error(ErrorKind::MissingSubcommand, "a command is missing").exit()
            }
        })
    }
}

/// For a person who started the program and sees nothing happen.
fn waiting(name: &str) -> String {
    format!(
        "{name} waits for a client that speaks MCP on its standard input; `--help` shows what else \
        it does."
    )
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

fn definition(server: &Server) -> clap::Command {
    let info = server.info();
    let json = Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .global(true)
        .help("Print the answer as JSON");
    let command = clap::Command::new(info.name.clone())
        .version(info.version.clone())
        .help_template(TEMPLATE)
        .after_help("Without a command it serves MCP on standard input and output.")
        .args(http_args())
        .disable_help_subcommand(true)
        .arg(json)
        .subcommand(subcommand("list", "List the tools, prompts and resources"))
        .subcommand(
            subcommand("call", "Call a tool").arg(required("TOOL", "Its name")).args(key_values()),
        )
        .subcommand(
            subcommand("read", "Read a resource")
                .arg(required("URI", "Where it is, such as notes://index")),
        )
        .subcommand(
            subcommand("get", "Get a prompt")
                .arg(required("PROMPT", "Its name"))
                .args(key_values()),
        )
        .subcommand(
            subcommand("schema", "Show what a tool takes and gives")
                .arg(required("TOOL", "Its name")),
        );
    match about(server) {
        Some(about) => command.about(about),
        None => command,
    }
}

fn http_args() -> [Arg; 4] {
    let of_http = |name: &'static str| Arg::new(name).long(name).requires("http");
    [
        Arg::new("http")
            .long("http")
            .value_name("ADDR")
            .value_parser(value_parser!(SocketAddr))
            .help("Serve HTTP at /mcp of an address, such as 127.0.0.1:8080"),
        of_http("allow-host")
            .value_name("HOST")
            .action(ArgAction::Append)
            .help("Serve requests for this host name, too"),
        of_http("allow-origin")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .help("Serve pages of this origin, such as https://app.example.com"),
        of_http("open-to-network-without-authorization")
            .action(ArgAction::SetTrue)
            .help("Let anybody who reaches the machine use the server"),
    ]
}

const TEMPLATE: &str = "{name} {version}\n{about-with-newline}\n{usage-heading} {usage}\n\n\
                        {all-args}{after-help}";

/// What the server is for: its description, and what a model is told.
fn about(server: &Server) -> Option<String> {
    let description = server.info().description.as_deref();
    let parts: Vec<&str> = description.into_iter().chain(server.instructions()).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn subcommand(name: &'static str, about: &'static str) -> clap::Command {
    clap::Command::new(name).about(about)
}

fn required(value_name: &'static str, help: &'static str) -> Arg {
    Arg::new("name").value_name(value_name).required(true).help(help)
}

fn key_values() -> [Arg; 2] {
    [
        Arg::new("pairs")
            .value_name("KEY=VALUE")
            .num_args(0..)
            .value_parser(pair)
            .help("Its arguments; an array or an object is written as JSON"),
        Arg::new("args")
            .long("args")
            .value_name("JSON")
            .conflicts_with("pairs")
            .value_parser(object)
            .help("All its arguments as one JSON object"),
    ]
}

fn pair(typed: &str) -> Result<(String, String), &'static str> {
    match typed.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write an argument as KEY=VALUE"),
    }
}

fn object(typed: &str) -> Result<Box<RawValue>, String> {
    match serde_json::from_str(typed) {
        Ok(Value::Object(_)) => {
            RawValue::from_string(typed.to_owned()).map_err(|error| error.to_string())
        }
        Ok(_) => Err("this JSON is not an object".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    }
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
