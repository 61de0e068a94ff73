//! One connection to a server: requests find their answers here, and questions their handlers.

use std::borrow::Cow;
use std::future::poll_fn;
use std::sync::{Arc, OnceLock, Weak};
use std::task::Poll;

use serde::Serialize;
use tokio::time::Instant;

use super::answer::Answer;
use super::handlers::Handlers;
use super::incoming::Incoming;
use super::listed::Listed;
use super::members::Members;
use super::session::{Session, Settings};
use super::transport::{Kind, Message, Transport};
use super::waiting::Waiting;
use crate::error::Error;
use crate::jsonrpc::{ErrorObject, RequestId, write_error, write_notification, write_result};
use crate::protocol::{CancelledParams, Method, ProtocolVersion};

/// What the tasks of a connection share.
pub(super) struct Connection {
    pub(super) handlers: Handlers,
    pub(super) settings: Settings,
    pub(super) incoming: Incoming,
    pub(super) listed: Listed,
    waiting: Arc<Waiting>,
    transport: OnceLock<Arc<dyn Transport>>,
    /// What was agreed on.
    agreed: OnceLock<(ProtocolVersion, Session)>,
}

/// A request as it goes out, without its id.
pub(super) struct Outbound<'a> {
    pub(super) method: &'a str,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// Headers that repeat what it says, where the transport has headers.
    pub(super) headers: &'a [(String, String)],
    /// The members of `params`; `_meta` is not among them.
    pub(super) params: [&'a Members; 2],
    /// The members of `_meta`.
    pub(super) meta: &'a Members,
}

impl Connection {
    pub(super) fn new(handlers: Handlers, settings: Settings) -> Arc<Self> {
        Arc::new(Self {
            handlers,
            settings,
            incoming: Incoming::default(),
            listed: Listed::default(),
            waiting: Arc::default(),
            transport: OnceLock::new(),
            agreed: OnceLock::new(),
        })
    }

    /// How long a message of the server may be, in bytes.
    pub(super) fn max_message(&self) -> usize {
        self.settings.max_message
    }

    /// Starts to use a transport.
    pub(super) fn attach(self: &Arc<Self>, transport: Arc<dyn Transport>) {
        let _ = self.transport.set(transport);
        let (waiting, end) = (Arc::clone(&self.waiting), WithRuntime(Arc::downgrade(self)));
        tokio::spawn(async move {
            waiting.keep_time().await;
            drop(end);
        });
    }

    pub(super) fn transport(&self) -> Option<&Arc<dyn Transport>> {
        self.transport.get()
    }

    /// Says which revision is spoken from now on, and what is known of the server.
    pub(super) fn agree(&self, version: ProtocolVersion, session: Session) {
        let _ = self.agreed.set((version, session));
        if let Some(transport) = self.transport() {
            transport.opened(version);
        }
    }

    pub(super) fn version(&self) -> Option<ProtocolVersion> {
        self.agreed.get().map(|(version, _)| *version)
    }

    /// What is known of the server.
    pub(super) fn known(&self) -> &Session {
        self.agreed.get().map_or_else(|| Session::unknown(), |(_, session)| session)
    }

    /// Whether no answer can come any more.
    pub(super) fn has_ended(&self) -> bool {
        self.waiting.has_ended()
    }

    /// Gives a request its id. Its answer is waited for until the limit.
    ///
    /// # Errors
    ///
    /// When the connection has ended.
    pub(super) fn expect(self: &Arc<Self>, limit: Instant) -> Result<Pending, Error> {
        let id = self.waiting.expect(limit).ok_or_else(|| self.incoming.why_ended())?;
        Ok(Pending { connection: Arc::clone(self), id, is_sent: false, is_over: false })
    }

    /// Takes an answer; one that nobody waits for is dropped.
    pub(super) fn answer(&self, id: &RequestId, answer: Answer) {
        if let RequestId::Integer(id) = id
            && let Ok(id) = u64::try_from(*id)
        {
            self.waiting.answer(id, answer);
        }
    }

    /// Takes an answer without an id: that of a server that could not read a message.
    pub(super) fn answer_to_unread(&self, error: Error) {
        if let Err(error) = self.waiting.answer_only(error) {
            tracing::warn!(%error, "the server could not read a message");
        }
    }

    /// Sends a notification.
    pub(super) fn notify(self: &Arc<Self>, method: &str, params: &impl Serialize) {
        self.send(Kind::Notification { method }, self.version(), &|out| {
            write_notification(out, method, params);
        });
    }

    /// Answers a request of the server.
    pub(super) fn respond<R: Serialize>(
        self: &Arc<Self>,
        id: &RequestId,
        response: &Result<R, ErrorObject>,
    ) {
        self.send(Kind::Response, self.version(), &|out| match response {
            Err(error) => write_error(out, Some(id), false, error),
            Ok(result) => {
                if let Err(error) = write_result(out, id, |out| serde_json::to_writer(out, result))
                {
                    let error = ErrorObject::internal(error.to_string());
                    write_error(out, Some(id), false, &error);
                }
            }
        });
    }

