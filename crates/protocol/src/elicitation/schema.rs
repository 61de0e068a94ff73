//! The schema of a form: a flat object of strings, numbers, booleans and choices.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{MapAccess, Visitor},
};
use serde_json::Number;

use crate::base::or_default;

/// The fields of a form.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "object")]
#[non_exhaustive]
pub struct RequestedSchema {
    /// The dialect; from 2025-11-25.
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    pub schema: Option<String>,
    /// The fields, in the order in which they are shown.
    #[serde(default, deserialize_with = "or_default")]
    pub properties: Properties,
    /// The required fields.
    #[serde(default, deserialize_with = "or_default", skip_serializing_if = "Vec::is_empty")]
    pub required: Vec<String>,
}

impl RequestedSchema {
    /// Creates a form of fields, none of which is required.
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
    /// A string.
    String(StringSchema),
    /// A number.
    Number(NumberSchema),
    /// A boolean.
    Boolean(BooleanSchema),
    /// A single choice.
    UntitledSelect(UntitledSelectSchema),
    /// A single choice of options with titles; from 2025-11-25.
    TitledSelect(TitledSelectSchema),
    /// A multi-select field; from 2025-11-25.
    MultiSelect(MultiSelectSchema),
}

/// A string.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
#[non_exhaustive]
pub struct StringSchema {
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The minimum number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u64>,
    /// The maximum number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u64>,
    /// The format of the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub format: Option<StringFormat>,
    /// The initial value; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// The format of a string.
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
    /// Whether it may have a fractional part.
    #[serde(rename = "type")]
    pub kind: NumberType,
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The minimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<Number>,
    /// The maximum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<Number>,
    /// The initial value; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Number>,
}

impl NumberSchema {
    /// Creates a number without bounds.
    pub fn new(kind: NumberType) -> Self {
        Self { kind, title: None, description: None, minimum: None, maximum: None, default: None }
    }
}

/// Whether a number may have a fractional part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NumberType {
    /// It may have one.
    Number,
    /// It must be an integer.
    Integer,
}

/// A boolean.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "boolean")]
#[non_exhaustive]
pub struct BooleanSchema {
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The initial value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<bool>,
}

/// A single choice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string", rename_all = "camelCase")]
#[non_exhaustive]
pub struct UntitledSelectSchema {
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The options.
    #[serde(rename = "enum")]
    pub options: Vec<String>,
    /// A title for each option: the form of [`TitledSelectSchema`] in 2025-06-18.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enum_names: Option<Vec<String>>,
    /// The initial value; from 2025-11-25.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// A single choice of options with titles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
#[non_exhaustive]
pub struct TitledSelectSchema {
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The options.
    #[serde(rename = "oneOf")]
    pub options: Vec<EnumOption>,
    /// The initial value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// An option with its title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EnumOption {
    /// The value.
    #[serde(rename = "const")]
    pub value: String,
    /// The title that the user sees.
    pub title: String,
}

impl EnumOption {
    /// Creates an option.
    pub fn new(value: impl Into<String>, title: impl Into<String>) -> Self {
        Self { value: value.into(), title: title.into() }
    }
}

/// A multi-select field: any number of its options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "array", rename_all = "camelCase")]
#[non_exhaustive]
pub struct MultiSelectSchema {
    /// The human-readable name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// A description of the choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// The minimum number of choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_items: Option<u64>,
    /// The maximum number of choices.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_items: Option<u64>,
    /// The options.
    pub items: MultiSelectItems,
    /// The initial value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Vec<String>>,
}

impl MultiSelectSchema {
    /// Creates a choice of any number of options.
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

/// The options of a multi-select field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum MultiSelectItems {
    /// Options with titles.
    Titled(TitledItems),
    /// Options without titles.
    Untitled(UntitledItems),
}

/// Options with titles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct TitledItems {
    /// The options.
    #[serde(rename = "anyOf")]
    pub options: Vec<EnumOption>,
}

impl TitledItems {
    /// Creates the options of a choice.
    pub fn new(options: impl IntoIterator<Item = EnumOption>) -> Self {
        Self { options: options.into_iter().collect() }
    }
}

/// Options without titles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename = "string")]
#[non_exhaustive]
pub struct UntitledItems {
    /// The options.
    #[serde(rename = "enum")]
    pub options: Vec<String>,
}

impl UntitledItems {
    /// Creates the options of a choice.
    pub fn new(options: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { options: options.into_iter().map(Into::into).collect() }
    }
}
