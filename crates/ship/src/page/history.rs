//! The recent requests of clients, and the responses.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use http::request::Parts;
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use serde_json::json;

use super::redact::redacted;

/// The maximum number of requests that are kept.
const MAX_ENTRIES: usize = 200;
/// How many bytes are kept of a request, and of its response.
const MAX_REQUEST: usize = 16 * 1024;
const MAX_RESPONSE: usize = 64 * 1024;
/// How many bytes are kept in total.
const MAX_HISTORY: usize = 4 * 1024 * 1024;

/// The last requests of clients.
#[derive(Default)]
pub(super) struct History(Mutex<HistoryState>);

#[derive(Default)]
struct HistoryState {
    entries: VecDeque<HistoryEntry>,
    bytes: usize,
    /// The number of the last entry.
    last: u64,
    /// Counts changes, so that the page is only sent new ones.
    events: u64,
}

#[derive(Serialize)]
struct HistoryEntry {
    number: u64,
    /// When it arrived, in milliseconds since 1970.
    at: u64,
    headers: Vec<(String, String)>,
    /// The request so far; redacted before it is shown.
    #[serde(serialize_with = "request")]
    request: Vec<u8>,
    status: Option<u16>,
    /// The response so far; redacted before it is shown.
    #[serde(serialize_with = "response")]
    response: Vec<u8>,
    /// How long it took, in milliseconds, if it has ended.
    ms: Option<u64>,
    /// The last event of this entry.
    event: u64,
}

impl HistoryEntry {
    /// Its size, in bytes.
    fn weight(&self) -> usize {
        let headers: usize =
            self.headers.iter().map(|(name, value)| name.len() + value.len()).sum();
        size_of::<Self>() + headers + self.request.capacity() + self.response.capacity()
    }
}

impl History {
    fn state(&self) -> MutexGuard<'_, HistoryState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds what has arrived of the body of a request.
    pub(super) fn add_to_request(&self, number: u64, data: &[u8]) {
        self.state().change(number, |entry| add(&mut entry.request, data, MAX_REQUEST));
    }

    /// The changes since an event, as JSON.
    pub(super) fn to_json(&self, after: u64) -> String {
        let state = self.state();
        let entries: Vec<&HistoryEntry> =
            state.entries.iter().filter(|entry| entry.event > after).collect();
        json!({ "entries": entries, "last": state.events }).to_string()
    }
}

impl HistoryState {
    fn push(&mut self, mut entry: HistoryEntry) -> u64 {
        self.last += 1;
        self.events += 1;
        (entry.number, entry.event) = (self.last, self.events);
        self.bytes += entry.weight();
        self.entries.push_back(entry);
        self.shrink();
        self.last
    }

    /// Changes an entry, if it is still kept.
    fn change(&mut self, number: u64, change: impl FnOnce(&mut HistoryEntry)) {
        self.events += 1;
        let first = self.entries.front().map_or(0, |entry| entry.number);
        let place = number.checked_sub(first).and_then(|place| usize::try_from(place).ok());
        let Some(entry) = place.and_then(|place| self.entries.get_mut(place)) else { return };
        let before = entry.weight();
        entry.event = self.events;
        change(entry);
        self.bytes = self.bytes - before + entry.weight();
        self.shrink();
    }

    fn shrink(&mut self) {
        while self.entries.len() > MAX_ENTRIES || self.bytes > MAX_HISTORY {
            let Some(oldest) = self.entries.pop_front() else { return };
            self.bytes -= oldest.weight();
        }
    }
}

/// The headers that identify the client and the request, without credentials.
fn shown_headers(head: &Parts) -> Vec<(String, String)> {
    const SHOWN: [&str; 6] =
        ["user-agent", "accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"];
    let headers = SHOWN.iter().filter_map(|name| Some((*name, head.headers.get(*name)?)));
    let text = |value: &HeaderValue| redacted(&excerpt(value.as_bytes(), 256));
    headers.map(|(name, value)| (name.to_owned(), text(value))).collect()
}

/// The part of a body that is shown.
fn excerpt(bytes: &[u8], most: usize) -> String {
    let mut text = String::from_utf8_lossy(&bytes[..bytes.len().min(most)]).into_owned();
    if bytes.len() > most {
        text.push('…');
    }
    text
}

/// Adds to a body, as far as it is shown, and one byte more.
fn add(body: &mut Vec<u8>, data: &[u8], most: usize) {
    let room = (most + 1).saturating_sub(body.len());
    body.extend_from_slice(&data[..data.len().min(room)]);
}

/// A request that is recorded, until its response has ended.
pub(super) struct OpenRecord {
    history: Arc<History>,
    number: u64,
    begun: Instant,
}

impl OpenRecord {
    /// Begins with the head of a request.
    pub(super) fn begin(history: &Arc<History>, head: &Parts) -> Self {
        let at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let entry = HistoryEntry {
            number: 0,
            at: u64::try_from(at.as_millis()).unwrap_or_default(),
            headers: shown_headers(head),
            request: Vec::new(),
            status: None,
            response: Vec::new(),
            ms: None,
            event: 0,
        };
        let number = history.state().push(entry);
        Self { history: Arc::clone(history), number, begun: Instant::now() }
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn set_status(&self, status: StatusCode) {
        self.change(|entry| entry.status = Some(status.as_u16()));
    }

    /// Adds what is sent of the body of the response.
    pub(super) fn add_to_response(&self, data: &[u8]) {
        self.change(|entry| add(&mut entry.response, data, MAX_RESPONSE));
    }

    fn change(&self, change: impl FnOnce(&mut HistoryEntry)) {
        self.history.state().change(self.number, change);
    }
}

impl Drop for OpenRecord {
    fn drop(&mut self) {
        let ms = u64::try_from(self.begun.elapsed().as_millis()).ok();
        self.change(|entry| {
            entry.ms = ms;
            entry.response.shrink_to_fit();
        });
    }
}

#[expect(clippy::ptr_arg, reason = "serde calls it with the type of the field")]
fn request<S: serde::Serializer>(bytes: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&redacted(&excerpt(bytes, MAX_REQUEST)))
}

#[expect(clippy::ptr_arg, reason = "serde calls it with the type of the field")]
fn response<S: serde::Serializer>(bytes: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&redacted(&excerpt(bytes, MAX_RESPONSE)))
}
