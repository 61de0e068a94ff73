//! Text from the other side, made safe for an error message or a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Truncates a text to a length suitable for people.
pub fn truncate_for_display(text: &str) -> String {
    const MAX_SHOWN_CHARS: usize = 60;
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

#[cfg(test)]
mod tests {
    use super::{printable, truncate_for_display};

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
