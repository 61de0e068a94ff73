//! Collects findings while the rules run.

use std::cmp::Reverse;

use super::{Finding, Lint, Report, Rule};

/// The findings so far.
pub(super) struct Findings<'a> {
    lint: &'a Lint,
    found: Vec<Finding>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(lint: &'a Lint) -> Self {
        Self { lint, found: Vec::new() }
    }

    /// Starts to report about one tool, prompt, resource or response.
    pub(super) fn about(&mut self, subject: impl Into<String>) -> Subject<'_, 'a> {
        Subject { findings: self, name: subject.into() }
    }

    pub(super) fn into_report(mut self, tokens: usize) -> Report {
        self.found.sort_by_key(|finding| Reverse(finding.level));
        Report { findings: self.found, tokens }
    }
}

/// Reports about one definition.
pub(super) struct Subject<'f, 'a> {
    findings: &'f mut Findings<'a>,
    name: String,
}

impl Subject<'_, '_> {
    pub(super) fn lint(&self) -> &Lint {
        self.findings.lint
    }

    /// Reports a broken rule whose advice needs no details.
    pub(super) fn report(&mut self, rule: Rule, pointer: impl Into<String>) {
        self.push(rule, pointer.into(), rule.advice().to_owned());
    }

    /// Reports a broken rule, with what was found.
    pub(super) fn report_found(
        &mut self,
        rule: Rule,
        pointer: impl Into<String>,
        found: impl Into<String>,
    ) {
        let message = format!("{}; {}", found.into(), rule.advice());
        self.push(rule, pointer.into(), message);
    }

    fn push(&mut self, rule: Rule, pointer: String, message: String) {
        let Some(level) = self.findings.lint.level(rule) else {
            return;
        };
        let finding = Finding { rule, level, subject: self.name.clone(), pointer, message };
        if !self.findings.found.contains(&finding) {
            self.findings.found.push(finding);
        }
    }
}
