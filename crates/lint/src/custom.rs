//! Rules that users add.

use std::fmt;
use std::sync::Arc;

use super::{Findings, Listing};

type Check = dyn Fn(&Listing, &mut Findings<'_>) + Send + Sync;

/// A rule that a user has added, shared by the clones of a lint.
#[derive(Clone)]
pub(super) struct CustomRule(Arc<Check>);

impl CustomRule {
    pub(super) fn new(check: impl Fn(&Listing, &mut Findings<'_>) + Send + Sync + 'static) -> Self {
        Self(Arc::new(check))
    }

    pub(super) fn check(&self, listing: &Listing, findings: &mut Findings<'_>) {
        (self.0)(listing, findings);
    }
}

impl fmt::Debug for CustomRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomRule(..)")
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::protocol::{Implementation, Offers, ProtocolVersion};
    use crate::{Findings, Level, Lint, Listing, Report, Rule, Target};

    const PREFIX: Rule =
        Rule::Custom { id: "acme.prefix", level: Level::Error, advice: "begin with `acme_`" };
    const OWNER: Rule =
        Rule::Custom { id: "acme.owner", level: Level::Info, advice: "name the team" };

    fn prefix(listing: &Listing, findings: &mut Findings<'_>) {
        for name in listing.tools().filter_map(|tool| tool["name"].as_str()) {
            if !name.starts_with("acme_") {
                findings.report_found(PREFIX, format!("tool `{name}`"), "/name", "it does not");
            }
        }
    }

    fn owner(listing: &Listing, findings: &mut Findings<'_>) {
        if listing.handshake().is_none_or(|result| result["instructions"].is_null()) {
            findings.report(OWNER, "initialize", "");
        }
    }

    /// A tool that breaks none of our rules.
    fn tool(name: &str) -> Value {
        json!({
            "name": name,
            "title": "Search",
            "description": "Searches the notes.",
            "annotations": {"readOnlyHint": true, "destructiveHint": false},
            "inputSchema": {"type": "object", "properties": {}},
        })
    }

    fn listing() -> Listing {
        Listing::new()
            .page(json!({"tools": [tool("acme_add")], "nextCursor": "2"}))
            .page(json!({"tools": [tool("search")]}))
    }

    fn ids(report: &Report) -> Vec<&'static str> {
        report.findings.iter().map(|finding| finding.rule.id()).collect()
    }

    #[test]
    fn a_custom_rule_is_part_of_the_report() {
        let report = Lint::new().rule(owner).rule(prefix).check(&listing());
        assert_eq!(ids(&report), ["acme.prefix", "acme.owner"], "worst first");
        let lines = "the lint found 1 error and 0 warnings\n\
            error: tool `search` /name: it does not; begin with `acme_` [acme.prefix]";
        assert_eq!(report.into_result().unwrap_err().to_string(), lines);
    }

    #[test]
    fn a_note_of_a_custom_rule_is_not_a_failure() {
        let report = Lint::new().rule(owner).check(&listing()).into_result().unwrap();
        let finding = report.findings[0].to_string();
        assert_eq!(finding, "info: initialize: name the team [acme.owner]");
    }

    #[test]
    fn a_custom_rule_can_be_ignored() {
        let report = Lint::new().rule(prefix).rule(owner).ignore(PREFIX).check(&listing());
        assert_eq!(ids(&report), ["acme.owner"]);
    }

    #[test]
    fn a_custom_rule_is_checked_for_any_target_in_any_revision() {
        let levels = |lint: &Lint| -> Vec<Level> {
            let findings = lint.clone().rule(prefix).check(&listing()).findings;
            let ours = findings.iter().filter(|finding| finding.rule == PREFIX);
            ours.map(|finding| finding.level).collect()
        };
        for target in Target::ALL {
            let lint = Lint::for_targets([*target]);
            assert_eq!(levels(&lint), [Level::Error], "{target}");
        }
        for version in ProtocolVersion::ALL {
            let lint = Lint::ordinary().revision(*version);
            assert_eq!(levels(&lint), [Level::Error], "{version}");
        }
    }

    #[test]
    fn a_custom_rule_that_is_broken_in_two_revisions_is_reported_once() {
        let offers = [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28].map(|version| {
            let mut offers = Offers::new(Implementation::new("notes", "1"), version);
            offers.pages = vec![json!({"tools": [tool("search")]})];
            offers
        });
        let report = Lint::ordinary().rule(prefix).check_offers(&offers);
        assert_eq!(report.findings.iter().filter(|finding| finding.rule == PREFIX).count(), 1);
    }

    #[test]
    fn what_no_server_should_list_reaches_a_custom_rule_unchanged() {
        let listing = Listing::new()
            .page(json!({"tools": [3, null, {"name": 7}]}))
            .page(json!({"prompts": "none", "resources": [{}]}));
        let report = Lint::ordinary().rule(prefix).check(&listing);
        assert!(!ids(&report).contains(&"acme.prefix"));
        assert_eq!(listing.tools().count(), 3);
        assert_eq!(listing.prompts().count(), 0);
        assert_eq!(listing.resources().count(), 1);
        assert_eq!(listing.resource_templates().count(), 0);
    }
}
