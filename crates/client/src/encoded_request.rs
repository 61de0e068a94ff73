//! A request whose parts are encoded already: it is assembled from them as text.

use std::borrow::Cow;

use super::members::RawMembers;
use crate::protocol::{Method, ProtocolVersion};

/// A request whose parts are JSON text, without its id.
pub(super) struct EncodedRequest<'a> {
    pub(super) method: &'a str,
    /// The revision that it follows; `initialize` does not follow one yet.
    pub(super) version: Option<ProtocolVersion>,
    /// The headers that repeat its members, if the transport has headers.
    pub(super) headers: &'a [(String, String)],
    /// The members of `params`: those of the request, the answers to the server's questions, and
    /// `_meta`.
    pub(super) params: [&'a RawMembers; 3],
    /// Whether it is not sent again where the server may have taken it.
    pub(super) is_sent_once: bool,
}

impl EncodedRequest<'_> {
    /// Appends the request. Its parts are already JSON, so they are concatenated as text.
    pub(super) fn write(&self, id: u64, out: &mut Vec<u8>) {
        let method = match Method::parse(self.method) {
            Some(method) => Cow::Borrowed(method.name()),
            None => Cow::Owned(escaped(self.method)),
        };
        out.extend_from_slice(br#"{"jsonrpc":"2.0","id":"#);
        // Writing a number to a buffer cannot fail.
        let _ = serde_json::to_writer(&mut *out, &id);
        out.extend_from_slice(br#","method":""#);
        out.extend_from_slice(method.as_bytes());
        // Peers of other protocols may insist on an object.
        let empty: &[u8] = if self.version.is_none() { br#"","params":{}}"# } else { br#""}"# };
        let mut before: &[u8] = br#"","params":{"#;
        let mut end: &[u8] = empty;
        for members in self.params.into_iter().filter(|members| !members.is_empty()) {
            out.extend_from_slice(before);
            out.extend_from_slice(members.text());
            (before, end) = (b",", b"}}");
        }
        out.extend_from_slice(end);
    }
}

/// Escapes a text for a JSON string, without the quotes.
fn escaped(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    json.get(1..json.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
