//! Event streams, which are reopened when they are interrupted.
//!
//! Source: [2025-11-25, "Transports", Streamable HTTP, "Resumability and Redelivery"](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery).

use std::time::Duration;

use bytes::Bytes;
use reqwest::Response;
use tokio::time::sleep;

use super::body::{ContentKind, success, was_cut};
use super::events::{Event, EventParser, Position, TooLong};
use super::link::HttpLink;
use super::post::bare;
use crate::error::{Error, Result};
use crate::jsonrpc::one_line;

/// How many attempts in a row to reopen a stream may fail.
const MAX_FAILURES: usize = 5;

/// How long to wait before reconnecting: the default if the server does not set a time, the minimum
/// and the maximum. A longer time that the server sets overrides the maximum.
const RECONNECT_DELAY: Duration = Duration::from_secs(1);
const MIN_RECONNECT_DELAY: Duration = Duration::from_millis(10);
const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(30);

/// A reader of an event stream.
pub(super) struct EventReader {
    response: Response,
    events: EventParser,
    limit: usize,
}

/// How reading a stream ended.
pub(super) enum StreamEnd {
    /// The awaited event has arrived.
    Arrived,
    /// The stream ended before that, or was interrupted.
    Cut(Error),
}

impl HttpLink {
    /// Reads a stream until `take` returns that it is done. If the stream ends before that, and the
    /// position allows it, it is reopened.
    ///
    /// # Errors
    ///
    /// When it cannot be reopened, or an event exceeds the limit.
    pub(super) async fn follow(
        &self,
        mut response: Response,
        limit: usize,
        may_reconnect: impl Fn(&Position) -> bool,
        mut take: impl FnMut(&str) -> bool,
    ) -> Result<()> {
        let mut position = Position::default();
        let mut tries = 0;
        loop {
            let before = position.last_id.clone();
            let mut has_messages = false;
            let mut stream = EventReader::new(response, limit);
            // An event without data only reports the position of the stream.
            let take = |event: Event| {
                let is_message = is_message(&event);
                has_messages |= is_message;
                is_message && take(&event.data)
            };
            let cut = match stream.read(&mut position, take).await? {
                StreamEnd::Arrived => return Ok(()),
                StreamEnd::Cut(error) => error,
            };
            if !may_reconnect(&position) {
                return Err(cut);
            }
            if has_messages || before != position.last_id {
                tries = 0;
            }
            response = self.reconnect(&position, &mut tries).await?;
        }
    }

    /// Opens a stream with a GET request.
    pub(super) async fn stream(&self, last_event_id: Option<&str>) -> Result<Response> {
        let headers = bare(&self.sessions.now(), last_event_id);
        let response = success(self.endpoint.ask(reqwest::Method::GET, headers).await?).await?;
        match ContentKind::of(&response) {
            ContentKind::Events => Ok(response),
            ContentKind::Json => {
                Err(Error::other("the server answered with JSON instead of an event stream"))
            }
            ContentKind::Other(kind) => Err(Error::other(format!(
                "the server answered with {kind:?} instead of an event stream"
            ))),
        }
    }

    async fn reconnect(&self, position: &Position, tries: &mut u32) -> Result<Response> {
        let mut failures = 0;
        loop {
            sleep(pause(position.retry, *tries)).await;
            *tries += 1;
            match self.stream(position.last_id.as_deref()).await {
                Err(error) if failures < MAX_FAILURES && may_pass(&error) => {
                    tracing::debug!(error = %one_line(&error), "could not reopen an event stream");
                    failures += 1;
                }
                opened => return opened,
            }
        }
    }
}

impl EventReader {
    pub(super) fn new(response: Response, limit: usize) -> Self {
        Self { response, events: EventParser::new(limit), limit }
    }

    /// Passes each event to `take`, until that returns that it is done.
    ///
    /// # Errors
    ///
    /// When an event exceeds the limit.
    pub(super) async fn read(
        &mut self,
        position: &mut Position,
        mut take: impl FnMut(Event) -> bool,
    ) -> Result<StreamEnd> {
        let mut piece = Bytes::new();
        loop {
            match self.events.feed(&piece, position, &mut take) {
                Ok(true) => return Ok(StreamEnd::Arrived),
                Ok(false) => {}
                Err(TooLong) => {
                    let limit = self.limit;
                    let message = format!(
                        "the server sent an event of more than {limit} bytes: raise the \
                         client's `max_message_size`"
                    );
                    return Err(Error::other(message));
                }
            }
            piece = match self.response.chunk().await {
                Ok(Some(piece)) => piece,
                Ok(None) => {
                    let ended = "the server ended the event stream without the JSON-RPC response";
                    return Ok(StreamEnd::Cut(Error::network(ended, true)));
                }
                Err(error) => return Ok(StreamEnd::Cut(was_cut(error))),
            };
        }
    }
}

fn is_message(event: &Event) -> bool {
    matches!(event.kind.as_str(), "" | "message") && !event.data.is_empty()
}

/// How long to wait before the next attempt to reconnect.
fn pause(retry: Option<Duration>, tries: u32) -> Duration {
    let first = retry.unwrap_or(RECONNECT_DELAY).max(MIN_RECONNECT_DELAY);
    first.saturating_mul(1 << tries.min(16)).min(first.max(MAX_RECONNECT_DELAY))
}

/// Whether an error may be transient: also one of a page instead of a stream.
fn may_pass(error: &Error) -> bool {
    error.http_status().is_none() || error.may_pass()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_are_those_of_the_server_and_grow() {
        let second = Duration::from_secs(1);
        let pauses = [0, 1, 4, 5, 40].map(|tries| pause(None, tries));
        assert_eq!(
            pauses,
            [second, 2 * second, 16 * second, MAX_RECONNECT_DELAY, MAX_RECONNECT_DELAY]
        );
        assert_eq!(pause(Some(2 * second), 0), 2 * second);
        assert_eq!(pause(Some(60 * second), 9), 60 * second);
        assert_eq!(pause(Some(Duration::ZERO), 0), MIN_RECONNECT_DELAY);
        assert_eq!(pause(Some(Duration::MAX), 9), Duration::MAX);
    }
}
