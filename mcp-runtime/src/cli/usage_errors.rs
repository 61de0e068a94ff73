//! Explanations for usage errors, beyond those of clap.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};

/// Explains where required options of the program have to stand, and why even a command that only
/// lists needs them: clap shows neither.
pub(super) fn explain(
    mut error: Error,
    definition: &Command,
    typed: impl IntoIterator<Item = OsString>,
) -> Error {
    let command = typed.into_iter().skip(1).find_map(|word| definition.find_subcommand(word));
    if let (Some(command), Some(option)) = (command, required(&error, definition)) {
        let required: String = definition
            .get_arguments()
            .filter(|arg| arg.is_required_set())
            .map(|arg| format!("{arg} "))
            .collect();
        let program = definition.get_bin_name().unwrap_or(definition.get_name());
        let command = command.get_name();
        let tip = format!(
            "every command of this server requires `{option}`, before the name of the command: \
             {program} {required}{command}"
        );
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The required option of the program that is missing, or that stands where only those of a command
/// may.
fn required(error: &Error, definition: &Command) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::MissingRequiredArgument | ErrorKind::UnknownArgument) {
        return None;
    }
    let named = match error.get(ContextKind::InvalidArg)? {
        ContextValue::String(named) => std::slice::from_ref(named),
        ContextValue::Strings(named) => named.as_slice(),
        _ => return None,
    };
    let mut required = definition.get_arguments().filter(|arg| arg.is_required_set());
    let found = required.find(|arg| named.iter().any(|named| is_called(arg, named)))?;
    Some(first_word(&found.to_string()).to_owned())
}

/// Whether this names an argument, perhaps with its value.
fn is_called(arg: &Arg, named: &str) -> bool {
    let named = first_word(named);
    let short = arg.get_short().map(|short| format!("-{short}"));
    named == first_word(&arg.to_string()) || short.is_some_and(|short| named == short)
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}
