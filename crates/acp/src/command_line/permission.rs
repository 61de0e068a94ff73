//! Asks the person at the terminal for permission.

use std::io::{self, BufRead, LineWriter, Write};

use crate::client::{PermissionChoice, PermissionRequest};
use mcp_runtime::terminal::{Answers, is_interactive, stderr};
use mcp_runtime_protocol::{Result, printable};

/// Asks for permission on standard error, as the question is not part of the output; `--yes` grants
/// it.
///
/// # Errors
///
/// When the terminal fails.
pub(super) fn answer(request: &PermissionRequest, answers: &Answers) -> Result<PermissionChoice> {
    stderr::clear();
    let input = is_interactive().then(|| io::stdin().lock());
    // Other output does not come between the parts of a line.
    ask(request, answers.is_yes(), input, LineWriter::new(io::stderr()))
}

/// Asks until one of the options is chosen by its number.
fn ask(
    request: &PermissionRequest,
    is_yes: bool,
    input: Option<impl BufRead>,
    mut output: impl Write,
) -> Result<PermissionChoice> {
    let trimmed = request.title.trim_end_matches([' ', '?']);
    let title = printable(if trimmed.is_empty() { "Allow the agent to continue" } else { trimmed });
    if is_yes {
        writeln!(output, "{title}? yes")?;
        return Ok(request.allow());
    }
    let Some(mut input) = input else {
        writeln!(output, "{title}? Standard input is not a terminal; allow it with --yes")?;
        return Ok(PermissionChoice::Cancelled);
    };
    writeln!(output, "{title}?")?;
    if let Some(arguments) = request.tool_call.as_ref().and_then(|call| call.raw_input.as_ref()) {
        writeln!(output, "  with {}", printable(&arguments.to_string()))?;
    }
    for (number, option) in (1..).zip(&request.options) {
        writeln!(output, "  {number}: {}", printable(&option.name))?;
    }
    loop {
        write!(output, "> ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            writeln!(output)?;
            return Ok(PermissionChoice::Cancelled);
        }
        let typed = line.trim();
        let number = typed.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let chosen = number.and_then(|number| request.options.get(number));
        match (chosen, typed.to_ascii_lowercase().as_str()) {
            (Some(option), _) => return Ok(PermissionChoice::Selected(option.id.clone())),
            (None, "y" | "yes") => return Ok(request.allow()),
            (None, "n" | "no") => return Ok(request.reject()),
            _ => writeln!(output, "  Type the number of an option, yes or no.")?,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{PermissionKind, PermissionOption};

    fn request() -> PermissionRequest {
        let option = |id: &str, name: &str, kind| PermissionOption {
            id: id.to_owned(),
            name: name.to_owned(),
            kind,
        };
        PermissionRequest {
            session_id: "one".to_owned(),
            title: "Wipe\u{1b}[2J".to_owned(),
            description: None,
            tool_call: None,
            options: vec![
                option("a", "Allow", PermissionKind::AllowOnce),
                option("r", "Reject", PermissionKind::RejectOnce),
            ],
        }
    }

    /// The output for a person who types this, and the choice.
    fn asked(typed: Option<&str>, is_yes: bool) -> (String, PermissionChoice) {
        let mut output = Vec::new();
        let input = typed.map(str::as_bytes);
        let choice = ask(&request(), is_yes, input, &mut output).unwrap();
        (String::from_utf8(output).unwrap(), choice)
    }

    fn selected(id: &str) -> PermissionChoice {
        PermissionChoice::Selected(id.to_owned())
    }

    #[test]
    fn an_option_is_chosen_by_its_number_or_by_yes_and_no() {
        let (seen, choice) = asked(Some("3\nwell\n2\n"), false);
        assert_eq!(choice, selected("r"));
        let expected = "\
Wipe\\u001b[2J?
  1: Allow
  2: Reject
>   Type the number of an option, yes or no.
>   Type the number of an option, yes or no.
> ";
        assert_eq!(seen, expected);
        assert_eq!(asked(Some("Y\n"), false).1, selected("a"));
        assert_eq!(asked(Some("no\n"), false).1, selected("r"));
        assert_eq!(asked(None, true).1, selected("a"));
    }

    #[test]
    fn who_says_nothing_allows_nothing() {
        assert_eq!(asked(Some(""), false).1, PermissionChoice::Cancelled);
        let (seen, choice) = asked(None, false);
        assert_eq!(choice, PermissionChoice::Cancelled);
        assert!(seen.contains("--yes"), "{seen}");
    }
}