    /// Ends the connection: no answer can come any more, for this reason.
    pub(super) fn end(&self, why: &Error) {
        self.incoming.end(why);
        self.waiting.end();
    }

    fn send(
        self: &Arc<Self>,
        kind: Kind<'_>,
        version: Option<ProtocolVersion>,
        write: &dyn Fn(&mut Vec<u8>),
    ) {
        if let Some(transport) = self.transport() {
            transport.send(&Message { kind, version, write }, self);
        }
    }
}

/// Ends a connection with the runtime that runs it, for those who wait in another one.
struct WithRuntime(Weak<Connection>);

impl Drop for WithRuntime {
    fn drop(&mut self) {
        if let Some(connection) = self.0.upgrade().filter(|connection| !connection.has_ended()) {
            connection.end(&Error::other("the runtime that the client was connected in has ended"));
        }
    }
}

/// A request without an answer yet; dropped, it is cancelled.
pub(super) struct Pending {
    connection: Arc<Connection>,
    id: u64,
    is_sent: bool,
    is_over: bool,
}

impl Pending {
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Sends the request, once there is room for it; until the limit there may be none.
    pub(super) async fn send(&mut self, request: &Outbound<'_>) {
        let Some(transport) = self.connection.transport().filter(|_| !self.is_sent) else {
            return;
        };
        let Outbound { method, version, headers, .. } = *request;
        let kind = Kind::Request { id: self.id, method, headers };
        self.is_sent = poll_fn(|cx| {
            let message = Message { kind, version, write: &|out| request.write(self.id, out) };
            match transport.poll_send(cx, &message, &self.connection) {
                Poll::Ready(()) => Poll::Ready(true),
                Poll::Pending => self.connection.waiting.poll_over(self.id, cx).map(|()| false),
            }
        })
        .await;
    }

    /// Sets how long the answer is waited for.
    pub(super) fn limit(&self, limit: Option<Instant>) {
        self.connection.waiting.limit(self.id, limit);
    }

    /// Waits for the answer: what the server answered, or why there is none; `None` if it has not
    /// come by the limit.
    pub(super) async fn answer(&mut self) -> Option<Answer> {
        let answer = poll_fn(|cx| self.connection.waiting.poll(self.id, cx)).await?;
        self.is_over = true;
        Some(answer.map_err(|error| match error.is_closed() {
            true => self.connection.incoming.why_ended(),
            false => error,
        }))
    }

    /// Forgets the request without a word to the server, as `initialize` and a probe have to be.
    pub(super) fn forget(mut self) {
        self.is_over = true;
        self.connection.waiting.forget(self.id);
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let is_given_up = !self.is_over && self.connection.waiting.forget(self.id) && self.is_sent;
        let Some(transport) = self.connection.transport().filter(|_| is_given_up) else {
            return;
        };
        if !transport.give_up(self.id) {
            let params = CancelledParams::new(RequestId::Integer(self.id.into()));
            self.connection.notify(Method::Cancelled.name(), &params);
        }
    }
}

impl Outbound<'_> {
    /// Appends the request. Its parts are JSON already, so they are put together as text.
    fn write(&self, id: u64, out: &mut Vec<u8>) {
        let method = match Method::parse(self.method) {
            Some(method) => Cow::Borrowed(method.name()),
            None => Cow::Owned(escaped(self.method)),
        };
        extend(out, &[br#"{"jsonrpc":"2.0","id":"#]);
        digits(out, id);
        extend(out, &[br#","method":""#, method.as_bytes(), b"\""]);
        let [params, more] = self.params;
        if !(params.is_empty() && more.is_empty() && self.meta.is_empty()) {
            extend(out, &[br#","params":{"#, params.text(), comma(params, more), more.text()]);
            if !self.meta.is_empty() {
                let before = if params.is_empty() { more } else { params };
                extend(out, &[comma(before, self.meta), br#""_meta":{"#, self.meta.text(), b"}"]);
            }
            extend(out, &[b"}"]);
        }
        extend(out, &[b"}"]);
    }
}

fn extend(out: &mut Vec<u8>, parts: &[&[u8]]) {
    parts.iter().for_each(|part| out.extend_from_slice(part));
}

fn comma(before: &Members, after: &Members) -> &'static [u8] {
    if before.is_empty() || after.is_empty() { b"" } else { b"," }
}

fn digits(out: &mut Vec<u8>, number: u64) {
    // Nothing can go wrong with a number and a buffer.
    let _ = serde_json::to_writer(out, &number);
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    json.get(1..json.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
