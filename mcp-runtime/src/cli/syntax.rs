//! The definition of the command line, for clap.

use super::answers::Answers;
use super::arguments::{TypedArgument, object};
use super::subcommand::Subcommands;
use super::values::pair;
use crate::error::{Error, Result};
use crate::protocol::Implementation;
use crate::server::Env;
use clap::{Arg, ArgAction, Args};

/// The facts about a program that are known before its command line is parsed.
pub(crate) struct Facts<'a> {
    pub(crate) info: &'a Implementation,
    /// The instructions for models.
    pub(crate) instructions: Option<&'a str>,
    /// The protocol that it speaks without a command.
    pub(crate) protocol: &'static str,
    /// The environment variables that it needs.
    pub(crate) needs: &'a [Env],
    /// Commands that features and the program add.
    pub(crate) added: Subcommands,
    /// The options of transports other than standard input and output.
    pub(crate) transports: Vec<Arg>,
    /// Options that features add for operators; the program may replace each with its own.
    pub(crate) for_operators: Vec<Arg>,
}

impl Facts<'_> {
    /// The definition of the command line, with the program's own options.
    ///
    /// # Errors
    ///
    /// When one of those has the name of one of ours.
    pub(super) fn definition<O: Args>(self) -> Result<clap::Command> {
        let about = self.about();
        let after = self.after();
        let Self { info, transports, added, for_operators, .. } = self;
        let own = O::augment_args(clap::Command::new(info.name.clone()));
        let ours: Vec<Arg> = transports.into_iter().chain(of_all()).collect();
        // Enabling a feature must not break a program that already has such an option.
        let has_own = |ours: &Arg| {
            own.get_arguments()
                .any(|own| conflicting_name(own, std::slice::from_ref(ours)).is_some())
        };
        let for_operators: Vec<Arg> =
            for_operators.into_iter().filter(|ours| !has_own(ours)).collect();
        let mut commands = commands().to_vec();
        let added = added.definitions();
        commands.retain(|ours| added.iter().all(|other| other.get_name() != ours.get_name()));
        commands.extend(added);
        if let Some(taken) = own.get_arguments().find_map(|own| conflicting_name(own, &ours)) {
            let message = format!("{}: every server has `{taken}`; rename your option", info.name);
            return Err(Error::other(message));
        }
        let of_commands: Vec<Arg> =
            commands.iter().flat_map(clap::Command::get_arguments).cloned().collect();
        let definition = own
            .mut_args(|arg| {
                let is_global =
                    may_be_global(&arg) && conflicting_name(&arg, &of_commands).is_none();
                arg.global(is_global)
            })
            .version(info.version.clone())
            .help_template(TEMPLATE)
            .after_help(after)
            .subcommand_precedence_over_arg(true)
            .args(ours)
            .args(for_operators)
            .subcommands(commands);
        Ok(match about {
            Some(about) => definition.about(about).long_about(None),
            None => definition,
        })
    }

    /// The text after the help: what it does without a command, and which variables it needs.
    fn after(&self) -> String {
        let protocol = self.protocol;
        let after = format!("Without a command it serves {protocol} on standard input and output.");
        let needs = self.needs.iter().map(variable);
        needs.fold(after, |after, line| {
            if after.contains("\nEnvironment:") {
                format!("{after}\n{line}")
            } else {
                format!("{after}\n\nEnvironment:\n{line}")
            }
        })
    }

    /// What the server is for: its description, and its instructions.
    fn about(&self) -> Option<String> {
        let description = self.info.description.as_deref();
        let parts: Vec<&str> = description.into_iter().chain(self.instructions).collect();
        (!parts.is_empty()).then(|| parts.join("\n\n"))
    }
}

/// A line of `--help` for a variable.
fn variable(env: &Env) -> String {
    let default = match env.default_value() {
        Some(default) => format!(" [default: {default}]"),
        None if env.is_required() => " (required)".to_owned(),
        None => String::new(),
    };
    format!("  {}  {}{default}", env.name(), env.reason())
}

const TEMPLATE: &str = "{name} {version}\n{about-with-newline}\n{usage-heading} {usage}\n\n\
                        {all-args}{after-help}";

/// The name of one of the program's own options that conflicts with one of these, or with one of
/// clap's.
fn conflicting_name(own: &Arg, others: &[Arg]) -> Option<String> {
    let long = own.get_long().filter(|long| {
        matches!(*long, "help" | "version")
            || others.iter().any(|other| other.get_long() == Some(long))
    });
    let short = own.get_short().filter(|short| {
        matches!(short, 'h' | 'V') || others.iter().any(|other| other.get_short() == Some(*short))
    });
    let is_shared = others.iter().any(|other| own.get_id() == other.get_id());
    let id = || is_shared.then(|| own.get_id().to_string());
    long.map(|long| format!("--{long}")).or_else(|| Some(format!("-{}", short?))).or_else(id)
}

/// Whether an option may also stand after the command: clap does not allow that for a required one.
fn may_be_global(own: &Arg) -> bool {
    !own.is_positional() && !own.is_required_set()
}

/// The options that both commands and a server take.
fn of_all() -> [Arg; 2] {
    [
        Arg::new("json")
            .long("json")
            .action(ArgAction::SetTrue)
            .global(true)
            .help("Print the result as JSON"),
        Arg::new("mcp-verbosity").short('v').action(ArgAction::Count).global(true).help(
            "Log each request to standard error, and more with -vv; RUST_LOG is respected as well",
        ),
    ]
}

