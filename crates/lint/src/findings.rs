//! Collects findings while the rules run.

use super::{Finding, Lint, Report, Rule};

/// Where a rule reports the definitions that break it.
#[derive(Debug)]
pub struct Findings<'a> {
    lint: &'a Lint,
    found: Vec<Finding>,
}

impl<'a> Findings<'a> {
    /// Reports that a definition breaks a rule, unless the lint ignores the rule.
    ///
    /// The subject and the pointer are those of the [`Finding`]; its message is the advice of the
    /// rule.
    pub fn report(&mut self, rule: Rule, subject: impl Into<String>, pointer: impl Into<String>) {
        self.about(subject).report(rule, pointer);
    }

    /// Like [`report`](Self::report), with what was found in front of the advice.
    pub fn report_found(
        &mut self,
        rule: Rule,
        subject: impl Into<String>,
        pointer: impl Into<String>,
        found: impl Into<String>,
    ) {
        self.about(subject).report_found(rule, pointer, found);
    }

    pub(super) fn new(lint: &'a Lint) -> Self {
        Self { lint, found: Vec::new() }
    }

    /// Starts to report about one tool, prompt, resource or response.
    pub(super) fn about(&mut self, subject: impl Into<String>) -> Subject<'_, 'a> {
        Subject { findings: self, name: subject.into() }
    }

    pub(super) fn into_report(self, tokens: usize) -> Report {
        Report::new(self.found, tokens)
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
        let subject = self.name.clone();
        self.findings.found.push(Finding { rule, level, subject, pointer, message });
    }
}
