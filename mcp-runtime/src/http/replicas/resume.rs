//! Clients that reconnect to a replica other than the one that sends their stream.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use http::{Response, StatusCode};
use tokio::time::{sleep, timeout};

use super::SharedSessions;
use super::events::read;
use crate::http::Http;
use crate::http::exchange::Exchange;
use crate::http::refusal::Refusal;
use crate::http::response_body::Body;
use crate::http::sessions::{HttpSession, SessionStream, StreamReader, is_standalone, log_of};
use crate::http::sse::{EventId, write_event};
use crate::jsonrpc::Peer as _;
use crate::server::replicas::SessionHint;
use crate::store::{StoreError, StoreKey};

/// How often the replica that sends a stream is asked to continue, and the store is polled in case
/// hints are lost.
const ASK: Duration = Duration::from_secs(2);

/// How long a replica may be silent before it is considered dead, and how long it continues without
/// being asked.
const REPLICA_TIMEOUT: Duration = Duration::from_secs(7);

/// How long a replica may take to confirm a stream of which nothing is stored yet.
const FIRST: Duration = Duration::from_secs(1);

/// How many events are read at once.
const PAGE: usize = 256;

/// Reads the events of a stream from the store.
struct EventReader {
    log: StoreKey,
    /// The last number in the log that was read.
    position: u64,
    /// The last event of the stream that was read.
    last: EventId,
    /// Whether the stream has had that event.
    is_known: bool,
}

impl EventReader {
    /// Returns the new events; one without a message is the end.
    async fn read(
        &mut self,
        shared: &SharedSessions,
    ) -> Result<Vec<(EventId, String)>, StoreError> {
        let mut new = Vec::new();
        loop {
            let page = shared.sharing.store.log(&self.log, self.position, PAGE).await?;
            for entry in &page {
                self.position = entry.number;
                let Some((id, message)) = read(entry) else { continue };
                if id.stream != self.last.stream {
                    continue;
                }
                self.is_known |= id >= self.last;
                if id > self.last {
                    self.last = id;
                    new.push((id, message.to_owned()));
                }
            }
            if page.len() < PAGE {
                return Ok(new);
            }
        }
    }
}

impl Http {
    /// Resumes a stream that another replica sends, or has sent.
    pub(crate) async fn resume_elsewhere(
        &self,
        shared: &Arc<SharedSessions>,
        session: Arc<HttpSession>,
        last: EventId,
    ) -> Result<Response<Body>, Refusal> {
        let log = log_of(&session.id, last.stream);
        let mut events = EventReader { log, position: 0, last, is_known: last.number == 0 };
        let mut missed = events.read(shared).await.map_err(|error| unseen(&error))?;
        let resumed = SessionHint::Resumed { session: (*session.id).into(), stream: last.stream };
        shared.publish_all(resumed);
        if is_standalone(last.stream) {
            return if events.is_known {
                Ok(self.listen_after(&session, &missed))
            } else {
                Err(super::unknown_event())
            };
        }
        let before = missed.first().map_or(last.number, |(id, _)| id.number.saturating_sub(1));
        let mut exchange = Exchange::new(&self.closing);
        let stream = session.open_mirror(&exchange.outbox, last.stream, before.max(last.number));
        if missed.is_empty() && (!events.is_known || last.number == 0) {
            let goes = timeout(FIRST, stream.elsewhere.changed.notified()).await.is_ok();
            // By then all that was sent is stored.
            missed = events.read(shared).await.map_err(|error| unseen(&error))?;
            if !goes || !events.is_known {
                stream.end();
                return Err(super::unknown_event());
            }
        }
        let replay = Arc::clone(&self.sessions.replay);
        let (reader, opening) =
            StreamReader::again(Arc::clone(&stream), Arc::clone(&session), replay, last);
        let shared = Arc::clone(shared);
        let outbox = Arc::clone(&exchange.outbox);
        exchange.set_account(self.quotas.answers(session.caller.clone()));
        exchange.drive(Box::pin(async move {
            shared.repeat(&session, &stream, events, missed).await;
            outbox.end();
            StatusCode::OK
        }));
        Ok(exchange.stream(Some((reader.leaving_after(self.options.poll_after), opening))))
    }
}

