//! Changes of files in version 2: what happened to them, with a patch.
//!
//! Source: [ACP, version 2, "Schema", Diff](https://agentclientprotocol.com/protocol/v2/schema#diff).

use std::fmt::{self, Write as _};
use std::ops::Range;
use std::time::Duration;

use serde_json::{Value, json};
use similar::{DiffOp, DiffTag, TextDiff};

use crate::codec::tool_call::{WireCall, WireDiff};
use crate::protocol::{Diff, ToolCall};

/// How long the smallest patch is searched for; then one is taken that is not the smallest.
const SEARCH: Duration = Duration::from_millis(50);

impl<'a> WireCall<'a> {
    /// A call whose changes of files have a patch.
    pub(super) fn with_changes(call: &'a ToolCall) -> Self {
        Self::of(call, |diff| WireDiff::Changes(changes(diff)))
    }
}

/// What happened to the file, and how its text has changed.
fn changes(diff: &Diff) -> Value {
    let operation = if diff.old_text.is_some() { "modify" } else { "add" };
    json!({
        "changes": [{ "operation": operation, "path": diff.path, "fileType": "text" }],
        "patch": { "format": "git_patch", "text": patch(diff) },
    })
}

/// The change as `git diff` prints it.
fn patch(Diff { path, old_text, new_text }: &Diff) -> String {
    let path = path.trim_start_matches('/');
    let old = Name(format!("a/{path}"));
    let new = Name(format!("b/{path}"));
    let mut text = format!("diff --git {old} {new}\n");
    let from = match old_text {
        Some(_) => old.of_hunks(),
        None => {
            text.push_str("new file mode 100644\n");
            "/dev/null".to_owned()
        }
    };
    let before = lines(old_text.as_deref().unwrap_or_default());
    let after = lines(new_text);
    let diff = TextDiff::configure().timeout(SEARCH).diff_slices(&before, &after);
    // As many lines around a change as git has by default.
    for (at, ops) in diff.grouped_ops(3).iter().enumerate() {
        if at == 0 {
            text.push_str(&format!("--- {from}\n+++ {}\n", new.of_hunks()));
        }
        hunk(&mut text, ops, (&before, &after));
    }
    text
}

/// The lines of a text as git counts them: a `\r` alone ends none.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// Writes changes that are close to each other, with the lines around them.
fn hunk(text: &mut String, ops: &[DiffOp], (before, after): (&[&str], &[&str])) {
    let (Some(first), Some(last)) = (ops.first(), ops.last()) else { return };
    let old = first.old_range().start..last.old_range().end;
    let new = first.new_range().start..last.new_range().end;
    text.push_str(&format!("@@ -{} +{} @@\n", range(&old), range(&new)));
    for op in ops {
        let is_same = op.tag() == DiffTag::Equal;
        let gone = &before[op.old_range()];
        gone.iter().for_each(|gone| line(text, if is_same { ' ' } else { '-' }, gone));
        let come = if is_same { &[] } else { &after[op.new_range()] };
        come.iter().for_each(|come| line(text, '+', come));
    }
}

/// Where a hunk begins, and how many lines it has: without any, it follows a line.
fn range(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn line(text: &mut String, sign: char, line: &str) {
    text.push(sign);
    text.push_str(line);
    if !line.ends_with('\n') {
        text.push_str("\n\\ No newline at end of file\n");
    }
}

/// The name of a file, which git quotes as in C where it has special characters.
struct Name(String);

impl Name {
    /// The name over the hunks, where it ends with a tab if it has a space.
    fn of_hunks(&self) -> String {
        format!("{self}{}", if self.0.contains(' ') { "\t" } else { "" })
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_special = |c: char| c.is_ascii_control() || matches!(c, '"' | '\\');
        if !self.0.contains(is_special) {
            return f.write_str(&self.0);
        }
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '\n' => f.write_str("\\n")?,
                '\t' => f.write_str("\\t")?,
                '\r' => f.write_str("\\r")?,
                '"' | '\\' => write!(f, "\\{c}")?,
                c if is_special(c) => write!(f, "\\{:03o}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write as _;
    use std::path::Path;
    use std::process::{Command, Stdio};

    use mcp_runtime_protocol::random;

    use super::*;

    /// Has git apply a change in a directory of its own.
    fn applied(folder: &Path, diff: &Diff) -> Result<(), String> {
        let patch = patch(diff);
        let mut git = Command::new("git");
        git.args(["-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-"]);
        git.current_dir(folder).env("GIT_CEILING_DIRECTORIES", std::env::temp_dir());
        git.stdin(Stdio::piped()).stderr(Stdio::piped());
        let mut git = git.spawn().unwrap();
        git.stdin.take().unwrap().write_all(patch.as_bytes()).unwrap();
        let done = git.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        if done.status.success() { Ok(()) } else { Err(format!("{said}{patch}")) }
    }

    #[test]
    #[ignore = "needs git: .ci/services"]
    fn git_applies_the_patch_of_every_text_and_name() {
        let texts = [
            "",
            "a",
            "a\n",
            "a\r",
            "a\rb",
            "a\rb\rc\r",
            "a\r\nb\r\n",
            "a\nb\rc\nd",
            "\r",
            "\n",
            "\r\n",
            "a\n\rb\n",
            "-a\n+b\n@@\n",
            "\\ No newline at end of file\n",
            "a\u{b}b\u{85}c\u{2028}d\n",
        ];
        let names = [
            "a.rs",
            "with space",
            " space",
            "space ",
            "tab\tin",
            "line\nfeed",
            "return\rin",
            "quote\"in",
            "back\\slash",
            "bell\u{7}",
            "delete\u{7f}",
            "ü",
            "日本 語\t",
            "deep/er\n/x",
        ];
        let folder = std::env::temp_dir().join(format!("mcp-patch-{}", random::id().unwrap()));
        for (number, old) in texts.iter().enumerate() {
            for new in texts {
                let name = names[number % names.len()];
                check(&folder, name, Some(old), new);
            }
        }
        for name in names {
            for old in [None, Some("one\r\ntwo\n")] {
                check(&folder, name, old, "one\rtwo\n");
            }
        }
        let many: String = (0..100).map(|line| format!("{line}\r\n")).collect();
        check(&folder, "many", Some(&many), &many.replace("50\r", "50").replace("9\r", "\r9"));
    }

    fn check(folder: &Path, name: &str, old: Option<&str>, new: &str) {
        if old.unwrap_or_default() == new {
            return;
        }
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        if let Some(old) = old {
            fs::write(&file, old).unwrap();
        }
        let diff = Diff {
            path: format!("/{name}"),
            old_text: old.map(str::to_owned),
            new_text: new.into(),
        };
        let done = applied(folder, &diff);
        assert_eq!(done, Ok(()), "{name:?}: {old:?} -> {new:?}");
        assert_eq!(fs::read_to_string(&file).unwrap(), new, "{name:?}: {old:?}");
        fs::remove_dir_all(folder).unwrap();
    }
}
