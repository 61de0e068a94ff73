//! The properties of each rule.

use std::fmt;

use super::rules::Rule;
use super::{Level, Target};

impl Rule {
    /// The identifier that findings show, such as `name.pattern`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        self.row().id
    }

    /// Its level on the ordinary path of clients.
    #[must_use]
    pub const fn level(self) -> Level {
        self.row().level
    }

    /// Its level if one of its targets is chosen.
    #[must_use]
    pub const fn enforced(self) -> Level {
        self.row().enforced
    }

    /// Who enforces it. Nobody but you enforces a [custom](Self::Custom) rule.
    #[must_use]
    pub const fn targets(self) -> &'static [Target] {
        self.row().targets
    }

    /// What to do, and why, in one sentence.
    #[must_use]
    pub const fn advice(self) -> &'static str {
        self.row().advice
    }

    /// Its source: a page of the specification, or threads in public issue trackers. A [custom](Self::Custom)
    /// rule has none.
    #[must_use]
    pub const fn source(self) -> &'static str {
        self.row().source
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
