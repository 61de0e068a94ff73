//! Typed entries of `_meta`.

use serde::de::DeserializeOwned;

use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::server::Context;

/// An entry of `_meta` under a key of its own: [`#[derive(MetaEntry)]`](macro@crate::MetaEntry)
/// implements it, and makes it a context parameter of handlers.
pub trait MetaEntry: DeserializeOwned {
    /// The key.
    const KEY: &'static str;
}

/// Reads an entry of the `_meta` of a request.
///
/// # Errors
///
/// `-32602` when it is missing, or of another type.
pub fn take_entry<T: MetaEntry>(context: &Context) -> Result<T> {
    let key = T::KEY;
    let value = context
        .meta()
        .shift_remove(key)
        .ok_or_else(|| ErrorObject::invalid_params(format!("`_meta` lacks `{key}`")))?;
    let entry = serde_json::from_value(value);
    Ok(entry.map_err(|error| ErrorObject::invalid_params(format!("`_meta` `{key}`: {error}")))?)
}

/// Whether the `_meta` of a request has the entry.
pub fn has_entry<T: MetaEntry>(context: &Context) -> bool {
    take_entry::<T>(context).is_ok()
}
