//! A change of an interface, and how much it matters.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hash::sha256;

/// What a change asks of the version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Bump {
    /// Nothing that a program relies on.
    Patch,
    /// More than before, which breaks no client.
    Minor,
    /// Somebody who relied on the interface is broken.
    Major,
}

impl Bump {
    /// Its name, as in the report.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

impl fmt::Display for Bump {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One change between two locks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LockChange {
    /// The rule that judges it, such as `in.became-required`.
    pub rule: String,
    /// What it asks of the version.
    pub level: Bump,
    /// Whether a person should look at it: it may steer models, or what they may do unasked.
    pub review: bool,
    /// Where: a tool and the path into its schema, a prompt, a resource.
    pub at: String,
    /// What changed.
    pub text: String,
    /// Distinguishes it from others, for `accepted`.
    pub fingerprint: String,
    /// Whether the lock accepts it, so that it does not count.
    pub accepted: bool,
}

impl fmt::Display for LockChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rule, level, at, text, .. } = self;
        write!(f, "{level:<6} {rule:<24} {at}: {text}")?;
        if self.review {
            f.write_str(" (review)")?;
        }
        if self.accepted {
            return f.write_str(" (accepted)");
        }
        write!(f, " [{}]", self.fingerprint)
    }
}

/// The changes found so far.
#[derive(Default)]
pub(super) struct Changes(pub(super) Vec<LockChange>);

impl Changes {
    pub(super) fn add(&mut self, rule: impl Into<String>, level: Bump, at: &str, text: &str) {
        let rule = rule.into();
        let fingerprint = sha256(&format!("{rule}\n{at}\n{text}")).chars().take(12).collect();
        let (at, text) = (at.to_owned(), text.to_owned());
        let (review, accepted) = (false, false);
        self.0.push(LockChange { rule, level, review, at, text, fingerprint, accepted });
    }

    /// As [`add`](Self::add); a person should look at it.
    pub(super) fn review(&mut self, rule: impl Into<String>, level: Bump, at: &str, text: &str) {
        self.add(rule, level, at, text);
        if let Some(change) = self.0.last_mut() {
            change.review = true;
        }
    }
}
