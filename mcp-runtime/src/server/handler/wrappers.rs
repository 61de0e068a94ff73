//! Stand-ins for parameters that are not deserialized like their type.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;
use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A stand-in that is converted to the parameter itself.
pub trait Plain {
    /// The type of the parameter.
    type Target;

    /// The parameter.
    fn plain(self) -> Self::Target;
}

/// Unwraps a stand-in, also inside an `Option`.
pub fn plain<T: Plain>(value: T) -> T::Target {
    value.plain()
}

impl<T: Plain> Plain for Option<T> {
    type Target = Option<T::Target>;

    fn plain(self) -> Self::Target {
        self.map(T::plain)
    }
}

/// A duration given as a number of seconds: `#[arg(seconds)]`.
#[derive(Debug, Default)]
pub struct Seconds(Duration);

impl From<Duration> for Seconds {
    fn from(duration: Duration) -> Self {
        Self(duration)
    }
}

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

impl Plain for Seconds {
    type Target = Duration;

    fn plain(self) -> Duration {
        self.0
    }
}

impl<'de> Deserialize<'de> for Seconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        Duration::try_from_secs_f64(seconds).map(Self).map_err(de::Error::custom)
    }
}

impl JsonSchema for Seconds {
    fn schema_name() -> Cow<'static, str> {
        "Seconds".into()
    }

    fn inline_schema() -> bool {
        true
    }

    #[inline]
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "minimum": 0, "description": "Seconds." })
    }
}

/// A duration given as text like `1h 30m`: `#[arg(humantime)]`.
#[derive(Debug, Default)]
pub struct Humantime(Duration);

impl From<Duration> for Humantime {
    fn from(duration: Duration) -> Self {
        Self(duration)
    }
}

impl Serialize for Humantime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&humantime::format_duration(self.0))
    }
}

impl Plain for Humantime {
    type Target = Duration;

    fn plain(self) -> Duration {
        self.0
    }
}

impl<'de> Deserialize<'de> for Humantime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'_, str>::deserialize(deserializer)?;
        humantime::parse_duration(&text)
            .map(Self)
            .map_err(|error| de::Error::custom(format!("a duration like \"1h 30m\": {error}")))
    }
}

impl JsonSchema for Humantime {
    fn schema_name() -> Cow<'static, str> {
        "Humantime".into()
    }

    fn inline_schema() -> bool {
        true
    }

    #[inline]
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "Duration, e.g. 1h 30m." })
    }
}

/// An optional parameter that distinguishes null from absent: `#[arg(nullable)]`.
#[derive(Debug)]
pub struct Nullable<T>(Option<Option<T>>);

impl<T> Plain for Nullable<T> {
    type Target = Option<Option<T>>;

    fn plain(self) -> Self::Target {
        self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Nullable<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> de::Visitor<'de> for Visitor<T> {
            type Value = Nullable<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }

            /// Absent: called by the deserializer of a missing value.
            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Nullable(None))
            }

            fn visit_none<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Nullable(Some(None)))
            }

            fn visit_some<D: Deserializer<'de>>(self, some: D) -> Result<Self::Value, D::Error> {
                T::deserialize(some).map(|value| Nullable(Some(Some(value))))
            }
        }

        deserializer.deserialize_option(Visitor(PhantomData))
    }
}

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn schema_name() -> Cow<'static, str> {
        format!("Nullable_{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let value = generator.subschema_for::<T>();
        // What `#[schema(nullable)]` says of a field.
        json_schema!({ "anyOf": [value, { "type": "null" }], "x-mcp-nullable": true })
    }
}
