//! The encoding of messages as server-sent events.
//!
//! Source: HTML, ["Server-sent events"](https://html.spec.whatwg.org/multipage/server-sent-events.html).

use std::fmt;
use std::str::FromStr;

use bytes::Bytes;

use crate::error::Error;

/// Identifies an event within its session by the stream and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EventId {
    /// The stream of the session.
    pub stream: u64,
    /// The event of the stream, counting from 1.
    pub number: u64,
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.stream, self.number)
    }
}

impl FromStr for EventId {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong = || Error::other(format!("invalid event ID {text:?}: expected one like `1-2`"));
        let (stream, number) = text.split_once('-').ok_or_else(wrong)?;
        let parse = |text: &str| text.parse().map_err(|_| wrong());
        Ok(Self { stream: parse(stream)?, number: parse(number)? })
    }
}

/// Encodes each message as an event; `None` if there are no messages.
pub(crate) fn encode(
    messages: &[u8],
    mut id: impl FnMut(&str) -> Option<EventId>,
) -> Option<Bytes> {
    // The messages are JSON that we wrote, so they are UTF-8.
    let messages = std::str::from_utf8(messages).ok().filter(|text| !text.is_empty())?;
    let mut events = Vec::with_capacity(messages.len() + 64);
    for message in messages.lines() {
        write_event(&mut events, id(message), message);
    }
    Some(events.into())
}

/// Appends one event.
pub(crate) fn write_event(out: &mut Vec<u8>, id: Option<EventId>, message: &str) {
    if let Some(id) = id {
        out.extend_from_slice(format!("id: {id}\n").as_bytes());
    }
    out.extend_from_slice(b"data: ");
    out.extend_from_slice(message.as_bytes());
    out.extend_from_slice(b"\n\n");
}
