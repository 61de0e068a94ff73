//! The formats of JSON Schema.

/// The formats of draft-07 and 2020-12; validators of clients warn about any other, or throw.
///
/// The macros have the same list for what is written in attributes, since they cannot depend on this crate; a test holds
/// the two equal.
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
