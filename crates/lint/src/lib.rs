//! The rules of MCP clients and model providers, and [locks](lock) of what a server offers.
//!
//! A server can follow the specification and still be useless: one schema that a client cannot read
//! makes all tools vanish, one name that a provider refuses fails every request. The lint reads
//! what a server lists and reports which [`Rule`] each definition breaks, for whom, and what to
//! change. The rules come from the specification and from reports in public issue trackers
//! ([`Rule::source`]); [`Lint::rule`] adds your own.
//!
//! ```
//! use mcp_runtime_lint::{Lint, Listing, Rule};
//! use serde_json::json;
//!
//! let tool = json!({
//!     "name": "add numbers",
//!     "description": "Adds two numbers.",
//!     "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}}},
//! });
//! let listing = Listing::new().page(json!({"tools": [tool]}));
//! let report = Lint::ordinary().check(&listing);
//! assert_eq!(report.findings[0].rule, Rule::NamePattern);
//! println!("{:?}", report.into_result());
//! ```
//!
//! A server of [`mcp-runtime`](https://docs.rs/mcp-runtime) is judged in a test, by `lint` and `lock`
//! of [`mcp-runtime-testing`](https://docs.rs/mcp-runtime-testing), or on its command line, by that
//! of [`mcp-runtime-ship`](https://docs.rs/mcp-runtime-ship); any other server by what it lists, or
//! by `Client::offers` of [`mcp-runtime-client`](https://docs.rs/mcp-runtime-client).

#![cfg_attr(docsrs, feature(doc_cfg))]

mod annotations;
mod budget;
mod custom;
mod descriptions;
mod findings;
mod handshake;
mod icons;
mod json;
mod listing;
mod lists;
pub mod lock;
mod names;
mod pages;
mod prompts;
mod repeated;
mod report;
mod resources;
mod rule_properties;
mod rules;
mod schema;
mod target;
mod tools;

#[cfg(feature = "codegen")]
pub use mcp_runtime_codegen as codegen;

pub use findings::Findings;
pub use listing::Listing;
pub use report::{Finding, LintError, Report};
pub use rules::Rule;
pub use target::{Level, Target};

use mcp_runtime_protocol::{self as protocol, error, jsonrpc};
use mcp_runtime_protocol::{Offers, ProtocolVersion};

use custom::CustomRule;

/// The configuration of the lint: what to check, and for which targets.
#[derive(Debug, Clone)]
pub struct Lint {
    /// None: every rule, at the level of the ordinary path.
    targets: Option<Vec<Target>>,
    revision: Option<ProtocolVersion>,
    server_name: Option<String>,
    budget: Option<usize>,
    ignored: Vec<Rule>,
    custom: Vec<CustomRule>,
}

impl Default for Lint {
    fn default() -> Self {
        Self::new()
    }
}

impl Lint {
    /// Checks for every target at once, as strictly as each of them is. Only
    /// [`Target::OpenAiStrict`] has to be asked for.
    #[must_use]
    pub fn new() -> Self {
        Self::for_targets(
            Target::ALL.iter().copied().filter(|target| *target != Target::OpenAiStrict),
        )
    }

    /// Checks for these targets alone, as strictly as they are.
    #[must_use]
    pub fn for_targets(targets: impl IntoIterator<Item = Target>) -> Self {
        Self { targets: Some(targets.into_iter().collect()), ..Self::ordinary() }
    }

    /// Checks every rule, at its level for clients on their ordinary path: a definition that only
    /// one provider refuses, or only in a certain mode, is a note or a warning.
    #[must_use]
    pub const fn ordinary() -> Self {
        Self {
            targets: None,
            revision: None,
            server_name: None,
            budget: None,
            ignored: Vec::new(),
            custom: Vec::new(),
        }
    }

    /// Leaves out the rules that only other revisions have.
    #[must_use]
    pub const fn revision(mut self, revision: ProtocolVersion) -> Self {
        self.revision = Some(revision);
        self
    }

    /// Sets the name of the server in the configuration of clients, to check the length of the
    /// names that clients build from it and a tool's name.
    #[must_use]
    pub fn server_name(mut self, name: impl Into<String>) -> Self {
        self.server_name = Some(name.into());
        self
    }

