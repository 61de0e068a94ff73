//! One connection to a server: requests find their answers here, and questions their handlers.

use std::borrow::Cow;
use std::future::poll_fn;
use std::sync::{Arc, OnceLock};

use serde::Serialize;

use super::handlers::Handlers;
use super::incoming::Incoming;
use super::listed::Listed;
use super::session::{Session, Settings};
use super::transport::{Kind, Message, Transport};
use crate::error::Error;
use crate::jsonrpc::{
    AnswerSlot, ErrorObject, Outgoing, RequestId, write_error, write_notification, write_result,
};
use crate::protocol::{CancelledParams, Method, ProtocolVersion};

/// The JSON text of a result, or why there is none.
pub(super) type Answer = crate::jsonrpc::Answer<Box<str>>;

/// What the tasks of a connection share.
pub(super) struct Connection {
    pub(super) handlers: Handlers,
    pub(super) settings: Settings,
    pub(super) incoming: Incoming,
    pub(super) listed: Listed,
    outgoing: Outgoing<Box<str>>,
    transport: OnceLock<Arc<dyn Transport>>,
    /// What was agreed on.
    agreed: OnceLock<(ProtocolVersion, Session)>,
}

/// A request as it goes out, without its id.
pub(super) struct Outbound<'a> {
    pub(super) method: &'a str,
    /// The revision that it follows; `initialize` follows none yet.
    pub(super) version: Option<ProtocolVersion>,
    /// What it is for, as HTTP repeats it in a header.
    pub(super) name: Option<&'a str>,
    /// Headers that repeat arguments.
    pub(super) mirrored: &'a [(String, String)],
    /// The members of `params`, without braces; `_meta` is not among them.
    pub(super) members: [&'a str; 2],
    /// The members of `_meta`, without braces.
    pub(super) meta: &'a str,
    /// Whether the server is to report progress, under the id of the request.
    pub(super) wants_progress: bool,
}

impl Connection {
    pub(super) fn new(handlers: Handlers, settings: Settings) -> Arc<Self> {
        Arc::new(Self {
            handlers,
            settings,
            incoming: Incoming::default(),
            listed: Listed::default(),
            outgoing: Outgoing::default(),
            transport: OnceLock::new(),
            agreed: OnceLock::new(),
        })
    }

    /// How long a message of the server may be, in bytes.
    pub(super) fn max_message(&self) -> usize {
        self.settings.max_message
    }

    pub(super) fn attach(&self, transport: Arc<dyn Transport>) {
        let _ = self.transport.set(transport);
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
        self.outgoing.has_ended()
    }

    /// Gives a request its id; its answer goes to the slot.
    ///
    /// # Errors
    ///
    /// When the connection has ended.
    pub(super) fn expect(self: &Arc<Self>) -> Result<Pending, Error> {
        let slot = Arc::new(AnswerSlot::default());
        let id =
            self.outgoing.expect(Arc::clone(&slot)).ok_or_else(|| self.incoming.why_ended())?;
        Ok(Pending { connection: Arc::clone(self), slot, id, is_over: false })
    }

    /// Takes an answer; one that nobody waits for is dropped.
    pub(super) fn answer(&self, id: &RequestId, answer: Answer) {
        self.outgoing.answer(id, answer);
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
                if let Err(error) = write_result(out, id, result) {
                    let error = ErrorObject::internal(error.to_string());
                    write_error(out, Some(id), false, &error);
                }
            }
        });
    }

    /// Ends the connection: no answer can come any more, for this reason.
    pub(super) fn end(&self, why: &Error) {
        self.incoming.end(why);
        self.outgoing.end();
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

/// A request without an answer yet; dropped, it is cancelled.
pub(super) struct Pending {
    connection: Arc<Connection>,
    slot: Arc<AnswerSlot<Box<str>>>,
    id: u64,
    is_over: bool,
}

impl Pending {
    pub(super) fn id(&self) -> u64 {
        self.id
    }

    /// Sends the request, once there is room for it.
    pub(super) async fn send(&self, request: &Outbound<'_>) {
        let Some(transport) = self.connection.transport() else {
            return;
        };
        poll_fn(|cx| transport.poll_room(cx)).await;
        let Outbound { method, version, name, mirrored, .. } = *request;
        let kind = Kind::Request { id: self.id, method, name, mirrored };
        self.connection.send(kind, version, &|out| request.write(self.id, out));
    }

    /// Waits for the answer.
    ///
    /// # Errors
    ///
    /// The error that the server answered, or why there is no answer.
    pub(super) async fn answer(&mut self) -> Answer {
        let answer = poll_fn(|cx| self.slot.poll_take(cx)).await;
        self.is_over = true;
        answer.map_err(|error| match error.is_closed() {
            true => self.connection.incoming.why_ended(),
            false => error,
        })
    }

    /// Forgets the request without a word to the server, as `initialize` and a probe have to be.
    pub(super) fn forget(mut self) {
        self.is_over = true;
        self.connection.outgoing.forget(self.id);
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        let is_given_up = !self.is_over && self.connection.outgoing.forget(self.id);
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
        let id = id.to_string();
        let method = match Method::parse(self.method) {
            Some(method) => Cow::Borrowed(method.name()),
            None => Cow::Owned(escaped(self.method)),
        };
        let parts = [r#"{"jsonrpc":"2.0","id":"#, &id, r#","method":""#, &method, "\""];
        extend(out, &parts);
        let token = match self.wants_progress {
            true => &[r#""progressToken":"#, &*id][..],
            false => &[],
        };
        let has_meta = self.wants_progress || !self.meta.is_empty();
        let [members, more] = self.members;
        let comma = |before: &str, after: bool| if before.is_empty() || !after { "" } else { "," };
        if has_meta || !members.is_empty() || !more.is_empty() {
            let between = comma(members, !more.is_empty());
            extend(out, &[r#","params":{"#, members, between, more]);
            if has_meta {
                let before = if members.is_empty() { more } else { members };
                extend(out, &[comma(before, true), r#""_meta":{"#, self.meta]);
                extend(out, &[comma(self.meta, !token.is_empty())]);
                extend(out, token);
                extend(out, &["}"]);
            }
            extend(out, &["}"]);
        }
        extend(out, &["}"]);
    }
}

fn extend(out: &mut Vec<u8>, parts: &[&str]) {
    parts.iter().for_each(|part| out.extend_from_slice(part.as_bytes()));
}

/// A text as it stands between the quotes of a JSON string.
fn escaped(text: &str) -> String {
    let json = serde_json::to_string(text).unwrap_or_default();
    json.get(1..json.len().saturating_sub(1)).unwrap_or_default().to_owned()
}
