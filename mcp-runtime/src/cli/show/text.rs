//! Wraps and styles lines.

use std::borrow::Cow;

use crate::cli::terminal::{Colour, Terminal};
use crate::jsonrpc::printable;

/// How a page looks.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Look {
    width: usize,
    is_for_a_person: bool,
    has_colours: bool,
}

impl Look {
    #[cfg(test)]
    pub(super) fn plain() -> Self {
        Self { width: 80, is_for_a_person: false, has_colours: false }
    }

    pub(in crate::cli) fn of(terminal: &Terminal) -> Self {
        Self {
            width: terminal.width(),
            is_for_a_person: terminal.is_for_a_person(),
            has_colours: terminal.has_colours(),
        }
    }

    /// A heading.
    pub(super) fn heading(self, text: &str) -> String {
        format!("{}\n", Colour::Bold.paint(&self.shown(text), self.has_colours))
    }

    /// Lines that begin with a name.
    pub(super) fn named(self, name: &str, rest: &str, indent: usize, others: usize) -> String {
        let mut lines = hanging(&self.shown(&format!("{name}{rest}")), indent, others, self.width);
        let name = self.shown(name);
        let end = indent + name.len();
        if lines.get(indent..end) == Some(&*name) {
            lines.replace_range(indent..end, &Colour::Cyan.paint(&name, self.has_colours));
        }
        lines
    }

    /// A text on indented lines.
    pub(super) fn text(self, text: &str, indent: usize) -> String {
        wrapped(&self.shown(text), indent, self.width)
    }

    /// Makes the text of a peer or a handler safe to print.
    fn shown(self, text: &str) -> Cow<'_, str> {
        if self.is_for_a_person { printable(text) } else { text.into() }
    }
}

/// Breaks text into lines of at most `width` columns, each with `indent` spaces before it.
///
/// Lines of a paragraph are joined first. Blank lines stay, and so does every line that does not
/// begin with a letter or a digit, since it may belong to a list, a table or code.
fn wrapped(text: &str, indent: usize, width: usize) -> String {
    hanging(text, indent, indent, width)
}

/// Like [`wrapped`], with a separate indentation for the first line.
fn hanging(text: &str, first: usize, others: usize, width: usize) -> String {
    let mut lines =
        Lines { done: String::new(), line: String::new(), indent: first, others, width };
    for source in text.trim_end().lines() {
        if !source.starts_with(char::is_alphanumeric) {
            lines.end();
        }
        if source.trim().is_empty() {
            lines.done.push('\n');
        }
        for word in source.split_whitespace() {
            lines.push(word);
        }
    }
    lines.end();
    lines.done
}

/// The first paragraph.
pub(super) fn first_paragraph(text: &str) -> &str {
    text.split_once("\n\n").map_or(text, |(first, _)| first)
}

struct Lines {
    done: String,
    line: String,
    indent: usize,
    others: usize,
    width: usize,
}

impl Lines {
    fn push(&mut self, word: &str) {
        let length = self.indent + self.line.chars().count() + 1 + word.chars().count();
        if !self.line.is_empty() && length > self.width {
            self.end();
        }
        if !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line.push_str(word);
    }

    fn end(&mut self) {
        if self.line.is_empty() {
            return;
        }
        self.done.extend(std::iter::repeat_n(' ', self.indent));
        self.done.push_str(&self.line);
        self.done.push('\n');
        self.line.clear();
        self.indent = self.others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_joined_and_broken() {
        let text = "One two\nthree four.\n\nNext.";
        assert_eq!(wrapped(text, 2, 13), "  One two\n  three four.\n\n  Next.\n");
        assert_eq!(wrapped(text, 0, 80), "One two three four.\n\nNext.\n");
        assert_eq!(hanging("a b c", 0, 4, 3), "a b\n    c\n");
    }

    #[test]
    fn lists_stay_lists_and_long_words_whole() {
        assert_eq!(wrapped("As:\n- one\n- two", 0, 80), "As:\n- one\n- two\n");
        assert_eq!(wrapped("abcdefgh i", 0, 4), "abcdefgh\ni\n");
        assert_eq!(wrapped("", 2, 80), "");
    }
}
