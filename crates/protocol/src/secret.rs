//! Values that must not be shown.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, SchemaGenerator};
use serde::de::{Deserialize, Deserializer};

/// A value that must not be shown, such as a password or a key.
///
/// It is deserialized like the value itself, and has the same schema. `Debug` and `Display` show
/// `[redacted]`, and it is never serialized: neither into a result nor into what `Context::once`
/// stores.
///
/// ```
/// use mcp_runtime::{Secret, tool};
///
/// /// Opens the vault.
/// #[tool]
/// fn open(key: Secret<String>) -> bool {
///     tracing::debug!(?key, "somebody is at the door");
///     key.expose() == "xyzzy"
/// }
/// # assert_eq!(format!("{0} {0:?}", Secret::new("xyzzy")), "[redacted] [redacted]");
/// ```
///
/// ```compile_fail
/// # use mcp_runtime::{Secret, tool};
/// #[tool]
/// fn key() -> Secret<String> {
///     Secret::new("xyzzy".to_owned())
/// }
/// ```
///
/// An argument comes from a model, through a client; both have seen it. To keep a secret from them,
/// ask for it at a URL, with `ElicitUrl`. The specification forbids forms that
/// ask for secrets, so a form with one does not compile.
#[derive(Clone, Copy, Default)]
pub struct Secret<T>(T);

impl<T> Secret<T> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self(value)
    }

    /// Returns a reference to the value.
    pub const fn expose(&self) -> &T {
        &self.0
    }

    /// Returns the value.
    pub fn into_exposed(self) -> T {
        self.0
    }
}

impl<T> From<T> for Secret<T> {
    fn from(value: T) -> Self {
        Self(value)
    }
}

impl From<&str> for Secret<String> {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl<T> fmt::Debug for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<T> fmt::Display for Secret<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[redacted]")
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Secret<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize(deserializer).map(Self)
    }
}

impl<T: JsonSchema> JsonSchema for Secret<T> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        T::schema_name()
    }

    fn schema_id() -> Cow<'static, str> {
        T::schema_id()
    }

    /// Adds neither `writeOnly` nor the format `password`: model providers reject both.
    fn json_schema(generator: &mut SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<T>()
    }
}
