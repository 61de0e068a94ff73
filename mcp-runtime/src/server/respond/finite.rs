//! Finds numbers that JSON cannot represent: NaN and the infinities, which serde_json writes as
//! `null`, contrary to the advertised schema.

use std::fmt;

use serde::Serialize;
use serde::ser::{self, Serializer};

/// Returns why a value cannot be represented faithfully in JSON, if it cannot.
///
/// Nothing is written, so for types without floats there is nothing to do.
pub(super) fn refusal<T: Serialize + ?Sized>(value: &T) -> Option<String> {
    match value.serialize(Finite) {
        Err(FiniteError::Number(number)) => {
            Some(format!("the result has the number {number}, which JSON cannot represent"))
        }
        // Other errors are reported when the value is written.
        Ok(()) | Err(FiniteError::Other) => None,
    }
}

#[derive(Debug)]
enum FiniteError {
    Number(f64),
    Other,
}

impl fmt::Display for FiniteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number that JSON cannot represent")
    }
}

impl std::error::Error for FiniteError {}

impl ser::Error for FiniteError {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }
}

#[derive(Clone, Copy)]
struct Finite;

type FiniteResult = Result<(), FiniteError>;

macro_rules! nothing_to_check {
    ($($method:ident($($type:ty),*);)*) => {$(
        #[inline]
        fn $method(self, $(_: $type),*) -> FiniteResult {
            Ok(())
        }
    )*};
}

macro_rules! parts_to_check {
    ($($method:ident($($type:ty),*);)*) => {$(
        #[inline]
        fn $method(self, $(_: $type),*) -> Result<Self, FiniteError> {
            Ok(self)
        }
    )*};
}

impl Serializer for Finite {
    type Ok = ();
    type Error = FiniteError;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    #[inline]
    fn serialize_f32(self, number: f32) -> FiniteResult {
        self.serialize_f64(number.into())
    }

    #[inline]
    fn serialize_f64(self, number: f64) -> FiniteResult {
        if number.is_finite() { Ok(()) } else { Err(FiniteError::Number(number)) }
    }

    nothing_to_check! {
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_none();
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    #[inline]
    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> FiniteResult {
        Ok(())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> FiniteResult {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> FiniteResult {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> FiniteResult {
        value.serialize(self)
    }

    parts_to_check! {
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }
}

macro_rules! parts {
    ($($trait:ident: $method:ident($($key:ty)?);)*) => {$(
        impl ser::$trait for Finite {
            type Ok = ();
            type Error = FiniteError;

            #[inline]
            fn $method<T: Serialize + ?Sized>(&mut self, $(_: $key,)? value: &T) -> FiniteResult {
                value.serialize(*self)
            }

            #[inline]
            fn end(self) -> FiniteResult {
                Ok(())
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
}

impl ser::SerializeMap for Finite {
    type Ok = ();
    type Error = FiniteError;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, _: &T) -> FiniteResult {
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> FiniteResult {
        value.serialize(*self)
    }

    #[inline]
    fn end(self) -> FiniteResult {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::refusal;

    #[test]
    fn numbers_that_json_lacks_are_found_in_every_place() {
        #[derive(serde::Serialize)]
        enum Shape {
            Circle { r: f32 },
            Box(f64, f64),
        }
        let words =
            |number| format!("the result has the number {number}, which JSON cannot represent");
        assert_eq!(refusal(&f64::NAN), Some(words("NaN")));
        assert_eq!(refusal(&Some(vec![1.0, f64::INFINITY])), Some(words("inf")));
        assert_eq!(refusal(&Shape::Circle { r: f32::NEG_INFINITY }), Some(words("-inf")));
        assert_eq!(refusal(&Shape::Box(0.0, f64::NAN)), Some(words("NaN")));
        assert_eq!(refusal(&BTreeMap::from([("a", (1, f64::NAN))])), Some(words("NaN")));
        assert_eq!(refusal(&(None::<f64>, "text", f64::MAX, BTreeMap::from([(1, ())]))), None);
    }
}
