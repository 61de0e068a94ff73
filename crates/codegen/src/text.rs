//! Text of a lock as part of Rust source: escaped, so that it ends no literal and no comment.

use std::fmt::Write as _;

/// The maximum length of a description, in characters; the rest is left out.
const MAX_DESCRIPTION: usize = 4000;

/// A string literal.
pub(crate) fn literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        // The first are what a literal ends or escapes with.
        if matches!(c, '"' | '\\') || !is_plain(c) {
            literal.extend(c.escape_default());
        } else {
            literal.push(c);
        }
    }
    literal.push('"');
    literal
}

/// Text in an error: without characters that control a terminal or turn the direction of text.
pub(crate) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_plain(c) {
            shown.push(c);
        } else {
            // Writing to a string does not fail.
            let _ = write!(shown, "{}", c.escape_default());
        }
    }
    shown
}

/// Whether a character looks like itself wherever it stands.
fn is_plain(c: char) -> bool {
    matches!(c, ' '..='~') || (!c.is_ascii() && c.is_alphanumeric())
}

/// The lines of a doc comment with a text that is not Markdown: it makes no link, no HTML and no
/// block of code, which rustdoc would run as a test.
pub(crate) fn documentation(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for (at, c) in text.chars().enumerate() {
        if at == MAX_DESCRIPTION {
            line.push('…');
            break;
        }
        match c {
            '\n' | '\r' | '\u{2028}' | '\u{2029}' => lines.push(std::mem::take(&mut line)),
            // Several spaces begin a block of code, at the start of a line or an item of a list.
            _ if c.is_whitespace() || c.is_control() => {
                if !line.is_empty() && !line.ends_with(' ') {
                    line.push(' ');
                }
            }
            _ if is_invisible(c) => {}
            '\\' | '`' | '~' | '<' | '>' | '[' | ']' => line.extend(['\\', c]),
            _ => line.push(c),
        }
    }
    lines.push(line);
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    // One empty line separates paragraphs; more do not, and neither at the ends.
    lines.dedup_by(|a, b| a.is_empty() && b.is_empty());
    let is_edge = |line: Option<&String>| line.is_some_and(String::is_empty);
    if is_edge(lines.last()) {
        lines.pop();
    }
    if is_edge(lines.first()) {
        lines.remove(0);
    }
    lines
}

/// Characters that turn the direction of text, or are not seen.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_end_where_they_should() {
        assert_eq!(literal("a\"b\\c\nd"), r#""a\"b\\c\nd""#);
        assert_eq!(literal("größe\u{202e}"), "\"größe\\u{202e}\"");
        assert_eq!(literal("\u{0}\u{7f}'"), "\"\\u{0}\\u{7f}'\"");
    }

    #[test]
    fn documentation_is_no_code_and_no_html() {
        assert_eq!(
            documentation("```\nfn main() {}\n```"),
            ["\\`\\`\\`", "fn main() {}", "\\`\\`\\`"]
        );
        assert_eq!(documentation("    fn main() {}"), ["fn main() {}"]);
        assert_eq!(documentation("-      a\t\tb"), ["- a b"]);
        assert_eq!(documentation("\\<script>[a](b)"), ["\\\\\\<script\\>\\[a\\](b)"]);
        assert_eq!(documentation("\n\na\r\n\r\n\u{b}\nb\u{202e}c \n"), ["a", "", "bc"]);
        assert!(documentation("\u{200b}\n \n").is_empty());
    }

    #[test]
    fn long_documentation_is_cut() {
        let lines = documentation(&"a".repeat(MAX_DESCRIPTION * 2));
        assert_eq!(lines[0].chars().count(), MAX_DESCRIPTION + 1);
    }
}
