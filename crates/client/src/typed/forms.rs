//! Values with several forms.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

use super::members::ObjectMembers;

/// A value whose form is not known yet.
#[derive(Debug)]
pub struct Forms(Value);

impl Forms {
    /// # Errors
    ///
    /// When it cannot be deserialized.
    pub fn new<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Value::deserialize(deserializer).map(Self)
    }

    /// The value, if it has this form.
    #[must_use]
    pub fn get<T: DeserializeOwned>(&self) -> Option<T> {
        T::deserialize(&self.0).ok()
    }

    /// The error for a value that has none of them.
    #[must_use]
    pub fn none<E: serde::de::Error>(&self) -> E {
        E::custom("the value has none of its forms")
    }
}

/// Makes a type of a text.
///
/// # Errors
///
/// When it is not a text, or not a known one.
pub fn text<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    make: fn(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = Cow::<'de, str>::deserialize(deserializer)?;
    make(&text).ok_or_else(|| D::Error::custom(format_args!("unknown value {text:?}")))
}

/// Makes a type of an object whose form one of its members names.
///
/// # Errors
///
/// When the form is unknown, or the object does not have it.
pub fn tagged<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    tag: &str,
    make: fn(&str, Value) -> Option<Result<T, Error>>,
) -> Result<T, D::Error> {
    let mut members = ObjectMembers::of(Map::deserialize(deserializer)?);
    let name: String = members.required(tag).map_err(D::Error::custom)?;
    let rest = members.rest::<Value>().map_err(D::Error::custom)?;
    let known = make(&name, rest.into_iter().collect());
    let made =
        known.ok_or_else(|| D::Error::custom(format_args!("{tag}: unknown value {name:?}")))?;
    made.map_err(D::Error::custom)
}
