//! Text from the other side, made safe for an error message or a terminal.

use std::borrow::Cow;
use std::fmt::{self, Display, Write as _};

/// The maximum number of characters of a text that is part of a message.
const MAX_SHOWN_CHARS: usize = 60;

/// Truncates a text to a length suitable for display.
pub fn truncate_for_display(text: &str) -> String {
    match text.char_indices().nth(MAX_SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Escapes characters that control a terminal, such as the sequences that move its cursor, set its
/// title or change the text direction: they are shown as JSON escapes.
///
/// Line ends and tabs are kept. JSON keeps its meaning.
///
/// ```
/// use mcp_runtime_protocol::printable;
///
/// assert_eq!(printable("3 files\u{1b}[2J"), r"3 files\u001b[2J");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        if steers(c) && !text[at..].starts_with("\r\n") {
            let _ = write!(shown, "\\u{:04x}", u32::from(c));
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is a control character, or one that embeds, overrides or isolates a text
/// direction (<https://www.unicode.org/reports/tr9/>).
fn steers(c: char) -> bool {
    let is_plain = matches!(c, '\n' | '\t');
    let turns = matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || (c.is_control() && !is_plain)
}

/// How many characters of a text a line of a log has at most.
const LONGEST_LINE: usize = 500;

/// Formats a text of the peer as one line of a log: without line ends, and cut where it is long.
/// No more of it is written than is shown.
pub fn one_line(text: &impl Display) -> String {
    line(text, LONGEST_LINE)
}

/// Formats a short text of the peer, such as a name, as a part of a line of a log.
pub fn short_line(text: &impl Display) -> String {
    line(text, MAX_SHOWN_CHARS)
}

fn line(text: &impl Display, room: usize) -> String {
    let mut line = Line { text: String::new(), room };
    if write!(line, "{text}").is_err() {
        line.text.push('…');
    }
    line.text
}

/// A line that takes no more than there is room for.
struct Line {
    text: String,
    room: usize,
}

impl fmt::Write for Line {
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for c in text.chars() {
            self.room = self.room.checked_sub(1).ok_or(fmt::Error)?;
            match c {
                '\n' => self.text.push_str("\\n"),
                // Others end lines where logs are read.
                '\t' | '\u{2028}' | '\u{2029}' => self.text.push(' '),
                c if steers(c) => write!(self.text, "\\u{:04x}", u32::from(c))?,
                c => self.text.push(c),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{one_line, printable, truncate_for_display};

    #[test]
    fn a_line_of_a_log_is_one_and_short() {
        assert_eq!(one_line(&"no disk"), "no disk");
        let forged = "a\n2026-11-29 WARN all is well\r\n\u{1b}[2Jb\u{2028}c\td\u{85}\u{202e}";
        let shown = r"a\n2026-11-29 WARN all is well\u000d\n\u001b[2Jb c d\u0085\u202e";
        assert_eq!(one_line(&forged), shown);
        let long = one_line(&"\u{1b}".repeat(1_000_000));
        assert!(long.ends_with('…') && long.len() <= 500 * 6 + 3, "{}", long.len());
        assert_eq!(one_line(&"x".repeat(500)), "x".repeat(500));
    }

    #[test]
    fn what_steers_a_terminal_is_escaped() {
        for text in ["", "a\tb\n", "a\r\nb", "\u{e9}\u{1f600}\u{200f}\u{5d0}"] {
            assert_eq!(printable(text), text);
        }
        let colour = "\u{1b}]0;title\u{7}\u{9b}31m\u{7f}\rover\u{202e}txt.exe\u{2066}\0";
        let shown = r"\u001b]0;title\u0007\u009b31m\u007f\u000dover\u202etxt.exe\u2066\u0000";
        assert_eq!(printable(colour), shown);
        let json = serde_json::json!({ "text": colour });
        let shown = printable(&json.to_string()).into_owned();
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), json);
    }

    #[test]
    fn what_is_short_stays() {
        assert_eq!(truncate_for_display("notes"), "notes");
        assert_eq!(truncate_for_display(&"ä".repeat(60)), "ä".repeat(60));
    }

    #[test]
    fn what_is_long_is_cut_between_characters() {
        assert_eq!(truncate_for_display(&"ä".repeat(1000)), format!("{}…", "ä".repeat(60)));
    }
}
