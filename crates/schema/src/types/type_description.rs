//! What a type says of itself when it is asked for a value, and its schema does not: the texts that it
//! expects, and the keys that it reads under another name.

use std::cell::Cell;

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

/// What a type says of itself.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct TypeDescription {
    /// The texts that it accepts, if it is a known type.
    pub(super) texts: Option<&'static str>,
    /// The keys of a struct, with their aliases.
    pub(super) keys: Option<&'static [&'static str]>,
}

impl TypeDescription {
    pub(super) fn of<'de, T: Deserialize<'de>>() -> Self {
        let keys = Cell::new(None);
        let error = T::deserialize(Ask { keys: &keys }).err();
        Self { texts: error.and_then(|error| texts(&error)), keys: keys.get() }
    }
}

fn texts(error: &Error) -> Option<&'static str> {
    match error.to_string().rsplit_once("expected ")?.1 {
        "socket address" => Some("Socket address, e.g. 127.0.0.1:8080."),
        "IPv4 socket address" => Some("IPv4 socket address, e.g. 127.0.0.1:8080."),
        "IPv6 socket address" => Some("IPv6 socket address, e.g. [::1]:8080."),
        _ => None,
    }
}

/// A deserializer without a value, so that the error names the expected type.
struct Ask<'a> {
    keys: &'a Cell<Option<&'static [&'static str]>>,
}

impl<'de> Deserializer<'de> for Ask<'_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::Other("nothing"), &visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.keys.set(Some(keys));
        self.deserialize_any(visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use core::net::{SocketAddr, SocketAddrV6};

    use super::TypeDescription;

    #[test]
    fn socket_addresses_are_distinguished_from_texts() {
        fn expecting<T: serde::de::DeserializeOwned>() -> Option<&'static str> {
            TypeDescription::of::<T>().texts
        }

        assert!(expecting::<SocketAddr>().is_some());
        assert!(expecting::<Option<SocketAddrV6>>().is_some_and(|words| words.contains("[::1]")));
        assert_eq!(expecting::<String>(), None);
        assert_eq!(expecting::<Vec<SocketAddr>>(), None);
        assert_eq!(expecting::<serde_json::Value>(), None);
    }

    #[test]
    fn a_struct_has_keys_with_their_aliases() {
        #[derive(serde::Deserialize)]
        #[expect(dead_code, reason = "only its keys are looked at")]
        struct Named {
            #[serde(alias = "words")]
            text: String,
        }
        #[derive(serde::Deserialize)]
        struct Empty {}

        let keys = TypeDescription::of::<Named>().keys.unwrap();
        assert!(["text", "words"].iter().all(|key| keys.contains(key)), "{keys:?}");
        assert_eq!(TypeDescription::of::<Empty>().keys, Some(&[][..]));
        assert_eq!(TypeDescription::of::<std::collections::BTreeMap<String, u8>>().keys, None);
    }
}
