//! Values that are passed on whole.
//!
//! Each type reads its value as a `Value`, takes the members that it knows out of it, and reads them.
//! If a member that is a type of these were read of a `Value`, it would be copied, with all that is
//! within it, on each level.

use std::cell::Cell;
use std::fmt;

use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{Error as _, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Error, Map, Value};

/// The name by which a type asks for all of its value.
const WHOLE: &str = "$mcp_runtime_client::whole";

thread_local! {
    /// A value, from where it is passed on to where it is taken. Serde has no way for it.
    static PASSED: Cell<Option<Value>> = const { Cell::new(None) };
}

/// A value that is read once, however many types are within each other.
#[derive(Debug)]
pub struct PassedOn(pub(super) Value);

/// Reads any value; one that is passed on is moved.
///
/// # Errors
///
/// When it cannot be deserialized.
pub(super) fn whole<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Value, D::Error> {
    struct Whole;

    impl<'de> Visitor<'de> for Whole {
        type Value = Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("any value")
        }

        fn visit_unit<E>(self) -> Result<Value, E> {
            Ok(PASSED.take().unwrap_or_default())
        }

        fn visit_newtype_struct<D: Deserializer<'de>>(self, of: D) -> Result<Value, D::Error> {
            Value::deserialize(of)
        }
    }

    deserializer.deserialize_newtype_struct(WHOLE, Whole)
}

/// Reads an object.
///
/// # Errors
///
/// When it is not one.
pub(super) fn object<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    match whole(deserializer)? {
        Value::Object(members) => Ok(members),
        other => Map::deserialize(other).map_err(D::Error::custom),
    }
}

/// What has no parts.
macro_rules! plain {
    ($($name:ident)*) => {
        $(fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            self.0.$name(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for PassedOn {
    type Error = Error;

    plain! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_i128 deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_u128 deserialize_f32 deserialize_f64 deserialize_char deserialize_str
        deserialize_string deserialize_bytes deserialize_byte_buf deserialize_unit
        deserialize_identifier deserialize_ignored_any
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match &self.0 {
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
            _ => self.0.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if name == WHOLE {
            PASSED.set(Some(self.0));
            return visitor.visit_unit();
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Array(items) = self.0 else {
            return self.0.deserialize_seq(visitor);
        };
        let mut items = SeqDeserializer::new(items.into_iter().map(Self));
        let read = visitor.visit_seq(&mut items)?;
        items.end().map(|()| read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let Value::Object(members) = self.0 else {
            return self.0.deserialize_map(visitor);
        };
        let entries = members.into_iter().map(|(name, value)| (name, Self(value)));
        let mut members = MapDeserializer::new(entries);
        let read = visitor.visit_map(&mut members)?;
        members.end().map(|()| read)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_unit_struct(name, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        members: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_struct(name, members, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }
}

impl IntoDeserializer<'_, Error> for PassedOn {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::de::DeserializeOwned;
    use serde_json::json;

    use super::*;

    /// Whether a type reads a value that is passed on as it reads any other.
    fn reads_alike<T: DeserializeOwned + fmt::Debug>(value: &Value) {
        let passed_on = T::deserialize(PassedOn(value.clone())).map_err(|e| e.to_string());
        let other = T::deserialize(value.clone()).map_err(|e| e.to_string());
        assert_eq!(format!("{passed_on:?}"), format!("{other:?}"), "{value}");
    }

    #[test]
    fn what_is_passed_on_is_read_as_any_other_value() {
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "they are printed")]
        struct Point {
            x: i64,
            y: Option<Box<Self>>,
        }

        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "they are printed")]
        enum Shape {
            Dot,
            Circle(f64),
        }

        let values = json!([
            null, true, 1, -1, 1.5, u64::MAX, "", "a", "Dot", [], [1, 2], [1, [2]], {}, { "a": 1 }, { "Circle": 1 },
            { "x": 1 }, { "x": 1, "y": { "x": 2 } }, { "x": "a" }
        ]);
        for value in values.as_array().into_iter().flatten() {
            reads_alike::<Value>(value);
            reads_alike::<Option<bool>>(value);
            reads_alike::<(i64, i64)>(value);
            reads_alike::<Vec<Option<u8>>>(value);
            reads_alike::<BTreeMap<String, f64>>(value);
            reads_alike::<Point>(value);
            reads_alike::<Shape>(value);
            reads_alike::<std::num::NonZeroU8>(value);
            reads_alike::<()>(value);
            reads_alike::<char>(value);
            reads_alike::<std::path::PathBuf>(value);
        }
    }

    #[test]
    fn a_type_takes_all_of_its_value() {
        let value = json!({ "a": [1, { "b": null }] });
        assert_eq!(whole(PassedOn(value.clone())).ok(), Some(value.clone()));
        assert_eq!(whole(value.clone()).ok(), Some(value));
        assert_eq!(whole(PassedOn(Value::Null)).ok(), Some(Value::Null));
    }
}
