//! Pages of apps, and the tools that show them.

use serde_json::Value;

use super::findings::Findings;
use super::{Listing, Rule, json, names};
use crate::protocol::APP_MIME_TYPE;

/// Checks what tools and resources declare about pages.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    let tools = listing.list("tools");
    let resources = listing.list("resources");
    for tool in tools.entries() {
        let ui = &tool["_meta"]["ui"];
        let name = json::text(tool.get("name"));
        let mut subject = findings.about(names::subject(name.unwrap_or_default()));
        for needs in ["csp", "permissions"] {
            if ui.get(needs).is_some() {
                subject.report(Rule::PageToolNeeds, format!("/_meta/ui/{needs}"));
            }
        }
        let is_listed = |uri: &Value| resources.entries().iter().any(|it| it["uri"] == *uri);
        if let Some(uri) = ui.get("resourceUri")
            && !resources.entries().is_empty()
            && !is_listed(uri)
        {
            subject.report(Rule::PageMissing, "/_meta/ui/resourceUri");
        }
    }
    for page in resources.entries().iter().filter(|it| it["mimeType"] == APP_MIME_TYPE) {
        let name = json::text(page.get("name")).unwrap_or_default();
        let mut subject = findings.about(format!("resource `{name}`"));
        let ui = &page["_meta"]["ui"];
        if !ui["csp"].is_object() {
            subject.report(Rule::PageCsp, "/_meta/ui/csp");
        }
        if ui.get("domain").is_some() {
            subject.report(Rule::PageDomain, "/_meta/ui/domain");
        }
    }
}