impl SharedSessions {
    /// Relays what another replica sends, until the stream ends or that replica is gone.
    async fn repeat(
        &self,
        session: &HttpSession,
        stream: &Arc<SessionStream>,
        mut events: EventReader,
        mut new: Vec<(EventId, String)>,
    ) {
        let mut next = new.first().map_or(events.last.number + 1, |(id, _)| id.number);
        let mut is_gone = false;
        stream.elsewhere.say(&self.sharing.replica);
        loop {
            for (id, message) in new {
                if message.is_empty() {
                    return;
                }
                if id.number != next {
                    tracing::warn!(
                        "events are missing; the client has to reconnect to get the later ones"
                    );
                    return;
                }
                next += 1;
                poll_fn(|cx| stream.outbox.poll_ready(cx)).await;
                stream.outbox.send(message.as_bytes());
            }
            if is_gone {
                tracing::info!("closed a stream: the replica that sent it is gone");
                return;
            }
            tokio::select! {
                () = stream.elsewhere.changed.notified() => {}
                () = sleep(ASK) => {
                    let session = (*session.id).into();
                    self.publish_all(SessionHint::Resumed { session, stream: stream.id });
                }
            }
            is_gone = stream.elsewhere.announced_within(REPLICA_TIMEOUT).is_none();
            new = events.read(self).await.unwrap_or_else(|error| {
                tracing::warn!(%error, "the store is unavailable; the stream continues when it is back");
                Vec::new()
            });
        }
    }

    /// Called when the client of a stream of this replica is connected to another one: the events
    /// are stored for it.
    pub(super) fn send_elsewhere(
        self: Arc<Self>,
        session: Arc<HttpSession>,
        stream: u64,
        client_at: &Arc<str>,
    ) {
        let found = session.stream(stream).filter(|stream| !stream.is_mirror);
        let Some(stream) = found else { return };
        if stream.is_standalone() {
            // The client listens there now.
            stream.end();
        } else if stream.elsewhere.say(client_at) {
            tokio::spawn(async move { self.keep_events(session, stream).await });
        }
    }

    /// Stores the events of a stream for as long as another replica asks for it.
    async fn keep_events(&self, session: Arc<HttpSession>, stream: Arc<SessionStream>) {
        let replay = Arc::clone(&self.sessions.replay);
        let reader = StreamReader::instead(Arc::clone(&stream), Arc::clone(&session), replay);
        let mut taken = Vec::new();
        loop {
            taken.clear();
            let continues = tokio::select! {
                events = poll_fn(|cx| reader.poll_take(cx, &mut taken)) => events.is_some(),
                () = stream.elsewhere.changed.notified() => true,
                () = sleep(REPLICA_TIMEOUT) => true,
            };
            let Some(client_at) = stream.elsewhere.announced_within(REPLICA_TIMEOUT) else {
                return;
            };
            if let Some(copy) = &session.shared {
                self.events.flushed(Some(copy.log())).await;
            }
            let hint =
                SessionHint::StreamContinues { session: (*session.id).into(), stream: stream.id };
            self.sharing.publish_session_hint(Some(client_at), hint);
            if !continues {
                return;
            }
        }
    }

    /// Records that the replica that sends a stream continues.
    pub(super) fn stream_continues(&self, session: &HttpSession, stream: u64, sender: &Arc<str>) {
        if let Some(stream) = session.stream(stream).filter(|stream| stream.is_mirror) {
            stream.elsewhere.say(sender);
        }
    }
}

fn unseen(error: &StoreError) -> Refusal {
    tracing::error!(%error, "could not read a client's missed events from the store");
    Refusal::unavailable("the event store is unavailable; try again later")
}

/// Encodes the events that a client has missed, as they were sent.
pub(crate) fn write_missed(missed: &[(EventId, String)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (id, message) in missed.iter().filter(|(_, message)| !message.is_empty()) {
        write_event(&mut out, Some(*id), message);
    }
    out
}
