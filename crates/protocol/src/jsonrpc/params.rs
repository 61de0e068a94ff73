//! The parameters of a message.

use serde::Deserialize;

use super::ErrorObject;

/// Deserializes parameters; absent parameters count as an empty object.
///
/// # Errors
///
/// When they cannot be deserialized as a `T`.
pub fn decode_params<'a, T: Deserialize<'a>>(params: Option<&'a str>) -> Result<T, ErrorObject> {
    serde_json::from_str(params.unwrap_or("{}"))
        .map_err(|error| ErrorObject::invalid_params(error.to_string()))
}
