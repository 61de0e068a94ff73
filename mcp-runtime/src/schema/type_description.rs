//! Describes the texts that a type expects, as reported by the type itself, if its schema only says
//! that it is a string.

use serde::de::value::Error;
use serde::de::{Deserialize, Deserializer, Error as _, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

/// Returns a description of the texts that `T` accepts, if it is a known type.
pub(super) fn expecting<'de, T: Deserialize<'de>>() -> Option<&'static str> {
    let said = T::deserialize(Ask).err()?.to_string();
    match said.rsplit_once("expected ")?.1 {
        "socket address" => Some("Socket address, e.g. 127.0.0.1:8080."),
        "IPv4 socket address" => Some("IPv4 socket address, e.g. 127.0.0.1:8080."),
        "IPv6 socket address" => Some("IPv6 socket address, e.g. [::1]:8080."),
        _ => None,
    }
}

/// A deserializer without a value, so that the error names the expected type.
struct Ask;

impl<'de> Deserializer<'de> for Ask {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        Err(Error::invalid_type(Unexpected::Other("nothing"), &visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use core::net::{SocketAddr, SocketAddrV6};

    use super::expecting;

    #[test]
    fn socket_addresses_are_distinguished_from_texts() {
        assert!(expecting::<SocketAddr>().is_some());
        assert!(expecting::<Option<SocketAddrV6>>().is_some_and(|words| words.contains("[::1]")));
        assert_eq!(expecting::<String>(), None);
        assert_eq!(expecting::<Vec<SocketAddr>>(), None);
        assert_eq!(expecting::<serde_json::Value>(), None);
    }
}
