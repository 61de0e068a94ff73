//! A request as it goes out: its parts, put together as text.

use std::borrow::Cow;

use super::members::Members;
use crate::protocol::{Method, ProtocolVersion};

/// A request as it goes out, without its id.
pub(super) struct Outbound<'a> {
    pub(super) method: &'a str,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Headers that repeat what it says, where the transport has headers.
    pub(super) headers: &'a [(String, String)],
    /// The members of `params`; `_meta` is not among them.
    pub(super) params: [&'a Members; 2],
    /// The members of `_meta`.
    pub(super) meta: &'a Members,
}

impl Outbound<'_> {
    /// Appends the request. Its parts are JSON already, so they are put together as text.
    pub(super) fn write(&self, id: u64, out: &mut Vec<u8>) {
        let method = match Method::parse(self.method) {
            Some(method) => Cow::Borrowed(method.name()),
            None => Cow::Owned(escaped(self.method)),
        };
        extend(out, &[br#"{"jsonrpc":"2.0","id":"#]);
        digits(out, id);
        extend(out, &[br#","method":""#, method.as_bytes(), b"\""]);
        let [params, more] = self.params;
        if !(params.is_empty() && more.is_empty() && self.meta.is_empty()) {
            extend(out, &[br#","params":{"#, params.text(), comma(params, more), more.text()]);
            if !self.meta.is_empty() {
                let before = if params.is_empty() { more } else { params };
                extend(out, &[comma(before, self.meta), br#""_meta":{"#, self.meta.text(), b"}"]);
            }
            extend(out, &[b"}"]);
        }
        extend(out, &[b"}"]);
    }
}

fn extend(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

fn comma(before: &Members, after: &Members) -> &'static [u8] {
    if before.is_empty() || after.is_empty() { b"" } else { b"," }
}

fn digits(out: &mut Vec<u8>, number: u64) {
    // Nothing can go wrong with a number and a buffer.
    let _ = serde_json::to_writer(out, &number);
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    json.get(1..json.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
