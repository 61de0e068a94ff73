//! What the headers alone decide: the type of the body, and what the client takes.

#[cfg(test)]
mod tests;

use std::fmt::Display;

use http::header::{ACCEPT, AsHeaderName, CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::refusal::Refusal;
use crate::jsonrpc::{ErrorCode, cut};
use crate::negotiation::unsupported as unsupported_version;
use crate::protocol::ProtocolVersion;

/// The session of a legacy request.
pub(crate) const SESSION_ID: HeaderName = HeaderName::from_static("mcp-session-id");
/// The revision that the client speaks.
pub(crate) const PROTOCOL_VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The method, as the body has it.
pub(crate) const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// The name or URI that the method is for, as the body has it.
pub(crate) const NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The event after which a stream goes on.
pub(crate) const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// The type of every body that is read.
const JSON: &str = "application/json";

/// The `Accept` of nearly all clients, known without taking it apart.
const USUAL: &str = "application/json, text/event-stream";

/// What a client takes as an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accepts {
    /// One JSON object.
    pub(crate) json: bool,
    /// A stream of events.
    pub(crate) events: bool,
}

/// Looks at the headers of a POST.
pub(crate) fn post(headers: &HeaderMap) -> Result<Accepts, Refusal> {
    unique(headers)?;
    check_content(headers)?;
    let accepts = accepts(headers);
    if accepts.json || accepts.events {
        return Ok(accepts);
    }
    Err(not_acceptable("`Accept` has to list application/json and text/event-stream"))
}

/// Looks at the headers of a GET, which opens a stream of events.
pub(crate) fn get(headers: &HeaderMap) -> Result<(), Refusal> {
    unique(headers)?;
    if accepts(headers).events {
        return Ok(());
    }
    Err(not_acceptable("`Accept` has to list text/event-stream"))
}

/// Refuses a header that is given twice and must not be: a proxy may read the other one.
pub(crate) fn unique(headers: &HeaderMap) -> Result<(), Refusal> {
    if headers.len() == headers.keys_len() {
        return Ok(());
    }
    let matters = |name: &HeaderName| {
        name.as_str().starts_with("mcp-") || [CONTENT_TYPE, LAST_EVENT_ID].contains(name)
    };
    let mut names = headers.keys().filter(|name| matters(name));
    names.try_for_each(|name| single(headers, name).map(drop))
}

/// The value of a header that must not be given twice.
pub(crate) fn single(
    headers: &HeaderMap,
    name: impl AsHeaderName + Display + Copy,
) -> Result<Option<&HeaderValue>, Refusal> {
    let mut values = headers.get_all(name).iter();
    let value = values.next();
    if values.next().is_none() {
        return Ok(value);
    }
    let mut refusal =
        Refusal::new(StatusCode::BAD_REQUEST, format!("the header {name} is given twice"));
    if mirrors(&name.to_string()) {
        refusal.error.code = ErrorCode::HEADER_MISMATCH;
    }
    Err(refusal)
}

/// The revision that the headers name, if they name one.
///
/// Source: 2025-06-18, "Transports", Protocol Version Header.
pub(crate) fn version(headers: &HeaderMap) -> Result<Option<ProtocolVersion>, Refusal> {
    let Some(value) = single(headers, &PROTOCOL_VERSION)? else {
        return Ok(None);
    };
    let version = value.to_str().ok().and_then(|version| version.parse().ok());
    version.map(Some).ok_or_else(|| {
        let shown = cut(&String::from_utf8_lossy(value.as_bytes()));
        let error = unsupported_version(&shown, &ProtocolVersion::ALL);
        Refusal::with_error(StatusCode::BAD_REQUEST, error)
    })
}

/// Whether a header repeats what the body says (2026-07-28).
fn mirrors(name: &str) -> bool {
    name.starts_with("mcp-") && name != SESSION_ID.as_str()
}

/// A page of another site can send any body without asking, if it is not of type JSON
/// (CVE-2026-33252).
fn check_content(headers: &HeaderMap) -> Result<(), Refusal> {
    let content = single(headers, &CONTENT_TYPE)?;
    let is_fine = |content: &HeaderValue| content == JSON || content.to_str().is_ok_and(is_json);
    if !content.is_some_and(is_fine) {
        return Err(unsupported("`Content-Type` has to be application/json, in UTF-8"));
    }
    let mut encodings = headers.get_all(CONTENT_ENCODING).iter();
    if encodings.any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(unsupported("`Content-Encoding` is not supported"));
    }
    Ok(())
}

fn is_json(content: &str) -> bool {
    let mut parts = content.split(';');
    let media_type = parts.next().unwrap_or_default().trim();
    let is_fine = |part: &str| match part.split_once('=') {
        Some((name, charset)) if name.trim().eq_ignore_ascii_case("charset") => {
            charset.trim().trim_matches('"').eq_ignore_ascii_case("utf-8")
        }
        _ => true,
    };
    media_type.eq_ignore_ascii_case(JSON) && parts.all(is_fine)
}

/// The specification wants both types listed. Who lists one gets that one; who takes anything gets
/// JSON (<https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1>).
fn accepts(headers: &HeaderMap) -> Accepts {
    let mut lines = headers.get_all(ACCEPT).iter().peekable();
    if lines.peek().is_none() {
        return Accepts { json: true, events: false };
    }
    // No other range is more specific, and nothing is worth more than being wanted.
    if lines.any(|line| line == USUAL) {
        return Accepts { json: true, events: true };
    }
    // The most specific range decides.
    let admits = |kind, subtype| ranges(headers).filter_map(|range| range.fit(kind, subtype)).max();
    let names_events = |(specificity, wanted): (u8, bool)| wanted && specificity > 0;
    Accepts {
        json: admits("application", "json").is_some_and(|(_, wanted)| wanted),
        events: admits("text", "event-stream").is_some_and(names_events),
    }
}

fn ranges(headers: &HeaderMap) -> impl Iterator<Item = MediaRange<'_>> {
    let lines = headers.get_all(ACCEPT).iter().filter_map(|line| line.to_str().ok());
    lines.flat_map(|line| line.split(',')).filter_map(MediaRange::parse)
}

/// One element of `Accept`.
struct MediaRange<'a> {
    kind: &'a str,
    subtype: &'a str,
    wanted: bool,
}

impl<'a> MediaRange<'a> {
    fn parse(text: &'a str) -> Option<Self> {
        let mut parts = text.split(';');
        let (kind, subtype) = parts.next()?.trim().split_once('/')?;
        Some(Self { kind, subtype, wanted: !parts.any(is_zero_weight) })
    }

    /// How specific the range is, if the type is in it, and whether it is wanted.
    fn fit(&self, kind: &str, subtype: &str) -> Option<(u8, bool)> {
        let specificity = match (self.kind, self.subtype) {
            ("*", "*") => 0,
            (own, "*") if own.eq_ignore_ascii_case(kind) => 1,
            (own, sub) if own.eq_ignore_ascii_case(kind) && sub.eq_ignore_ascii_case(subtype) => 2,
            _ => return None,
        };
        Some((specificity, self.wanted))
    }
}

/// `q=0`: anything but this.
fn is_zero_weight(parameter: &str) -> bool {
    parameter.split_once('=').is_some_and(|(name, weight)| {
        name.trim().eq_ignore_ascii_case("q") && weight.trim().parse() == Ok(0.0)
    })
}

fn unsupported(message: &str) -> Refusal {
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
}

fn not_acceptable(message: &str) -> Refusal {
    Refusal::new(StatusCode::NOT_ACCEPTABLE, message)
}
