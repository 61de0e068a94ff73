//! What can be typed, as clap is told.

use clap::{Arg, ArgAction, Args};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::protocol::Implementation;

/// What is known of a program before its command line is read.
pub(crate) struct Facts<'a> {
    pub(crate) info: &'a Implementation,
    /// What a model is told of the server.
    pub(crate) told: Option<&'a str>,
    /// The options of what else it can serve than standard input and output.
    pub(crate) transports: Vec<Arg>,
}

impl Facts<'_> {
    /// The command line, with the options of the program's own.
    ///
    /// # Errors
    ///
    /// When one of those has the name of one of ours.
    pub(super) fn definition<O: Args>(self) -> Result<clap::Command> {
        let about = self.about();
        let Self { info, transports, .. } = self;
        let own = O::augment_args(clap::Command::new(info.name.clone()));
        let ours: Vec<Arg> = transports.into_iter().chain([json()]).collect();
        let commands = commands();
        if let Some(taken) = own.get_arguments().find(|own| is_taken(own, &ours)) {
            let (name, taken) = (&info.name, taken.get_id());
            let message =
                format!("{name}: every server has an option `{taken}`; name yours otherwise");
            return Err(Error::other(message));
        }
        let of_commands: Vec<Arg> =
            commands.iter().flat_map(clap::Command::get_arguments).cloned().collect();
        let definition = own
            .mut_args(|arg| {
                let is_global = may_be_global(&arg) && !is_taken(&arg, &of_commands);
                arg.global(is_global)
            })
            .version(info.version.clone())
            .help_template(TEMPLATE)
            .after_help("Without a command it serves MCP on standard input and output.")
            .disable_help_subcommand(true)
            .subcommand_precedence_over_arg(true)
            .args(ours)
            .subcommands(commands);
        Ok(match about {
            Some(about) => definition.about(about).long_about(None),
            None => definition,
        })
    }

    /// What the server is for: its description, and what a model is told.
    fn about(&self) -> Option<String> {
        let description = self.info.description.as_deref();
        let parts: Vec<&str> = description.into_iter().chain(self.told).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

const TEMPLATE: &str = "{name} {version}\n{about-with-newline}\n{usage-heading} {usage}\n\n\
                        {all-args}{after-help}";

/// Whether an option of the program's own is named like one of these, or like one of clap's.
fn is_taken(own: &Arg, others: &[Arg]) -> bool {
    let is_same = |other: &Arg| {
        let long = own.get_long().is_some_and(|long| other.get_long() == Some(long));
        let short = own.get_short().is_some_and(|short| other.get_short() == Some(short));
        own.get_id() == other.get_id() || long || short
    };
    matches!(own.get_long(), Some("help" | "version")) || others.iter().any(is_same)
}

/// Whether an option may stand after the command, too: clap takes none there that is required.
fn may_be_global(own: &Arg) -> bool {
    !own.is_positional() && !own.is_required_set()
}

fn json() -> Arg {
    Arg::new("json")
        .long("json")
        .action(ArgAction::SetTrue)
        .global(true)
        .help("Print the answer as JSON")
}

fn commands() -> [clap::Command; 5] {
    [
        subcommand("list", "List the tools, prompts and resources"),
        subcommand("call", "Call a tool").arg(required("TOOL", "Its name")).args(key_values()),
        subcommand("read", "Read a resource")
            .arg(required("URI", "Where it is, such as notes://index")),
        subcommand("get", "Get a prompt").arg(required("PROMPT", "Its name")).args(key_values()),
        subcommand("schema", "Show what a tool takes and gives").arg(required("TOOL", "Its name")),
    ]
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
