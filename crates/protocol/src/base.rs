//! Types that many features share: icons, annotations, result types, cache hints, kinds of methods.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, DeserializeOwned},
};
use serde_json::value::RawValue;

/// Whether a method is a request or a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    /// It has an id and is answered.
    Request,
    /// It is not answered, and has no id.
    Notification,
}

/// A picture that a client may show.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Icon {
    /// The location of the picture: an `https:` or `data:` URI.
    pub src: String,
    /// The media type of the picture, if the source does not indicate it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mime_type: Option<String>,
    /// Sizes such as `48x48`, or `any`.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "sizes")]
    pub sizes: Option<Vec<String>>,
    /// The background that the picture is designed for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub theme: Option<IconTheme>,
}

impl Icon {
    /// Creates an icon from the URI of its picture.
    pub fn new(src: impl Into<String>) -> Self {
        Self { src: src.into(), ..Self::default() }
    }
}

/// The background that an icon is designed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum IconTheme {
    /// A light background.
    Light,
    /// A dark background.
    Dark,
}

/// The speaker or the audience of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Role {
    /// The user.
    User,
    /// The model.
    Assistant,
}

/// Hints on how a client may use a piece of content or a resource.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Annotations {
    /// The intended audience.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<Vec<Role>>,
    /// The importance, from 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub priority: Option<f64>,
    /// When it was changed, in ISO 8601.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_modified: Option<String>,
}

/// The type of a result of a modern server.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResultType {
    /// The request is answered.
    Complete,
    /// The server has questions before it can answer.
    InputRequired,
    /// A type that an extension defines.
    Other(String),
}

impl ResultType {
    /// Returns the name on the wire.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Complete => "complete",
            Self::InputRequired => "input_required",
            Self::Other(name) => name,
        }
    }
}

impl fmt::Display for ResultType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for ResultType {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ResultType {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Ok(match &*name {
            "complete" => Self::Complete,
            "input_required" => Self::InputRequired,
            _ => Self::Other(name.into_owned()),
        })
    }
}

/// Who may share a cached result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum CacheScope {
    /// Everyone.
    Public,
    /// Only the requester.
    Private,
}

/// Joins pieces of text, one per line.
pub(super) fn joined<'a>(pieces: impl Iterator<Item = &'a str>) -> String {
    pieces.collect::<Vec<_>>().join("\n")
}

/// Reads null as the default: absent members are null in the libraries of some languages, and so is
/// an empty list in Go.
pub fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Reads a value as an enum variant that was already selected.
///
/// Serde's attributes for selecting a variant would read its content with a separate deserializer,
/// which is compiled in addition to the one for text.
pub(super) fn read_variant<T, U, E>(value: &RawValue, variant: fn(T) -> U) -> Result<U, E>
where
    T: DeserializeOwned,
    E: de::Error,
{
    serde_json::from_str(value.get()).map(variant).map_err(E::custom)
}

/// Converts a value to JSON, by way of text: each further serializer would be compiled for all types.
///
/// # Errors
///
/// If it cannot be serialized.
pub fn to_value<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<serde_json::Value> {
    serde_json::from_str(&serde_json::to_string(value)?)
}

/// Accepts a single string as a list of sizes, as in the drafts before 2025-11-25.
fn sizes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<String>>, D::Error> {
    let sizes = Option::<serde_json::Value>::deserialize(deserializer)?;
    Ok(match sizes {
        Some(serde_json::Value::String(text)) => {
            Some(text.split_whitespace().map(str::to_owned).collect())
        }
        Some(list) => Some(serde_json::from_str(&list.to_string()).map_err(de::Error::custom)?),
        None => None,
    })
}
