//! The trace that a request belongs to, as carried by `_meta` and HTTP headers.
//!
//! Source: [2026-07-28, "Overview", `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta)
//! and [W3C, "Trace Context"](https://www.w3.org/TR/trace-context/).

use serde::Deserialize;
use serde_json::value::RawValue;

use super::meta::keys;
use crate::jsonrpc::string;

/// The maximum length of a `tracestate` in bytes: the length that everyone has to propagate.
///
/// Source: <https://www.w3.org/TR/trace-context/#tracestate-limits>
const MAX_TRACE_STATE: usize = 512;

/// The maximum length of a `baggage` in bytes: the length that everyone has to propagate.
///
/// Source: <https://www.w3.org/TR/baggage/#limits>
const MAX_BAGGAGE: usize = 8192;

/// The trace that a request belongs to: `traceparent`, `tracestate` and `baggage`, as defined by
/// W3C.
///
/// Values that are malformed, or longer than everyone has to propagate, are dropped.
///
/// ```
/// use mcp_runtime_protocol::TraceContext;
///
/// let mut trace = TraceContext::default();
/// trace.set("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
/// trace.set("tracestate", "line\nbreak");
/// assert!(trace.get("traceparent").is_some() && trace.get("tracestate").is_none());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TraceContext {
    values: [Option<Box<str>>; 3],
}

/// The entries of `_meta`, which may be anything.
#[derive(Deserialize)]
struct TraceEntries<'a> {
    #[serde(borrow)]
    traceparent: Option<&'a RawValue>,
    #[serde(borrow)]
    tracestate: Option<&'a RawValue>,
    #[serde(borrow)]
    baggage: Option<&'a RawValue>,
}

impl TraceContext {
    /// The names of its values, in `_meta` and as headers.
    pub const KEYS: [&'static str; 3] = [keys::TRACEPARENT, keys::TRACESTATE, keys::BAGGAGE];

    /// Returns the value of one of [`KEYS`](Self::KEYS), if it is present.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.values[position(key)?].as_deref()
    }

    /// Sets one of [`KEYS`](Self::KEYS); other names and malformed values are ignored.
    pub fn set(&mut self, key: &str, value: &str) {
        if let Some(position) = position(key).filter(|_| is_well_formed(key, value)) {
            self.values[position] = Some(value.into());
        }
    }

    /// Returns whether it is empty.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.iter().all(Option::is_none)
    }

    /// Iterates over the values that are present, with their names.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = Self::KEYS.into_iter().zip(&self.values);
        all.filter_map(|(key, value)| Some((key, value.as_deref()?)))
    }

    /// Reads the trace from a `_meta`.
    #[doc(hidden)]
    pub fn of_meta(text: &str) -> Self {
        let mut trace = Self::default();
        let Ok(entries) = serde_json::from_str::<TraceEntries<'_>>(text) else { return trace };
        let values = [entries.traceparent, entries.tracestate, entries.baggage];
        for (key, value) in Self::KEYS.into_iter().zip(values) {
            if let Some(value) = value.and_then(|value| string(value.get())) {
                trace.set(key, &value);
            }
        }
        trace.of_a_parent()
    }

    /// Reads the trace from another source, such as the headers of a request.
    #[doc(hidden)]
    pub fn read<'a>(value: impl Fn(&str) -> Option<&'a str>) -> Self {
        let mut trace = Self::default();
        for key in Self::KEYS {
            if let Some(value) = value(key) {
                trace.set(key, value);
            }
        }
        trace.of_a_parent()
    }

    /// Drops a state without a parent, which has no meaning; baggage does not need one.
    fn of_a_parent(mut self) -> Self {
        if self.values[0].is_none() {
            self.values[1] = None;
        }
        self
    }
}

fn position(key: &str) -> Option<usize> {
    TraceContext::KEYS.iter().position(|known| *known == key)
}

fn is_well_formed(key: &str, value: &str) -> bool {
    let is_plain = |most| {
        let is_visible = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
        !value.is_empty() && value.len() <= most && value.bytes().all(is_visible)
    };
    match key {
        keys::TRACEPARENT => is_traceparent(value),
        keys::TRACESTATE => is_plain(MAX_TRACE_STATE),
        _ => is_plain(MAX_BAGGAGE),
    }
}

/// Whether a text is `version-trace-parent-flags` in lower-case hex, with neither id all zeros.
///
/// Source: <https://www.w3.org/TR/trace-context/#traceparent-header>
fn is_traceparent(text: &str) -> bool {
    let is_hex = |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let is_zero = |part: &str| part.bytes().all(|byte| byte == b'0');
    text.split('-').map(str::len).eq([2, 32, 16, 2])
        && text.split('-').all(is_hex)
        && !text.split('-').skip(1).take(2).any(is_zero)
        && !text.starts_with("ff")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARENT: &str = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

    #[test]
    fn what_is_not_a_trace_context_is_left_out() {
        for wrong in [
            "",
            "00-<script>",
            "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
            "00-00000000000000000000000000000000-b7ad6b7169203331-01",
            "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
            "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        ] {
            let mut trace = TraceContext::default();
            trace.set("traceparent", wrong);
            assert!(trace.is_empty(), "{wrong}");
        }
        let long = "a".repeat(MAX_BAGGAGE);
        let meta = format!(
            r#"{{"traceparent":"{PARENT}","tracestate":7,"baggage":"{long}","io.x":{{"a":[1]}}}}"#
        );
        let trace = TraceContext::of_meta(&meta);
        let keys: Vec<_> = trace.iter().map(|(key, value)| (key, value.len())).collect();
        assert_eq!(keys, [("traceparent", 55), ("baggage", MAX_BAGGAGE)]);
        let longer = meta.replace(&long, &(long.clone() + "a"));
        assert_eq!(TraceContext::of_meta(&longer).get("baggage"), None);
        let orphan = TraceContext::of_meta(r#"{"tracestate":"a=b"}"#);
        assert!(orphan.is_empty(), "{orphan:?}");
    }
}
