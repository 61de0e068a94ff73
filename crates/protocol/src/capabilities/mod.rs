//! The capabilities that clients and servers declare.
//!
//! Flags for what the specification names, and open sets: unknown keys survive a round trip.
//! [`ClientCapabilities::for_version`] and its server counterpart shape them for a revision,
//! `missing_from` and `supports` compare them.

mod client;
mod extensions;
mod server;
mod tasks;

use serde_json::{Map, Value};

pub use client::{ClientCapabilities, ClientCapability};
pub use server::{ServerCapabilities, ServerCapability};
pub use tasks::TasksCapability;

/// A capability that a method needs, and the side that must have declared it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Capability {
    /// The client must have declared it.
    Client(ClientCapability),
    /// The server must have declared it.
    Server(ServerCapability),
    /// `tasks`, declared by the side that runs the task.
    Tasks,
}

/// Removes and returns a member that must be an object; anything else is left in place.
fn take_object(map: &mut Map<String, Value>, key: &str) -> Option<Map<String, Value>> {
    if !map.get(key)?.is_object() {
        return None;
    }
    match map.remove(key) {
        Some(Value::Object(object)) => Some(object),
        _ => None,
    }
}

/// Removes a presence flag: a member with any value.
fn take_presence(map: &mut Map<String, Value>, key: &str) -> bool {
    map.remove(key).is_some()
}

/// Removes a boolean flag; anything but `true` counts as `false`.
fn take_flag(map: &mut Map<String, Value>, key: &str) -> bool {
    map.remove(key) == Some(Value::Bool(true))
}

/// Puts the rest of a known member back among the unknown ones.
fn keep_rest(map: &mut Map<String, Value>, key: &str, rest: Map<String, Value>) {
    if !rest.is_empty() {
        map.insert(key.into(), rest.into());
    }
}

/// Writes a member that is an object of flags, together with its unknown members.
fn insert_flags<const N: usize>(
    map: &mut Map<String, Value>,
    key: &str,
    flags: [(&str, bool); N],
    value: impl Into<Value>,
) {
    let value = value.into();
    let mut object = take_object(map, key).unwrap_or_default();
    for (flag, _) in flags.into_iter().filter(|(_, set)| *set) {
        object.insert(flag.into(), value.clone());
    }
    map.insert(key.into(), object.into());
}

fn insert_some(map: &mut Map<String, Value>, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        map.insert(key.into(), value.into());
    }
}

fn empty() -> Value {
    Value::Object(Map::new())
}

/// The entries of an open set whose keys the other set lacks.
#[inline]
fn missing_entries(
    required: Option<&Map<String, Value>>,
    declared: Option<&Map<String, Value>>,
) -> Option<Map<String, Value>> {
    let missing: Map<_, _> = required?
        .iter()
        .filter(|(key, _)| !declared.is_some_and(|declared| declared.contains_key(*key)))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    (!missing.is_empty()).then_some(missing)
}
