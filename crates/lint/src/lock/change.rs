//! A change of an interface, and its severity.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::hash::sha256;

/// The version bump that a change requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Bump {
    /// Nothing changed that a program relies on.
    Patch,
    /// Something was added, which breaks no client.
    Minor,
    /// Clients that rely on the interface break.
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
    /// The version bump that it requires.
    pub level: Bump,
    /// Whether a person should review it: it may influence models, or what they may do without
    /// asking.
    pub review: bool,
    /// Where: a tool and the path into its schema, a prompt, a resource.
    pub at: String,
    /// What changed.
    pub text: String,
    /// Identifies the change, for `accepted`.
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
        let at = at.to_owned();
        let text = text.to_owned();
        let review = false;
        let accepted = false;
        self.0.push(LockChange { rule, level, review, at, text, fingerprint, accepted });
    }

    /// Like [`add`](Self::add), for a change that a person should review.
    pub(super) fn review(&mut self, rule: impl Into<String>, level: Bump, at: &str, text: &str) {
        self.add(rule, level, at, text);
        if let Some(change) = self.0.last_mut() {
            change.review = true;
        }
    }
}
