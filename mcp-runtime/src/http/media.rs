//! Media types that the client sends and accepts.

#[cfg(test)]
mod tests;

use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING};
use http::{HeaderValue, StatusCode};

use super::head::Head;
use super::refusal::Refusal;

/// The type of every body that is read.
const JSON: &str = "application/json";

/// The `Accept` header of nearly all clients, recognized without parsing.
const USUAL: &str = "application/json, text/event-stream";

/// Which response types a client accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accepts {
    /// One JSON object.
    pub(crate) json: bool,
    /// A stream of events.
    pub(crate) events: bool,
}

/// Checks the head of a POST.
pub(crate) fn post(head: &Head<'_>) -> Result<Accepts, Refusal> {
    head.check_unique()?;
    check_content(head)?;
    let accepts = accepts(head);
    if accepts.json || accepts.events {
        return Ok(accepts);
    }
    Err(not_acceptable("`Accept` has to list application/json and text/event-stream"))
}

/// Checks the head of a GET, which opens a stream of events.
pub(crate) fn get(head: &Head<'_>) -> Result<(), Refusal> {
    head.check_unique()?;
    if accepts(head).events {
        return Ok(());
    }
    Err(not_acceptable("`Accept` has to list text/event-stream"))
}

/// Checks the content type: a page of another site can send any body that is not JSON without a
/// CORS preflight (CVE-2026-33252).
fn check_content(head: &Head<'_>) -> Result<(), Refusal> {
    let is_fine = |content: &HeaderValue| content == JSON || content.to_str().is_ok_and(is_json);
    if !head.headers.content_type.is_some_and(is_fine) {
        return Err(unsupported("`Content-Type` has to be application/json, in UTF-8"));
    }
    let is_encoded =
        |encoding: &HeaderValue| !encoding.as_bytes().eq_ignore_ascii_case(b"identity");
    if head.headers.content_encoding.is_some() && head.all(CONTENT_ENCODING).any(is_encoded) {
        let refusal = unsupported("`Content-Encoding` is not supported");
        // https://www.rfc-editor.org/rfc/rfc9110#section-15.5.16
        return Err(refusal.header(ACCEPT_ENCODING, HeaderValue::from_static("identity")));
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

/// Reads `Accept`. The specification requires both types. A client that lists one gets that one; a
/// client that accepts anything gets JSON
/// (<https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1>).
fn accepts(head: &Head<'_>) -> Accepts {
    match head.headers.accept {
        None => return Accepts { json: true, events: false },
        // Both ranges are exact and wanted, so no other range can override them.
        Some(accept) if accept == USUAL => return Accepts { json: true, events: true },
        Some(_) => {}
    }
    // The most specific range decides.
    let admits = |kind, subtype| ranges(head).filter_map(|range| range.fit(kind, subtype)).max();
    let names_events = |(specificity, wanted): (u8, bool)| wanted && specificity > 0;
    Accepts {
        json: admits("application", "json").is_some_and(|(_, wanted)| wanted),
        events: admits("text", "event-stream").is_some_and(names_events),
    }
}

fn ranges<'h>(head: &Head<'h>) -> impl Iterator<Item = MediaRange<'h>> {
    let lines = head.all(ACCEPT).filter_map(|line| line.to_str().ok());
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

    /// Returns how specific the range is and whether it is wanted, if the type is in it.
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

/// Whether the parameter is `q=0`, which excludes the range.
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
