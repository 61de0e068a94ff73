//! Reading what a result says, within what the user of the client allows.

use std::any::TypeId;

use serde::Deserialize;

use super::call::ClientCall;
use super::connection::Connection;
use super::result::RawResult;
use crate::error::{Error, Result};
use crate::jsonrpc::{memory_of, truncate_for_display};
use crate::protocol::{CallToolResult, Method};

/// What is so short that its memory need not be checked, in bytes.
const SHORT: usize = 256 * 1024;

/// Reads a result.
///
/// # Errors
///
/// When it is not a `T`, or takes more memory than it may.
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
        .map_err(|error| Error::other(format!("{}: {error}", what())))
}

/// Whether somebody looked at a task, whose result is one as examples of the specification have it.
fn is_look(call: &ClientCall, result: &RawResult) -> bool {
    result.is_task() && call.known() == Some(Method::GetTask)
}

/// The error of a result of a kind that the client does not know.
///
/// Source: [2026-07-28, "Overview", Result Responses](https://modelcontextprotocol.io/specification/2026-07-28/basic).
pub(super) fn unknown_type(call: &ClientCall, kind: &str) -> Error {
    let kind = truncate_for_display(kind);
    Error::other(format!(
        "invalid response to {}: a result of the kind {kind:?}, which no extension of this request has",
        call.method
    ))
}

/// Looks whether a text that is read takes no more than `limit` bytes.
///
/// # Errors
///
/// That it takes more, and what changes that.
pub(super) fn check_memory(what: impl FnOnce() -> String, text: &str, limit: usize) -> Result<()> {
    match text.len() > SHORT && memory_of(text) > limit {
        true => Err(too_much(&what(), limit)),
        false => Ok(()),
    }
}

/// The error of what takes more memory than a client allows.
pub(super) fn too_much(what: &str, limit: usize) -> Error {
    Error::other(format!(
        "{what} takes more than {limit} bytes of memory: the client's `max_result` allows more"
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
