//! Resources and resource templates.

use std::collections::HashSet;

use serde_json::Value;

use super::findings::Findings;
use super::json::quoted;
use super::{Listing, Rule, icons};

/// Checks all resources and templates.
pub(super) fn check(listing: &Listing, findings: &mut Findings<'_>) {
    check_list(listing, "resources", "uri", is_uri, findings);
    check_list(listing, "resourceTemplates", "uriTemplate", is_template, findings);
}

fn check_list(
    listing: &Listing,
    field: &str,
    key: &str,
    is_valid: fn(&str) -> bool,
    findings: &mut Findings<'_>,
) {
    let mut seen = HashSet::new();
    for (index, entry) in listing.list(field).entries().iter().enumerate() {
        let string = |key| entry.get(key).and_then(Value::as_str);
        let (Some(resource), Some(name), Some(uri)) =
            (entry.as_object(), string("name"), string(key))
        else {
            findings.about(format!("{field}[{index}]")).report(Rule::ResourceShape, "");
            continue;
        };
        let mut subject = findings.about(format!("resource `{name}`"));
        if !seen.insert(uri) {
            subject.report(Rule::ResourceDuplicate, "");
        }
        if !is_valid(uri) {
            subject.report_found(Rule::ResourceUri, format!("/{key}"), quoted(uri));
        }
        if !resource.contains_key("mimeType") {
            subject.report(Rule::ResourceMime, "");
        }
        icons::check(resource, &mut subject);
    }
}

fn is_uri(uri: &str) -> bool {
    let scheme = uri.split_once(':').map_or("", |(scheme, _)| scheme);
    scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+.-".contains(&byte))
        && !uri.contains(['{', '}', ' '])
}

fn is_template(template: &str) -> bool {
    let mut literal = String::new();
    let mut rest = template;
    while let Some((before, expression)) = rest.split_once('{') {
        let Some((variables, after)) = expression.split_once('}') else {
            return false;
        };
        if variables.contains('{') {
            return false;
        }
        // Stands for whatever the expression expands to.
        literal.push_str(before);
        literal.push('x');
        rest = after;
    }
    literal.push_str(rest);
    is_uri(&literal)
}
