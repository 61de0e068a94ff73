//! The members of an object as JSON text without braces, from which requests are assembled.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use crate::error::{Error, Result};

/// Members of an object, as JSON text.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct RawMembers(Vec<u8>);

/// The capacity for the parameters of most requests.
const USUAL_BYTES: usize = 128;

impl RawMembers {
    /// No members yet.
    pub(super) fn new() -> Self {
        Self(Vec::with_capacity(USUAL_BYTES))
    }

    /// The members of an object.
    ///
    /// # Errors
    ///
    /// When the value is not a JSON object.
    pub(super) fn of(object: &impl Serialize) -> Result<Self> {
        let text = serde_json::to_vec(object).map_err(Error::other)?;
        match &*text {
            [b'{', members @ .., b'}'] => Ok(Self(members.to_vec())),
            _ => Err(Error::other("the parameters of a request must be a JSON object")),
        }
    }

    /// Adds a member, whose name must not need escaping.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized.
    pub(super) fn add(
        &mut self,
        name: &'static str,
        value: &(impl Serialize + ?Sized),
    ) -> Result<()> {
        if !self.0.is_empty() {
            self.0.push(b',');
        }
        for part in ["\"", name, "\":"] {
            self.0.extend_from_slice(part.as_bytes());
        }
        serde_json::to_writer(&mut self.0, value).map_err(Error::other)
    }

    /// Adds a member, unless its value is null.
    ///
    /// # Errors
    ///
    /// When the value cannot be serialized.
    pub(super) fn add_some(&mut self, name: &'static str, value: &impl Serialize) -> Result<()> {
        let before = self.0.len();
        self.add(name, value)?;
        // No other value ends like this.
        if self.0.ends_with(b":null") {
            self.0.truncate(before);
        }
        Ok(())
    }

    /// The value of a member, if it can be deserialized as a `T`.
    pub(super) fn get<T: DeserializeOwned>(&self, name: &str) -> Option<T> {
        serde_json::from_value(self.to_object().get_mut(name)?.take()).ok()
    }

    /// Returns the object with these members.
    pub(super) fn to_object(&self) -> Map<String, Value> {
        let object = [b"{", &*self.0, b"}"].concat();
        serde_json::from_slice(&object).unwrap_or_default()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text, without braces.
    pub(super) fn text(&self) -> &[u8] {
        &self.0
    }
}
