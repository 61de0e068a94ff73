//! What the lint found.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::{error, fmt};

use super::{Level, Rule};
use crate::error::Error;

/// One thing that a client, a provider, the specification or a rule of your own objects to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Finding {
    /// The rule that is broken.
    pub rule: Rule,
    /// How severe that is.
    pub level: Level,
    /// Whose definition it is, such as ``tool `search` ``.
    pub subject: String,
    /// Where in the definition, as a JSON pointer; empty for the definition as a whole.
    pub pointer: String,
    /// What was found, and what to do.
    pub message: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.level, self.subject)?;
        if !self.pointer.is_empty() {
            write!(f, " {}", self.pointer)?;
        }
        write!(f, ": {} [{}", self.message, self.rule)?;
        for (index, target) in self.rule.targets().iter().enumerate() {
            write!(f, "{}{target}", if index == 0 { ": " } else { " " })?;
        }
        f.write_str("]")
    }
}

/// Everything the lint found, worst first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The findings, worst first, otherwise in the order of the lists.
    pub findings: Vec<Finding>,
    /// About how many tokens the tools cost in every request.
    pub tokens: usize,
}

impl Report {
    /// Sorts the findings, and keeps each once.
    pub(super) fn new(findings: Vec<Finding>, tokens: usize) -> Self {
        // A server decides how many there are: comparing each with each other would take hours.
        let mut seen = HashSet::new();
        let is_new: Vec<bool> = findings.iter().map(|finding| seen.insert(finding)).collect();
        let mut findings: Vec<Finding> = findings
            .into_iter()
            .zip(is_new)
            .filter_map(|(finding, is_new)| is_new.then_some(finding))
            .collect();
        findings.sort_by_key(|finding| Reverse(finding.level));
        Self { findings, tokens }
    }

    /// Merges the findings of both: two revisions have most of them in common.
    pub(super) fn and(mut self, other: Self) -> Self {
        self.findings.extend(other.findings);
        Self::new(self.findings, self.tokens.max(other.tokens))
    }

    /// How many findings are of a level.
    #[must_use]
    pub fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|finding| finding.level == level).count()
    }

    /// Returns the report if it has no errors and no warnings.
    ///
    /// # Errors
    ///
    /// The report as a [`LintError`], which prints one line for each error and warning.
    pub fn into_result(self) -> Result<Self, LintError> {
        let clean = self.findings.iter().all(|finding| finding.level == Level::Info);
        if clean { Ok(self) } else { Err(LintError { report: self }) }
    }
}

/// The server breaks rules of clients or providers.
///
/// Prints one line for each error and warning, with `{}` and with `{:?}`.
#[derive(Clone, PartialEq, Eq)]
pub struct LintError {
    report: Report,
}

impl LintError {
    /// The whole report, notes included.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }

    fn counted(&self, level: Level) -> String {
        let count = self.report.count(level);
        format!("{count} {level}{}", if count == 1 { "" } else { "s" })
    }
}

impl fmt::Display for LintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [errors, warnings] = [Level::Error, Level::Warning].map(|level| self.counted(level));
        write!(f, "the lint found {errors} and {warnings}")?;
        for finding in self.report.findings.iter().filter(|finding| finding.level > Level::Info) {
            write!(f, "\n{finding}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for LintError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for LintError {}

impl From<LintError> for Error {
    fn from(error: LintError) -> Self {
        Self::other(error.to_string())
    }
}
