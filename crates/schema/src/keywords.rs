//! The keywords of JSON Schema that hold schemas, for whoever walks through one, and what else
//! whoever judges or converts schemas has to know.

/// What a keyword holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// One schema.
    Schema,
    /// A non-empty array of schemas.
    List,
    /// An object with a schema for each name.
    Map,
    /// One schema, or an array of schemas as in draft-07.
    SchemaOrList,
    /// Like a map, but with arrays of names among the schemas.
    Dependencies,
}

/// The keywords of draft-07 and of 2020-12 that hold schemas.
pub const KEYWORDS: &[(&str, Holds)] = &[
    ("properties", Holds::Map),
    ("patternProperties", Holds::Map),
    ("$defs", Holds::Map),
    ("definitions", Holds::Map),
    ("dependentSchemas", Holds::Map),
    ("dependencies", Holds::Dependencies),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("oneOf", Holds::List),
    ("prefixItems", Holds::List),
    ("items", Holds::SchemaOrList),
    ("additionalItems", Holds::Schema),
    ("additionalProperties", Holds::Schema),
    ("contains", Holds::Schema),
    ("propertyNames", Holds::Schema),
    ("not", Holds::Schema),
    ("if", Holds::Schema),
    ("then", Holds::Schema),
    ("else", Holds::Schema),
    ("unevaluatedItems", Holds::Schema),
    ("unevaluatedProperties", Holds::Schema),
    ("contentSchema", Holds::Schema),
];

/// The formats of draft-07 and 2020-12; validators of clients warn about any other, or throw.
///
/// The macros have the same list for what is written in attributes, since they cannot depend on
/// this crate; a test holds the two equal.
pub const FORMATS: [&str; 19] = [
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