fn commands() -> [clap::Command; 7] {
    [
        subcommand("list", "List the tools, prompts and resources"),
        subcommand("call", "Call a tool")
            .arg(required("TOOL", "The name of the tool"))
            .args(arguments())
            .args(Answers::args()),
        subcommand("read", "Read a resource")
            .arg(required("URI", "The URI of the resource, such as notes://index"))
            .args(Answers::args()),
        subcommand("get", "Get a prompt")
            .arg(required("PROMPT", "The name of the prompt"))
            .args(arguments())
            .args(Answers::args()),
        subcommand("schema", "Show the arguments and the result of a tool, a prompt or a resource")
            .arg(required("NAME", "The name of the tool or prompt, or the URI of the resource")),
        subcommand("complete", "Complete an argument of a prompt or a resource")
            .arg(required("NAME", "The name of the prompt, or the template of the resource"))
            .arg(
                Arg::new("mcp-typed")
                    .value_name("KEY=START")
                    .required(true)
                    .num_args(1..)
                    .value_parser(pair)
                    .help("The arguments typed so far; the last one is completed"),
            ),
        subcommand("completions", "Print a shell completion script")
            .arg(required("SHELL", "bash, zsh or fish").value_parser(["bash", "zsh", "fish"])),
    ]
}

fn subcommand(name: &'static str, about: &'static str) -> clap::Command {
    clap::Command::new(name).about(about)
}

fn required(value_name: &'static str, help: &'static str) -> Arg {
    Arg::new("mcp-name").value_name(value_name).required(true).help(help)
}

fn arguments() -> [Arg; 2] {
    [
        Arg::new("mcp-typed")
            .value_name("KEY=VALUE")
            .num_args(0..)
            .value_parser(typed)
            .help("Arguments; write arrays and objects as JSON. @FILE reads all arguments from a JSON file, and - from standard input"),
        Arg::new("mcp-json")
            .long("args")
            .value_name("JSON")
            .conflicts_with("mcp-typed")
            .value_parser(object)
            .help("All arguments as one JSON object"),
    ]
}

fn typed(typed: &str) -> Result<TypedArgument, &'static str> {
    match typed.strip_prefix('@') {
        Some(file) if !file.is_empty() => Ok(TypedArgument::File(file.into())),
        _ if typed == "-" => Ok(TypedArgument::StandardInput),
        _ => pair(typed).map(|(key, value)| TypedArgument::Pair(key, value)),
    }
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;
    use crate::cli::values::value;

    /// A program with nothing of its own.
    fn plain(info: &Implementation) -> Facts<'_> {
        Facts {
            info,
            instructions: None,
            protocol: "MCP",
            needs: &[],
            added: Subcommands::default(),
            transports: Vec::new(),
            for_operators: Vec::new(),
        }
    }

    #[test]
    fn help_has_no_option_of_a_feature_that_is_off() {
        let info = Implementation::new("shop", "1.0");
        let help = plain(&info).definition::<()>().unwrap().render_long_help().to_string();
        assert!(help.contains("--json") && !help.to_lowercase().contains("http"), "{help}");
    }

    #[test]
    fn the_definition_is_whole() {
        let info = Implementation::new("shop", "1.0");
        let own = Arg::new("http").long("http");
        let instructions = Some("Sells.");
        let transports = vec![own];
        let facts = Facts { instructions, transports, ..plain(&info) };
        facts.definition::<()>().unwrap().debug_assert();
    }

    #[derive(Args)]
    struct AuditOptions {
        /// A word of the program's own.
        #[arg(long, default_value = "none")]
        audit: String,
    }

    #[test]
    fn an_option_for_operators_gives_way_to_one_of_the_program() {
        let info = Implementation::new("shop", "1.0");
        let option = |name: &'static str| Arg::new(format!("mcp-{name}")).long(name);
        let for_operators = vec![option("audit"), option("metrics")];
        let facts = Facts { for_operators, ..plain(&info) };
        let definition = facts.definition::<AuditOptions>().unwrap();
        let typed = ["shop", "--audit", "all", "--metrics", "9464"];
        let matches = definition.try_get_matches_from(typed).unwrap();
        assert_eq!(AuditOptions::from_arg_matches(&matches).unwrap().audit, "all");
        assert_eq!(matches.get_one::<String>("mcp-metrics").map(String::as_str), Some("9464"));
        assert_eq!(value::<String>(&matches, "mcp-audit"), None);
    }

    #[derive(Args)]
    struct Folders {
        #[arg(required = true)]
        folders: Vec<String>,
        #[arg(long)]
        depth: Option<u8>,
        /// Named like an argument of `call`, which it does not take the place of.
        #[arg(long = "args")]
        name: Option<String>,
    }

    #[test]
    fn what_a_program_takes_stands_before_the_command_and_its_options_after_it_too() {
        let info = Implementation::new("files", "1.0");
        let definition = plain(&info).definition::<Folders>().unwrap();
        let typed =
            ["files", "--args", "x", "/a", "/b", "call", "add", "--args", "{}", "--depth", "3"];
        let matches = definition.try_get_matches_from(typed).unwrap();
        let own = Folders::from_arg_matches(&matches).unwrap();
        assert_eq!(own.folders, ["/a", "/b"]);
        assert_eq!((own.depth, own.name.as_deref()), (Some(3), Some("x")));
        let (command, call) = matches.subcommand().unwrap();
        assert_eq!((command, call.contains_id("mcp-json")), ("call", true));
    }
}
