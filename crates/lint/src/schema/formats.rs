//! The formats that validators and providers support.

use serde_json::Value;

use crate::Rule;
use crate::findings::Subject;
use crate::json::quoted;

use super::node::SchemaNode;

/// The formats of draft-07 and 2020-12; validators of clients warn about any other, or throw.
///
/// The macros have the same list for what is written in attributes, since they cannot depend on
/// this crate; a test holds the two equal.
const FORMATS: [&str; 19] = [
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// Checks one node.
pub(super) fn check(node: &SchemaNode<'_>, subject: &mut Subject<'_, '_>) {
    let Some(format) = node.get("format").and_then(Value::as_str) else {
        return;
    };
    let rule = if !FORMATS.contains(&format) {
        Rule::FormatUnknown
    } else if node.is_input() && node.is_type("string") && format != "date-time" {
        Rule::FormatGemini
    } else {
        return;
    };
    subject.report_found(rule, node.at("format"), quoted(format));
}
