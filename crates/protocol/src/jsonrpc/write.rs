//! Writing messages.

use serde::Serialize;

use super::scan::plain;
use super::{ErrorObject, RequestId};

/// Appends a response whose result is appended by `write`.
pub fn write_result(
    out: &mut Vec<u8>,
    id: &RequestId,
    write: impl FnOnce(&mut Vec<u8>) -> serde_json::Result<()>,
) -> serde_json::Result<()> {
    let start = out.len();
    out.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"id\":");
    serde_json::to_writer(&mut *out, id)?;
    out.extend_from_slice(b",\"result\":");
    if let Err(error) = write(out) {
        out.truncate(start);
        return Err(error);
    }
    out.push(b'}');
    Ok(())
}

/// Appends an error response. Without an id, `null_id` decides whether it is null or absent.
pub fn write_error(out: &mut Vec<u8>, id: Option<&RequestId>, null_id: bool, error: &ErrorObject) {
    #[derive(Serialize)]
    struct Response<'a> {
        jsonrpc: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        id: Option<Option<&'a RequestId>>,
        error: &'a ErrorObject,
    }
    let id = if id.is_none() && !null_id { None } else { Some(id) };
    // An error object is always JSON.
    let _ = serde_json::to_writer(out, &Response { jsonrpc: "2.0", id, error });
}

/// Appends a request.
pub fn write_request<P: Serialize>(
    out: &mut Vec<u8>,
    id: &RequestId,
    request: &P,
) -> serde_json::Result<()> {
    #[derive(Serialize)]
    struct Request<'a, P> {
        jsonrpc: &'static str,
        id: &'a RequestId,
        #[serde(flatten)]
        request: &'a P,
    }
    serde_json::to_writer(out, &Request { jsonrpc: "2.0", id, request })
}

/// Appends a notification, or nothing if it cannot be serialized.
pub fn write_notification<P: Serialize>(out: &mut Vec<u8>, method: &str, params: &P) {
    #[derive(Serialize)]
    struct Notification<'a, P> {
        jsonrpc: &'static str,
        method: &'a str,
        params: &'a P,
    }
    let start = out.len();
    if let Err(error) =
        serde_json::to_writer(&mut *out, &Notification { jsonrpc: "2.0", method, params })
    {
        tracing::error!(%error, method, "could not serialize a notification as JSON");
        out.truncate(start);
    }
}

/// Appends a string as JSON.
pub fn write_string(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    let bytes = text.as_bytes();
    let mut from = 0;
    let mut at = 0;
    loop {
        let stop = plain(bytes, at);
        out.extend_from_slice(bytes.get(from..stop).unwrap_or_default());
        let Some(byte) = bytes.get(stop) else { break };
        at = stop + 1;
        from = at;
        match byte {
            b'"' | b'\\' => {
                out.push(b'\\');
                // The byte itself is copied together with those that follow.
                from = stop;
            }
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            0x08 => out.extend_from_slice(b"\\b"),
            0x0c => out.extend_from_slice(b"\\f"),
            control => out.extend_from_slice(format!("\\u{control:04x}").as_bytes()),
        }
    }
    out.push(b'"');
}
