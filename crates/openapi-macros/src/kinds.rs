//! The kinds of JSON values that a schema allows.

use serde_json::Value;

use crate::document::ApiDocument;

/// How deep schemas may be nested, with references; what is deeper is not judged.
const MAX_DEPTH: usize = 16;

/// A set of kinds of JSON values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kinds(u8);

impl Kinds {
    const NOTHING: Self = Self(0);
    const NULL: Self = Self(1);
    pub(crate) const BOOLEAN: Self = Self(1 << 1);
    pub(crate) const INTEGER: Self = Self(1 << 2);
    /// A number with a fraction.
    pub(crate) const FRACTION: Self = Self(1 << 3);
    pub(crate) const NUMBER: Self = Self(1 << 2 | 1 << 3);
    pub(crate) const STRING: Self = Self(1 << 4);
    pub(crate) const ARRAY: Self = Self(1 << 5);
    pub(crate) const OBJECT: Self = Self(1 << 6);
    const ALL: Self = Self(u8::MAX);

    /// The kinds of values that a schema allows at a depth of others, as far as that is plain.
    pub(crate) fn of(document: &ApiDocument, schema: &Value, depth: usize) -> Self {
        let Ok(schema) = document.resolve(schema) else { return Self::ALL };
        if depth > MAX_DEPTH {
            return Self::ALL;
        }
        let mut kinds = match schema.get("type") {
            Some(Value::String(name)) => Self::named(name),
            Some(Value::Array(names)) => names
                .iter()
                .filter_map(Value::as_str)
                .fold(Self::NOTHING, |all, name| all.or(Self::named(name))),
            _ => Self::implied(schema),
        };
        if schema.get("nullable") == Some(&Value::Bool(true)) {
            kinds = kinds.or(Self::NULL);
        }
        let parts = |key| schema.get(key).and_then(Value::as_array);
        for part in parts("allOf").into_iter().flatten() {
            kinds = kinds.and(Self::of(document, part, depth + 1));
        }
        for alternatives in [parts("anyOf"), parts("oneOf")].into_iter().flatten() {
            let any = alternatives
                .iter()
                .fold(Self::NOTHING, |all, part| all.or(Self::of(document, part, depth + 1)));
            kinds = kinds.and(any);
        }
        kinds
    }

    fn named(name: &str) -> Self {
        match name {
            "null" => Self::NULL,
            "boolean" => Self::BOOLEAN,
            "integer" => Self::INTEGER,
            "number" => Self::NUMBER,
            "string" => Self::STRING,
            "array" => Self::ARRAY,
            "object" => Self::OBJECT,
            _ => Self::ALL,
        }
    }

    /// The kinds of a schema without `type`.
    fn implied(schema: &Value) -> Self {
        let of = |value: &Value| match value {
            Value::Null => Self::NULL,
            Value::Bool(_) => Self::BOOLEAN,
            Value::Number(number) if number.is_f64() => Self::FRACTION,
            Value::Number(_) => Self::INTEGER,
            Value::String(_) => Self::STRING,
            Value::Array(_) => Self::ARRAY,
            Value::Object(_) => Self::OBJECT,
        };
        match (schema.get("enum").and_then(Value::as_array), schema.get("const")) {
            (Some(values), _) => values.iter().fold(Self::NOTHING, |all, value| all.or(of(value))),
            (None, Some(value)) => of(value),
            (None, None) if schema.get("properties").is_some() => Self::OBJECT,
            (None, None) if schema.get("items").is_some() => Self::ARRAY,
            (None, None) => Self::ALL,
        }
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Whether a value of one of these kinds is allowed. A schema that allows none is not judged.
    pub(crate) fn has(self, other: Self) -> bool {
        self == Self::NOTHING || self.and(other) != Self::NOTHING
    }

    /// The kinds in words, and a type for them, if there is one without a name of its own.
    pub(crate) fn explain(self) -> (&'static str, Option<&'static str>) {
        match Self(self.0 & !Self::NULL.0) {
            Self::BOOLEAN => ("a boolean", Some("bool")),
            Self::INTEGER => ("an integer", Some("i64")),
            Self::NUMBER => ("a number", Some("f64")),
            Self::STRING => ("a string", Some("String")),
            Self::ARRAY => ("an array", Some("Vec<..>")),
            Self::OBJECT => ("an object", None),
            _ => ("another value", None),
        }
    }
}
