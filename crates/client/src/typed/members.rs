//! The members of an object, as they are read and written.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserializer, Serialize, Serializer};
use serde_json::{Error, Map, Value};

use super::passed_on::{PassedOn, object};

/// The members of an object.
#[derive(Debug, Default)]
pub struct ObjectMembers {
    members: Map<String, Value>,
    /// Why a member could not be written.
    mistake: Option<Error>,
}

/// Makes a type of the members of an object.
///
/// # Errors
///
/// When it is not an object, or members are missing or of another type.
pub fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    make: fn(&mut ObjectMembers) -> Result<T, Error>,
) -> Result<T, D::Error> {
    make(&mut ObjectMembers::of(object(deserializer)?)).map_err(D::Error::custom)
}

impl ObjectMembers {
    pub(super) fn of(members: Map<String, Value>) -> Self {
        Self { members, mistake: None }
    }

    /// The members that were not read.
    pub(super) fn into_left(self) -> Map<String, Value> {
        self.members
    }

    /// Reads a member that has to be there.
    ///
    /// # Errors
    ///
    /// When it is missing or of another type.
    pub fn required<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, Error> {
        match self.members.shift_remove(name) {
            Some(value) => at(name, value),
            None => Err(Error::custom(format_args!("missing field `{name}`"))),
        }
    }

    /// Reads a member that may be missing or `null`; a list is then empty.
    ///
    /// # Errors
    ///
    /// When it is of another type.
    pub fn optional<T: DeserializeOwned + Default>(&mut self, name: &str) -> Result<T, Error> {
        match self.members.shift_remove(name) {
            None | Some(Value::Null) => Ok(T::default()),
            Some(value) => at(name, value),
        }
    }

    /// Reads all members that are left.
    ///
    /// # Errors
    ///
    /// When one is of another type.
    pub fn rest<T: DeserializeOwned>(&mut self) -> Result<BTreeMap<String, T>, Error> {
        let left = std::mem::take(&mut self.members).into_iter();
        left.map(|(name, value)| at(&name, value).map(|value| (name, value))).collect()
    }

    /// Adds a member.
    pub fn add<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) {
        match serde_json::to_value(value) {
            Ok(value) => drop(self.members.insert(name.to_owned(), value)),
            Err(error) => self.mistake = Some(error),
        }
    }

    /// Adds a member, if there is a value.
    pub fn add_some<T: Serialize>(&mut self, name: &str, value: &Option<T>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    /// Adds a list, if it is not empty.
    pub fn add_list<T: Serialize>(&mut self, name: &str, value: &[T]) {
        if !value.is_empty() {
            self.add(name, value);
        }
    }

    /// Adds the members of an object.
    pub fn add_all<T: Serialize>(&mut self, object: &T) {
        match serde_json::to_value(object) {
            Ok(Value::Object(members)) => self.members.extend(members),
            Ok(_) => self.mistake = Some(Error::custom("expected an object")),
            Err(error) => self.mistake = Some(error),
        }
    }

    /// Writes the object.
    ///
    /// # Errors
    ///
    /// When a member could not be written.
    pub fn write<S: Serializer>(self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.mistake {
            Some(mistake) => Err(serde::ser::Error::custom(mistake)),
            None => self.members.serialize(serializer),
        }
    }
}

/// Reads a value; an error says where it is.
fn at<T: DeserializeOwned>(name: &str, value: Value) -> Result<T, Error> {
    T::deserialize(PassedOn(value)).map_err(|error| Error::custom(format_args!("{name}: {error}")))
}
