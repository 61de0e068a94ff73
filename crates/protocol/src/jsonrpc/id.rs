//! The id that ties a response to its request.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The id of a request: a string or an integer.
///
/// `1` and `1.0` are the same number in JSON, so they are the same id.
/// Source: [JSON-RPC 2.0, section 4](https://www.jsonrpc.org/specification#request_object); [2026-07-28, "Requests"](https://modelcontextprotocol.io/specification/2026-07-28/basic#requests) (never null).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RequestId {
    /// An integer between `i64::MIN` and `u64::MAX`.
    Integer(i128),
    /// Any string.
    String(Arc<str>),
}

impl RequestId {
    /// Parses an id from its JSON.
    #[doc(hidden)]
    #[inline]
    pub fn read(json: &str) -> Option<Self> {
        // Nearly all ids are plain numbers.
        let number: Result<i64, _> = json.parse();
        number.map(Self::from).ok().or_else(|| serde_json::from_str(json).ok())
    }
}

impl From<i64> for RequestId {
    fn from(id: i64) -> Self {
        Self::Integer(id.into())
    }
}

impl From<&str> for RequestId {
    fn from(id: &str) -> Self {
        Self::String(id.into())
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(id) => write!(f, "{id}"),
            Self::String(id) => write!(f, "{id:?}"),
        }
    }
}

impl Serialize for RequestId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::String(id) => serializer.serialize_str(id),
            Self::Integer(id) => match (i64::try_from(*id), u64::try_from(*id)) {
                (Ok(id), _) => serializer.serialize_i64(id),
                (_, Ok(id)) => serializer.serialize_u64(id),
                _ => serializer.serialize_i128(*id),
            },
        }
    }
}

impl<'de> Deserialize<'de> for RequestId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Visitor)
    }
}

struct Visitor;

impl de::Visitor<'_> for Visitor {
    type Value = RequestId;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string or an integer")
    }

    fn visit_i64<E: de::Error>(self, id: i64) -> Result<RequestId, E> {
        Ok(RequestId::Integer(id.into()))
    }

    fn visit_u64<E: de::Error>(self, id: u64) -> Result<RequestId, E> {
        Ok(RequestId::Integer(id.into()))
    }

    fn visit_f64<E: de::Error>(self, id: f64) -> Result<RequestId, E> {
        // Beyond 2^53 a float no longer names one integer.
        if id.fract() == 0.0 && id.abs() <= 9_007_199_254_740_992.0 {
            #[expect(clippy::cast_possible_truncation, reason = "checked the line above")]
            return Ok(RequestId::Integer(id as i128));
        }
        Err(E::invalid_value(de::Unexpected::Float(id), &self))
    }

    fn visit_str<E: de::Error>(self, id: &str) -> Result<RequestId, E> {
        Ok(RequestId::String(id.into()))
    }
}
