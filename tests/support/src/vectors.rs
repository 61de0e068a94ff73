//! The version vectors: data that every revision of the protocol agrees with.

use serde_json::Value;

/// The records of a file under a key.
///
/// # Panics
///
/// When there are none.
#[must_use]
pub fn records<'a>(file: &'a Value, key: &str) -> &'a [Value] {
    file[key].as_array().unwrap_or_else(|| panic!("no records `{key}`"))
}

/// What is negotiated between which client and which server.
///
/// # Panics
///
/// When the file is not JSON.
#[must_use]
#[expect(clippy::unwrap_used, reason = "a file that cannot be read fails the test")]
pub fn negotiation() -> Value {
    serde_json::from_str(include_str!("../../data/versions/version-negotiation.json")).unwrap()
}
