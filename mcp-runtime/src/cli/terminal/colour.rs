//! Colours, if the terminal supports them.

use std::borrow::Cow;
use std::env;

/// How a word is highlighted.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Colour {
    /// Bold.
    Bold,
    /// Faint.
    Dim,
    /// Red.
    Red,
    /// Green.
    Green,
    /// Yellow.
    Yellow,
    /// Cyan.
    Cyan,
}

impl Colour {
    /// The text in this colour, if there are colours.
    pub fn paint(self, text: &str, has_colours: bool) -> Cow<'_, str> {
        if !has_colours {
            return Cow::Borrowed(text);
        }
        let code = match self {
            Self::Bold => 1,
            Self::Dim => 2,
            Self::Red => 31,
            Self::Green => 32,
            Self::Yellow => 33,
            Self::Cyan => 36,
        };
        Cow::Owned(format!("\u{1b}[{code}m{text}\u{1b}[0m"))
    }
}

/// Whether the terminal supports escape sequences.
pub(super) fn can_draw() -> bool {
    env::var_os("TERM").is_some_and(|term| !term.is_empty() && term != "dumb")
}

/// Whether colours are supported and wanted (<https://no-color.org>).
pub(super) fn are_wanted() -> bool {
    can_draw() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}
