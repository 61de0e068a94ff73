//! How many relays a request has passed through: one that relays to itself must not do so for ever.

use mcp_runtime::{Context, Error, Result};

/// The entry of `_meta` that counts the relays.
pub(crate) const KEY: &str = "mcp-runtime/hops";

/// How many relays a request may pass through.
const MOST: u64 = 8;

/// The number of relays with this one.
///
/// # Errors
///
/// When there are too many.
pub(crate) fn count(context: &Context) -> Result<u64> {
    let before = context.meta().get(KEY).and_then(serde_json::Value::as_u64).unwrap_or_default();
    if before >= MOST {
        return Err(Error::other(format!(
            "the request has passed through {before} relays, which is the limit; does one of them relay to itself?"
        )));
    }
    Ok(before + 1)
}
