//! A request as it goes out: its parts, put together as text.

use std::borrow::Cow;

use super::members::RawMembers;
use crate::protocol::{Method, ProtocolVersion};

/// A request as it goes out, without its id.
pub(super) struct Outbound<'a> {
    pub(super) method: &'a str,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Headers that repeat what it says, where the transport has headers.
    pub(super) headers: &'a [(String, String)],
    /// The members of `params`: those of the request, the answers to what the server asked, and
    /// `_meta`.
    pub(super) params: [&'a RawMembers; 3],
}

impl Outbound<'_> {
    /// Appends the request. Its parts are JSON already, so they are put together as text.
    pub(super) fn write(&self, id: u64, out: &mut Vec<u8>) {
        let method = match Method::parse(self.method) {
            Some(method) => Cow::Borrowed(method.name()),
            None => Cow::Owned(escaped(self.method)),
        };
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        // Nothing can go wrong with a number and a buffer.
        let _ = serde_json::to_writer(&mut *out, &id);
        out.extend_from_slice(br#","method":""#);
        out.extend_from_slice(method.as_bytes());
        let (mut before, mut end): (&[u8], &[u8]) = (br#"","params":{"#, br#""}"#);
        for members in self.params.into_iter().filter(|members| !members.is_empty()) {
            out.extend_from_slice(before);
            out.extend_from_slice(members.text());
            (before, end) = (b",", b"}}");
        }
        out.extend_from_slice(end);
    }
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    json.get(1..json.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
