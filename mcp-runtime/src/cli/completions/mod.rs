//! Completions for an unfinished command line of a shell.
//!
//! The scripts for the shells have no data of their own: they run the program itself, so that they
//! match its current tools.

mod shell;

use std::env;

use clap::{Arg, ArgMatches};
use serde_json::Value;

use super::Listing;
use super::json::items;
use super::listing::{find, name};

pub(super) use shell::Shell;

/// The hidden command that a script runs, followed by the words of the line.
pub(super) const ASK: &str = "__complete";

/// A command line that is being typed.
pub(super) struct UnfinishedLine {
    definition: clap::Command,
    before: Vec<String>,
    /// The word to complete.
    last: String,
}

impl UnfinishedLine {
    /// The line that a script wants completed, and its options as far as they parse.
    pub(super) fn of_process(definition: &clap::Command) -> Option<(ArgMatches, Self)> {
        let mut words = env::args_os().map(|word| word.to_string_lossy().into_owned()).skip(1);
        words.next().filter(|word| word == ASK)?;
        let mut before: Vec<String> = words.collect();
        let last = before.pop().unwrap_or_default();
        let definition = definition.clone();
        let line = [definition.get_name().to_owned()].into_iter().chain(before.iter().cloned());
        let matches = definition.clone().ignore_errors(true).try_get_matches_from(line);
        Some((matches.unwrap_or_default(), Self { definition, before, last }))
    }

    /// The completions of the last word, given what the server offers.
    pub(super) fn words(&self, listing: Option<&Listing>) -> Vec<String> {
        let mut words = self.all(listing);
        words.retain(|word| word.starts_with(&self.last));
        words
    }

    fn all(&self, listing: Option<&Listing>) -> Vec<String> {
        let (command, rest) = self.command();
        if let Some(values) = self.values(command.unwrap_or(&self.definition)) {
            return values;
        }
        if self.last.starts_with('-') {
            let root = self
                .definition
                .get_arguments()
                .filter(|arg| command.is_none() || arg.is_global_set());
            return options(root.chain(command.into_iter().flat_map(clap::Command::get_arguments)));
        }
        let Some(command) = command else {
            let commands = self.definition.get_subcommands();
            return commands.map(|command| command.get_name().to_owned()).collect();
        };
        match (command.get_name(), listing) {
            ("completions", _) if rest.is_empty() => Shell::NAMES.map(str::to_owned).to_vec(),
            (command, Some(listing)) => offered(command, rest, &self.last, listing),
            _ => Vec::new(),
        }
    }

    /// The command that was typed, and what was typed after it.
    fn command(&self) -> (Option<&clap::Command>, &[String]) {
        let mut words = self.before.iter().enumerate();
        while let Some((at, word)) = words.next() {
            if takes_next(&self.definition, word) {
                words.next();
            } else if let Some(command) = self.definition.find_subcommand(word) {
                return (Some(command), &self.before[at + 1..]);
            }
        }
        (None, &[])
    }

    /// The values of the option before the word; if it takes any value, the shell completes files.
    fn values(&self, command: &clap::Command) -> Option<Vec<String>> {
        let option = self.before.last()?;
        let all = self.definition.get_arguments().chain(command.get_arguments());
        let option = all.into_iter().find(|arg| takes_value(arg) && is_called(arg, option))?;
        let values = option.get_possible_values();
        Some(values.iter().map(|value| value.get_name().to_owned()).collect())
    }
}

/// Prints words for a script.
pub(super) fn print(words: &[String]) {
    for word in words {
        println!("{}", crate::jsonrpc::printable(word).replace('\n', " "));
    }
}

/// The names and arguments of a server that may stand in a command.
fn offered(command: &str, rest: &[String], last: &str, listing: &Listing) -> Vec<String> {
    let Listing { tools, prompts, resources, resource_templates: templates } = listing;
    // The first word that is not an option is the name.
    let Some(typed) = rest.iter().find(|word| !word.starts_with('-')) else {
        let entries: &[&Vec<Value>] = match command {
            "call" => &[tools],
            "get" => &[prompts],
            "complete" => &[prompts, templates],
            "read" => &[resources, templates],
            "schema" => &[tools, prompts, resources, templates],
            _ => &[],
        };
        let mut names = Vec::new();
        for entry in entries.iter().copied().flatten() {
            let name = name(entry);
            names.push(if command == "read" { constant_start(name) } else { name }.to_owned());
        }
        return names;
    };
    match command {
        "call" => {
            let tool = find(tools, typed);
            let properties = tool.and_then(|tool| tool["inputSchema"]["properties"].as_object());
            let keys = properties.into_iter().flatten().filter(|(key, _)| is_open(key, rest));
            keys.flat_map(|(key, schema)| argument(key, schema, last)).collect()
        }
        "get" | "complete" => {
            let arguments = find(prompts, typed).map(|prompt| items(prompt, "arguments"));
            let keys = arguments.into_iter().flatten().map(name);
            keys.filter(|key| is_open(key, rest)).map(|key| format!("{key}=")).collect()
        }
        _ => Vec::new(),
    }
}

