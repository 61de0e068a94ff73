//! Values with several forms.

use std::borrow::Cow;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Value};

use super::members::ObjectMembers;
use super::passed_on::{PassedOn, object, whole};

/// What a form looks like from outside. A form is chosen by that alone, before anything within it is
/// read: if it were tried instead, each level of a type that contains itself would double the time.
#[derive(Clone, Copy, Debug)]
pub enum ValueForm {
    /// Any value.
    Any,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    Array,
    /// An object: its members with their names. There may be others.
    Object(&'static [(&'static str, Need, Self)]),
}

/// Whether a member has to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It has to.
    Required,
    /// It has to, and may be `null`. Some servers leave it out then.
    Nullable,
    /// It may be missing or `null`.
    Optional,
}

impl ValueForm {
    /// Whether a value looks so; only leniently if members that may be `null` are missing.
    fn fits(&self, value: &Value, leniently: bool) -> bool {
        match (self, value) {
            (Self::Any, _)
            | (Self::Boolean, Value::Bool(_))
            | (Self::Number, Value::Number(_))
            | (Self::Text, Value::String(_))
            | (Self::Array, Value::Array(_)) => true,
            (Self::Integer, Value::Number(number)) => !number.is_f64(),
            (Self::Object(members), Value::Object(found)) => {
                members.iter().all(|(name, need, form)| match (found.get(*name), need) {
                    (None, Need::Required) => false,
                    (None, Need::Nullable) => leniently,
                    (None, Need::Optional) => true,
                    (Some(Value::Null), Need::Nullable | Need::Optional) => true,
                    (Some(value), _) => form.fits(value, leniently),
                })
            }
            _ => false,
        }
    }
}

/// Makes a type of a value that has the first of these forms that it looks like.
///
/// # Errors
///
/// When it looks like none of them, or does not have the form that it looks like.
pub fn forms<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    forms: &[ValueForm],
    make: fn(usize, PassedOn) -> Result<T, Error>,
) -> Result<T, D::Error> {
    let value = whole(deserializer)?;
    let find = |leniently| forms.iter().position(|form| form.fits(&value, leniently));
    let Some(at) = find(false).or_else(|| find(true)) else {
        return Err(D::Error::custom("the value matches none of the variants of its type"));
    };
    make(at, PassedOn(value)).map_err(D::Error::custom)
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
    make: fn(&str, PassedOn) -> Option<Result<T, Error>>,
) -> Result<T, D::Error> {
    let mut members = ObjectMembers::of(object(deserializer)?);
    let name: String = members.required(tag).map_err(D::Error::custom)?;
    let known = make(&name, PassedOn(Value::Object(members.into_left())));
    let made =
        known.ok_or_else(|| D::Error::custom(format_args!("{tag}: unknown value {name:?}")))?;
    made.map_err(D::Error::custom)
}
