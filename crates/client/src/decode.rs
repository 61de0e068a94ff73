//! Decodes results, within the limits that the user of the client has set.

use std::any::TypeId;

use serde::Deserialize;

use super::call::ClientCall;
use super::connection::Connection;
use super::result::RawResult;
use crate::error::{Error, Result};
use crate::jsonrpc::{memory_of, truncate_for_display};
use crate::protocol::{CallToolResult, Method};

/// Texts up to this many bytes are not checked for their memory.
const SHORT: usize = 256 * 1024;

/// Deserializes a result.
///
/// # Errors
///
/// When it cannot be deserialized as a `T`, or exceeds the memory limit.
pub(super) fn decode<'de, T: Deserialize<'de> + 'static>(
    connection: &Connection,
    call: &ClientCall,
    result: &'de RawResult,
) -> Result<T> {
    let what = || format!("the result of {}", call.method);
    if let Some(kind) =
        result.other_type.as_ref().filter(|_| connection.is_modern() && !is_look(call, result))
    {
        return Err(unknown_type(call, kind));
    }
    let limit = connection.settings.max_result;
    // The result of a tool keeps its structured content as text.
    if TypeId::of::<T>() == TypeId::of::<CallToolResult>() {
        for text in result.around_structured_content() {
            check_memory(what, text, limit)?;
        }
    } else {
        check_memory(what, result.text(), limit)?;
    }
    serde_json::from_str(result.text())
        .map_err(|error| Error::other(format!("cannot decode {}: {error}", what())))
}

/// Whether a result is the status of a task. Examples in the specification set the type of such a
/// result to `task`.
fn is_look(call: &ClientCall, result: &RawResult) -> bool {
    result.is_task() && call.known() == Some(Method::GetTask)
}

/// The error for a result of a type that the client does not know.
///
/// Source: [2026-07-28, "Overview", Result Responses](https://modelcontextprotocol.io/specification/2026-07-28/basic).
pub(super) fn unknown_type(call: &ClientCall, kind: &str) -> Error {
    let kind = truncate_for_display(kind);
    Error::other(format!(
        "invalid response to {}: result type {kind:?}, which no declared extension defines",
        call.method
    ))
}

/// Checks that a text needs at most `limit` bytes of memory when it is parsed.
///
/// # Errors
///
/// When it needs more; the error names the setting that changes the limit.
pub(super) fn check_memory(what: impl FnOnce() -> String, text: &str, limit: usize) -> Result<()> {
    if text.len() > SHORT && memory_of(text) > limit {
        Err(too_much(&what(), limit))
    } else {
        Ok(())
    }
}

/// The error when something needs more memory than the client allows.
pub(super) fn too_much(what: &str, limit: usize) -> Error {
    Error::other(format!(
        "{what} takes more than {limit} bytes of memory: raise the client's `max_result`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_heavy_names_the_limit() {
        let list = || "the list".to_owned();
        let text = format!("[{}0]", "0,".repeat(SHORT));
        let error = check_memory(list, &text, 1000).unwrap_err().to_string();
        assert!(error.contains("1000 bytes") && error.contains("max_result"), "{error}");
        assert!(check_memory(list, &text, usize::MAX).is_ok());
        assert!(check_memory(list, "[0,0]", 0).is_ok(), "what is short is not checked");
    }
}
