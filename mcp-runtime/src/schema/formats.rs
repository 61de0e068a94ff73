//! The formats of JSON Schema.

/// The formats of draft-07 and 2020-12; client-side validators warn or throw on any other.
///
/// The macros have the same list for attributes, since they cannot depend on this crate; a test
/// keeps the two in sync.
pub(crate) const FORMATS: [&str; 19] = [
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
