//! Keywords, by what can be done with them.

/// What no model reads: identity and dialect, of which providers know one.
pub(super) const NOISE: [&str; 12] = [
    "$schema",
    "$id",
    "$comment",
    "$vocabulary",
    "$anchor",
    "$dynamicAnchor",
    "$recursiveAnchor",
    "$dynamicRef",
    "$recursiveRef",
    "contentSchema",
    "readOnly",
    "writeOnly",
];

/// What is said in words where a provider does not know it; the bounds are, too.
const IN_WORDS: [&str; 19] = [
    "pattern",
    "format",
    "multipleOf",
    "uniqueItems",
    "default",
    "examples",
    "const",
    "enum",
    "not",
    "if",
    "then",
    "else",
    "patternProperties",
    "propertyNames",
    "contains",
    "dependentRequired",
    "dependentSchemas",
    "contentEncoding",
    "contentMediaType",
];

/// Whether a model should read of a keyword that its provider does not know.
pub(super) fn is_for_models(keyword: &str) -> bool {
    [IN_WORDS.as_slice(), &LOWER, &UPPER].iter().any(|keywords| keywords.contains(&keyword))
}

/// Lower bounds, of which the greatest holds.
pub(super) const LOWER: [&str; 6] =
    ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"];

/// Upper bounds, of which the least holds.
pub(super) const UPPER: [&str; 6] =
    ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"];

/// The types of JSON Schema.
pub(super) const TYPES: [&str; 7] =
    ["object", "array", "string", "number", "integer", "boolean", "null"];