/// What stands before the first variable of a URI template.
fn constant_start(uri: &str) -> &str {
    uri.split_once('{').map_or(uri, |(start, _)| start)
}

/// Whether an argument has no value yet.
fn is_open(key: &str, rest: &[String]) -> bool {
    !rest.iter().any(|word| word.split('=').next() == Some(key))
}

/// The completions of an argument: with its values, once the key is typed and if there are few.
fn argument(key: &str, schema: &Value, last: &str) -> Vec<String> {
    let start = format!("{key}=");
    let is_value = last.starts_with(&start);
    let is_boolean = schema.get("type").is_some_and(|kind| kind == "boolean");
    match schema.get("enum").and_then(Value::as_array) {
        Some(values) if is_value => {
            values.iter().filter_map(Value::as_str).map(|value| start.clone() + value).collect()
        }
        _ if is_value && is_boolean => {
            ["true", "false"].map(|value| start.clone() + value).to_vec()
        }
        _ => vec![start],
    }
}

fn options<'a>(args: impl Iterator<Item = &'a Arg>) -> Vec<String> {
    let mut names: Vec<String> =
        args.filter_map(|arg| Some(format!("--{}", arg.get_long()?))).collect();
    names.push("--help".to_owned());
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a word is an option whose value is the next word.
fn takes_next(command: &clap::Command, word: &str) -> bool {
    command.get_arguments().any(|arg| takes_value(arg) && is_called(arg, word))
}

fn takes_value(arg: &Arg) -> bool {
    !arg.is_positional() && arg.get_action().takes_values()
}

fn is_called(arg: &Arg, word: &str) -> bool {
    let long = arg.get_long().is_some_and(|long| word.strip_prefix("--") == Some(long));
    long || arg.get_short().is_some_and(|short| word.strip_prefix('-') == Some(&short.to_string()))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn words(typed: &[&str]) -> Vec<String> {
        let schema = json!({"type": "object", "properties": {
            "text": {"type": "string"}, "order": {"type": "string", "enum": ["old", "new"]},
            "loud": {"type": "boolean"},
        }});
        let listing = Listing {
            tools: vec![
                json!({"name": "search", "inputSchema": schema}),
                json!({"name": "send", "inputSchema": {"type": "object"}}),
            ],
            prompts: vec![json!({"name": "ask", "arguments": [{"name": "like"}]})],
            resources: Vec::new(),
            resource_templates: Vec::new(),
        };
        let definition = clap::Command::new("shop")
            .arg(Arg::new("db").long("db").value_name("DB"))
            .arg(Arg::new("colour").long("colour").value_parser(["red", "blue"]))
            .subcommand(
                clap::Command::new("call")
                    .arg(Arg::new("yes").long("yes").action(clap::ArgAction::SetTrue)),
            )
            .subcommand(clap::Command::new("get"));
        let mut before: Vec<String> = typed.iter().map(|word| (*word).to_owned()).collect();
        let last = before.pop().unwrap();
        UnfinishedLine { definition, before, last }.words(Some(&listing))
    }

    #[test]
    fn a_line_goes_on_with_what_may_stand_there() {
        assert_eq!(words(&[""]), ["call", "get"]);
        assert_eq!(words(&["--db", "call", "g"]), ["get"]);
        assert_eq!(words(&["--db", ""]), [""; 0]);
        assert_eq!(words(&["--colour", "b"]), ["blue"]);
        assert_eq!(words(&["--d"]), ["--db"]);
        assert_eq!(words(&["call", "--"]), ["--help", "--yes"]);
        assert_eq!(words(&["call", "s"]), ["search", "send"]);
        assert_eq!(words(&["call", "search", ""]), ["text=", "order=", "loud="]);
        assert_eq!(words(&["call", "search", "text=a", "--yes", ""]), ["order=", "loud="]);
        assert_eq!(words(&["call", "search", "order="]), ["order=old", "order=new"]);
        assert_eq!(words(&["call", "search", "loud=t"]), ["loud=true"]);
        assert_eq!(words(&["call", "other", ""]), [""; 0]);
        assert_eq!(words(&["get", "ask", ""]), ["like="]);
    }
}
