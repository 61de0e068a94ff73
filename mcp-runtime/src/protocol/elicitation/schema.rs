//! The schema of a form: a flat object of strings, numbers, booleans and choices.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IgnoredAny, MapAccess, Visitor},
};
use serde_json::{Number, value::RawValue};

use crate::protocol::base::read_variant;

/// The fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "object")]
#[non_exhaustive]
pub struct RequestedSchema {
    /// The dialect; from 2025-11-25.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The fields, in the order in which they are shown.
    pub properties: Properties,
    /// The fields that must be filled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
}

impl RequestedSchema {
    /// Creates a form of fields, none of which must be filled.
    pub fn new(properties: Vec<(String, PrimitiveSchema)>) -> Self {
        Self { properties: Properties(properties), ..Self::default() }
    }
}

/// The fields of a form by name; an object on the wire that keeps its order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Properties(pub Vec<(String, PrimitiveSchema)>);

impl Serialize for Properties {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, schema)| (name, schema)))
    }
}

impl<'de> Deserialize<'de> for Properties {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PropertiesVisitor)
    }
}

struct PropertiesVisitor;

impl<'de> Visitor<'de> for PropertiesVisitor {
    type Value = Properties;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of schemas")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Properties, A::Error> {
        let mut properties = Vec::new();
        while let Some(property) = map.next_entry()? {
            properties.push(property);
        }
        Ok(Properties(properties))
    }
}

/// The schema of one field of a form.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum PrimitiveSchema {
    /// A text.
    String(StringSchema),
    /// A number.
    Number(NumberSchema),
    /// Yes or no.
    Boolean(BooleanSchema),
    /// One of some texts.
    UntitledSelect(UntitledSelectSchema),
    /// One of some texts that have a title each; from 2025-11-25.
    TitledSelect(TitledSelectSchema),
    /// Several of some texts; from 2025-11-25.
    MultiSelect(MultiSelectSchema),
}

impl<'de> Deserialize<'de> for PrimitiveSchema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Kind {
            r#type: String,
            #[serde(rename = "oneOf")]
            one_of: Option<IgnoredAny>,
            r#enum: Option<IgnoredAny>,
        }
        let schema = Box::<RawValue>::deserialize(deserializer)?;
        let kind: Kind = serde_json::from_str(schema.get()).map_err(de::Error::custom)?;
        match kind.r#type.as_str() {
            "string" if kind.one_of.is_some() => read_variant(&schema, Self::TitledSelect),
            "string" if kind.r#enum.is_some() => read_variant(&schema, Self::UntitledSelect),
            "string" => read_variant(&schema, Self::String),
            "number" | "integer" => read_variant(&schema, Self::Number),
            "boolean" => read_variant(&schema, Self::Boolean),
            "array" => read_variant(&schema, Self::MultiSelect),
            _ => Err(de::Error::custom("a field of a form has no other type")),
        }
    }
}

/// A text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
#[non_exhaustive]
pub struct StringSchema {
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The fewest characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The most characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// What the text must look like.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<StringFormat>,
    /// What the field starts with; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// What a text must look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum StringFormat {
    /// An e-mail address.
    Email,
    /// A URI.
    Uri,
    /// A date.
    Date,
    /// A date with a time.
    DateTime,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct NumberSchema {
    /// Whether it may have a fraction.
    #[serde(rename = "type")]
    pub kind: NumberType,
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to fill in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// The most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// What the field starts with; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Number>,
}

impl NumberSchema {
    /// Creates a number without bounds.
    pub fn new(kind: NumberType) -> Self {
        Self { kind, title: None, description: None, minimum: None, maximum: None, default: None }
    }
}

/// Whether a number may have a fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberType {
    /// It may.
    Number,
    /// It may not.
    Integer,
}

/// Yes or no.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "boolean")]
#[non_exhaustive]
pub struct BooleanSchema {
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What the field starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<bool>,
}

/// One of some texts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
#[non_exhaustive]
pub struct UntitledSelectSchema {
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The texts.
    #[serde(rename = "enum")]
    pub options: Vec<String>,
    /// A title for each text: how 2025-06-18 writes [`TitledSelectSchema`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_names: Option<Vec<String>>,
    /// What the field starts with; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// One of some texts that have a title each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
#[non_exhaustive]
pub struct TitledSelectSchema {
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The texts.
    #[serde(rename = "oneOf")]
    pub options: Vec<EnumOption>,
    /// What the field starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// A text to choose, with its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EnumOption {
    /// The text.
    #[serde(rename = "const")]
    pub value: String,
    /// What the person reads.
    pub title: String,
}

impl EnumOption {
    /// Creates a text to choose.
    pub fn new(value: impl Into<String>, title: impl Into<String>) -> Self {
        Self { value: value.into(), title: title.into() }
    }
}

/// Several of some texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "array", rename_all = "camelCase")]
#[non_exhaustive]
pub struct MultiSelectSchema {
    /// The name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// What to choose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The fewest that may be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_items: Option<u64>,
    /// The most that may be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u64>,
    /// The texts.
    pub items: MultiSelectItems,
    /// What the field starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Vec<String>>,
}

impl MultiSelectSchema {
    /// Creates a choice of any number of texts.
    pub fn new(items: MultiSelectItems) -> Self {
        Self {
            title: None,
            description: None,
            min_items: None,
            max_items: None,
            items,
            default: None,
        }
    }
}

/// The texts of a multiple choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum MultiSelectItems {
    /// Texts with a title each.
    Titled(TitledItems),
    /// Plain texts.
    Untitled(UntitledItems),
}

/// Texts with a title each.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TitledItems {
    /// The texts.
    #[serde(rename = "anyOf")]
    pub options: Vec<EnumOption>,
}

impl TitledItems {
    /// Creates the texts of a choice.
    pub fn new(options: impl IntoIterator<Item = EnumOption>) -> Self {
        Self { options: options.into_iter().collect() }
    }
}

/// Plain texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
#[non_exhaustive]
pub struct UntitledItems {
    /// The texts.
    #[serde(rename = "enum")]
    pub options: Vec<String>,
}

impl UntitledItems {
    /// Creates the texts of a choice.
    pub fn new(options: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { options: options.into_iter().map(Into::into).collect() }
    }
}
