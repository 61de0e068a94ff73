//! An incremental parser for server-sent events.
//!
//! Source: HTML, ["Server-sent events"](https://html.spec.whatwg.org/multipage/server-sent-events.html).

#[cfg(test)]
mod fuzz;

use std::ops::Range;
use std::time::Duration;

/// A byte order mark.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// The maximum length of an event id to reconnect with, in bytes.
const LONGEST_ID: usize = 4096;

/// The parser of a stream.
pub(super) struct EventParser {
    /// The input that was not parsed yet.
    bytes: Vec<u8>,
    /// Where the next line starts in it.
    start: usize,
    /// How far the input has been scanned for line ends.
    scanned: usize,
    /// Whether the last line ended with a carriage return, which a line feed may follow.
    is_after_return: bool,
    is_at_start: bool,
    limit: usize,
    event: Event,
    id: Option<String>,
}

/// An event.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Event {
    /// Its type; most have none.
    pub(super) kind: String,
    /// Its lines.
    pub(super) data: String,
}

/// Where to resume a stream that was interrupted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Position {
    /// The id of the last event.
    pub(super) last_id: Option<String>,
    /// How long to wait before reconnecting.
    pub(super) retry: Option<Duration>,
}

/// A line or an event is longer than the limit.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

impl EventParser {
    /// Creates a parser for events of up to `limit` bytes.
    pub(super) fn new(limit: usize) -> Self {
        Self {
            bytes: Vec::new(),
            start: 0,
            scanned: 0,
            is_after_return: false,
            is_at_start: true,
            limit,
            event: Event::default(),
            id: None,
        }
    }

    /// Takes a chunk, and passes each complete event to `take`, until that returns that it is done;
    /// `position` is that of the last event passed. Returns whether `take` was done.
    pub(super) fn feed(
        &mut self,
        piece: &[u8],
        position: &mut Position,
        mut take: impl FnMut(Event) -> bool,
    ) -> Result<bool, TooLong> {
        self.bytes.extend_from_slice(piece);
        while let Some(line) = self.line() {
            if !line.is_empty() {
                let line = String::from_utf8_lossy(self.bytes.get(line).unwrap_or_default());
                field(&line, &mut self.event, &mut self.id, position);
                continue;
            }
            if let Some(id) = self.id.take() {
                position.last_id = Some(id).filter(|id| !id.is_empty());
            }
            let mut event = std::mem::take(&mut self.event);
            event.data.pop();
            if take(event) {
                return Ok(true);
            }
        }
        self.bytes.drain(..self.start);
        self.start = 0;
        self.scanned = self.bytes.len();
        if self.bytes.len() + self.event.data.len() + self.event.kind.len() > self.limit {
            Err(TooLong)
        } else {
            Ok(false)
        }
    }

    /// The range of the next complete line.
    fn line(&mut self) -> Option<Range<usize>> {
        if self.is_after_return {
            self.start += usize::from(*self.bytes.get(self.start)? == b'\n');
            self.is_after_return = false;
        }
        let from = self.scanned.max(self.start);
        let end = from + memchr::memchr2(b'\r', b'\n', self.bytes.get(from..)?)?;
        let mut line = self.start..end;
        if std::mem::take(&mut self.is_at_start) && self.bytes[line.clone()].starts_with(MARK) {
            line.start += MARK.len();
        }
        self.is_after_return = self.bytes.get(end) == Some(&b'\r');
        self.start = end + 1;
        Some(line)
    }
}

/// Applies a line to the event.
fn field(line: &str, event: &mut Event, id: &mut Option<String>, position: &mut Position) {
    let (name, value) = line.split_once(':').unwrap_or((line, ""));
    let value = value.strip_prefix(' ').unwrap_or(value);
    match name {
        "data" => {
            event.data.reserve(value.len() + 1);
            event.data.push_str(value);
            event.data.push('\n');
        }
        "event" => value.clone_into(&mut event.kind),
        // An id that is too long cannot be used to reconnect, nor can the previous one.
        "id" if value.len() > LONGEST_ID => *id = Some(String::new()),
        "id" if !value.contains('\0') => *id = Some(value.to_owned()),
        "retry" if value.bytes().all(|byte| byte.is_ascii_digit()) => {
            position.retry = value.parse().ok().map(Duration::from_millis).or(position.retry);
        }
        // A line that starts with a colon is a comment.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a stream that arrives in chunks of `size` bytes, and the position after them.
    fn read(stream: &str, size: usize) -> (Vec<(String, String)>, Position) {
        let mut events = EventParser::new(100);
        let mut position = Position::default();
        let mut seen = Vec::new();
        for piece in stream.as_bytes().chunks(size) {
            let fed = events.feed(piece, &mut position, |event| {
                seen.push((event.kind, event.data));
                false
            });
            assert_eq!(fed, Ok(false));
        }
        (seen, position)
    }

    fn pair(kind: &str, data: &str) -> (String, String) {
        (kind.to_owned(), data.to_owned())
    }

    #[test]
    fn events_are_the_same_however_the_bytes_arrive() {
        let stream = "\u{FEFF}: hello\r\n\r\nevent: endpoint\ndata: one\ndata:two\n\nid: 7\rretry: 20\rdata\r\r\
                      id: 8\r\ndata: \u{e4}\r\n\r\nid: 9\ndata: cut";
        let expected =
            [pair("", ""), pair("endpoint", "one\ntwo"), pair("", ""), pair("", "\u{e4}")];
        let position =
            Position { last_id: Some("8".to_owned()), retry: Some(Duration::from_millis(20)) };
        for size in 1..=stream.len() {
            assert_eq!(read(stream, size), (expected.to_vec(), position.clone()), "{size}");
        }
    }

    #[test]
    fn odd_fields_change_nothing() {
        let (events, position) = read("id: a\0b\nretry: soon\nretry: -1\nother: x\ndata: y\n\n", 9);
        assert_eq!((events, position), (vec![pair("", "y")], Position::default()));
        let (_, position) = read("id: 1\n\nid\n\n", 4);
        assert_eq!(position.last_id, None);
        let mut events = EventParser::new(usize::MAX);
        let mut position = Position::default();
        let long = format!("id: 1\n\nid: {}\n\n", "x".repeat(LONGEST_ID + 1));
        let fed = events.feed(long.as_bytes(), &mut position, |_| false);
        assert_eq!((fed, position.last_id), (Ok(false), None));
    }

    /// PHP mcp/sdk CVE-2026-53965: an event buffer without a limit.
    #[test]
    fn what_has_no_end_is_cut_off() {
        for part in ["x", "data: x\n", "id: x", ": x"] {
            let mut events = EventParser::new(100);
            let mut fed =
                (0..200).map(|_| events.feed(part.as_bytes(), &mut Position::default(), |_| true));
            assert!(fed.any(|fed| fed == Err(TooLong)), "{part:?}");
        }
        // Comments on lines of their own are not events.
        let mut events = EventParser::new(100);
        for _ in 0..200 {
            let fed = events.feed(b": keep-alive\n\n", &mut Position::default(), |_| false);
            assert_eq!(fed, Ok(false));
        }
    }
}