    /// Sets a limit on the approximate number of tokens that all tools may cost.
    #[must_use]
    pub const fn budget(mut self, tokens: usize) -> Self {
        self.budget = Some(tokens);
        self
    }

    /// Ignores one rule.
    #[must_use]
    pub fn ignore(mut self, rule: Rule) -> Self {
        self.ignored.push(rule);
        self
    }

    /// Adds a rule of your own, such as a convention of your company: a function that reads the
    /// listing and reports what breaks a [`Rule::Custom`].
    ///
    /// Its findings are part of the report like any others, and are ignored like any others. The
    /// entries of the listing are as the server sent them: any member may be missing, or of another
    /// type.
    ///
    /// ```
    /// use mcp_runtime_lint::{Findings, Level, Lint, Listing, Rule};
    /// use serde_json::json;
    ///
    /// const PREFIX: Rule = Rule::Custom {
    ///     id: "acme.prefix",
    ///     level: Level::Error,
    ///     advice: "begin the name with `acme_`; our gateway finds the team by it",
    /// };
    ///
    /// fn prefix(listing: &Listing, findings: &mut Findings<'_>) {
    ///     for name in listing.tools().filter_map(|tool| tool["name"].as_str()) {
    ///         if !name.starts_with("acme_") {
    ///             findings.report(PREFIX, format!("tool `{name}`"), "/name");
    ///         }
    ///     }
    /// }
    ///
    /// let lint = Lint::ordinary().rule(prefix);
    /// let listing = Listing::new().page(json!({"tools": [{"name": "search"}]}));
    /// let error = lint.check(&listing).into_result().unwrap_err();
    /// assert!(error.to_string().contains(
    ///     "error: tool `search` /name: begin the name with `acme_`; our gateway finds the team by \
    ///      it [acme.prefix]"
    /// ));
    /// let report = lint.ignore(PREFIX).check(&listing);
    /// assert!(report.findings.iter().all(|finding| finding.rule != PREFIX));
    /// ```
    #[must_use]
    pub fn rule(
        mut self,
        check: impl Fn(&Listing, &mut Findings<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.custom.push(CustomRule::new(check));
        self
    }

    /// Checks the self-description of a server.
    #[must_use]
    pub fn check(&self, listing: &Listing) -> Report {
        let mut findings = Findings::new(self);
        lists::check(listing, &mut findings);
        let tokens = tools::check(listing, &mut findings);
        repeated::check(listing, &mut findings);
        prompts::check(listing, &mut findings);
        resources::check(listing, &mut findings);
        pages::check(listing, &mut findings);
        handshake::check(listing, &mut findings);
        budget::check_total(tokens, &mut findings);
        self.custom.iter().for_each(|rule| rule.check(listing, &mut findings));
        findings.into_report(tokens)
    }

    /// Checks what a server offers, in each of the revisions in which it was asked.
    #[must_use]
    pub fn check_offers<'a>(&self, offers: impl IntoIterator<Item = &'a Offers>) -> Report {
        let reports = offers
            .into_iter()
            .map(|offers| self.clone().revision(offers.version).check(&Listing::of(offers)));
        reports.fold(Report::default(), Report::and)
    }

    /// The level at which a rule is reported, or none.
    fn level(&self, rule: Rule) -> Option<Level> {
        if self.ignored.contains(&rule) || !self.has_revision_of(rule) {
            return None;
        }
        match &self.targets {
            Some(chosen) if !rule.targets().is_empty() => {
                let enforces = |target| chosen.iter().any(|chosen| chosen.covers(target));
                rule.targets().iter().copied().any(enforces).then(|| rule.enforced())
            }
            // A custom rule holds for every target.
            Some(_) | None => Some(rule.level()),
        }
    }

    /// Whether a rule is one of the chosen revision. Clients enforce what only some revisions say
    /// in these alone.
    fn has_revision_of(&self, rule: Rule) -> bool {
        let Some(chosen) = self.revision else {
            return true;
        };
        let mut revisions = rule.targets().iter().filter_map(|target| target.revision()).peekable();
        revisions.peek().is_none() || revisions.any(|revision| revision == chosen)
    }

    fn has_target(&self, target: Target) -> bool {
        self.targets.as_ref().is_some_and(|chosen| chosen.contains(&target))
    }
}
