//! The messages of one POST in a session, and the calls that they start.
//!
//! A call belongs to its session: it does not end when its client disconnects, and the client can
//! come back for its response.
//!
//! Source: [2025-11-25, "Transports", Sending Messages to the Server](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server).

use std::cell::OnceCell;
use std::sync::Arc;

use http::StatusCode;

use crate::http::charged_response::end_charged;
use crate::http::exchange::Exchange;
use crate::http::head::Head;
use crate::http::media::Accepts;
use crate::http::refusal::Refusal;
use crate::http::sessions::{HttpSession, SessionChange};
use crate::http::{Http, Received};
use crate::jsonrpc::{Frame, Incoming, IncomingResponse, Malformed, RequestId};
use crate::negotiation::{ClientMessage, Params, Source};
use crate::protocol::{Method, ProtocolVersion};
use crate::quota::Account;
use crate::server::response::{BoxFuture, Step};
use crate::server::{Observation, Observed, Reply, Response, Server};
use crate::session::{Action, IncomingCall, Purpose};
use crate::transport::batch::Batch;
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::{ReplyTo, refuse};

impl Http {
    /// Handles the message of a body in a session.
    pub(crate) fn receive_legacy(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let session = self.session(head)?;
        if self.shared.is_none() {
            return self.receive_here(head, message, purpose, accepts, session);
        }
        if let Some(later) = self.answer_elsewhere(&session, message, head)? {
            return Ok(later);
        }
        let received = self.receive_here(head, message, purpose, accepts, Arc::clone(&session))?;
        Ok(self.saved(&session, received))
    }

    /// Ends the question that a message answers which cannot be read.
    pub(crate) fn end_question(&self, head: &Head<'_>, malformed: &Malformed, accepts: Accepts) {
        if let Some((id, error)) = malformed.as_answer() {
            let id = Some(id.clone());
            let result = &mut None;
            let error = Some(&*error);
            let response = Incoming::Response(IncomingResponse { id, result, error });
            // If there is no session, there is no question.
            let _ = self.receive_legacy(head, &response, &Purpose::default(), accepts);
        }
    }

    fn receive_here(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
        accepts: Accepts,
        session: Arc<HttpSession>,
    ) -> Result<Received, Refusal> {
        let exchange = Exchange::reusing(&self.recent, &self.closing);
        let calls = Calls::new(self, &session, &exchange, head, accepts);
        match calls.receive(message, purpose)? {
            Some((reply_to, mut response, mut observation))
                if exchange.answers_as_json(accepts) =>
            {
                let answer = Observed::new(&mut response, &mut observation);
                let (status, text) =
                    self.write_answer(&session.caller, StatusCode::OK, &reply_to, answer);
                // They have references to the outbox.
                drop(calls);
                exchange.recycle(&self.recent);
                return Ok(Received::Answered(status, text));
            }
            answer => calls.send(answer),
        }
        calls.finish();
        Ok(self.started(exchange, session, is_silent(message)))
    }

    /// Handles the messages of a batch in a session.
    pub(crate) fn receive_batch(
        &self,
        head: &Head<'_>,
        texts: &[&str],
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let session = self.session(head)?;
        let mut parts: Vec<_> = texts.iter().map(|_| (Params::default(), None)).collect();
        let messages = Incoming::read_all(texts, &mut parts);
        check_batch(session.version, &messages)?;
        let exchange = Exchange::new(&self.closing);
        let mut calls = Calls::new(self, &session, &exchange, head, accepts);
        calls.batch = Some(Arc::new(Batch::new(Arc::clone(&exchange.outbox))));
        for message in &messages {
            match message {
                Ok(message) => calls.receive_batched(message),
                Err(malformed) => calls.malformed(malformed),
            }
        }
        calls.finish();
        let is_silent = messages.iter().all(|message| message.as_ref().is_ok_and(is_silent));
        let received = self.started(exchange, Arc::clone(&session), is_silent);
        Ok(self.saved(&session, received))
    }

    /// Returns the outcome for a body whose messages have been handled.
    fn started(
        &self,
        mut exchange: Exchange,
        session: Arc<HttpSession>,
        is_silent: bool,
    ) -> Received {
        if is_silent {
            return Received::Silence;
        }
        exchange.set_account(self.quotas.answers(session.caller.clone()));
        Received::Pending(exchange, Some(session))
    }
}

/// The ids of the requests in a body.
pub(crate) fn requests(body: &[u8]) -> Vec<RequestId> {
    let id = |text| {
        let mut params: Option<&str> = None;
        let mut result: Option<&str> = None;
        match Incoming::read(text, &mut params, &mut result) {
            Ok(Incoming::Request { id, .. }) => Some(id),
            Ok(Incoming::Notification { .. } | Incoming::Response(_)) | Err(_) => None,
        }
    };
    match Frame::split(std::str::from_utf8(body).unwrap_or_default()) {
        Ok(Frame::Single(text)) => id(text).into_iter().collect(),
        Ok(Frame::Batch(texts)) => texts.into_iter().filter_map(id).collect(),
        Err(_) => Vec::new(),
    }
}

/// Whether a message gets no response.
fn is_silent(message: &ClientMessage<'_, '_>) -> bool {
    matches!(message, Incoming::Notification { .. } | Incoming::Response(_))
}

fn check_batch(
    version: ProtocolVersion,
    messages: &[Result<ClientMessage<'_, '_>, Malformed>],
) -> Result<(), Refusal> {
    let is_initialize = |message: &ClientMessage<'_, '_>| matches!(message, Incoming::Request { method, .. } if *method == Method::Initialize.name());
    let problem = Batch::problem(version, messages.len()).or_else(|| {
        // Source: [2025-03-26, "Lifecycle", Initialization](https://modelcontextprotocol.io/specification/2025-03-26/basic/lifecycle#initialization).
        let has_initialize = messages.iter().flatten().any(is_initialize);
        has_initialize.then_some("`initialize` cannot be part of a batch")
    });
    problem.map_or(Ok(()), |problem| Err(Refusal::new(StatusCode::BAD_REQUEST, problem)))
}

struct Calls<'a> {
    http: &'a Http,
    session: &'a Arc<HttpSession>,
    outbox: &'a Arc<Outbox>,
    head: &'a Head<'a>,
    source: Source,
    batch: Option<Arc<Batch>>,
    /// Held by every call that does not complete at once.
    ending: OnceCell<Arc<OpenResponse>>,
}

/// A response that ends when the last call that could still be answered in it releases it.
struct OpenResponse {
    outbox: Arc<Outbox>,
    account: Account,
}

impl Drop for OpenResponse {
    fn drop(&mut self) {
        end_charged(&self.outbox, &self.account);
    }
}

/// Where the response of a call goes that does not complete at once.
struct Destination {
    /// Declared before `ending`: a batch is complete before the HTTP response ends.
    reply_to: ReplyTo,
    ending: Arc<OpenResponse>,
}

impl Destination {
    fn send(&self, server: &Server, answer: Observed<'_>) {
        self.reply_to.send_charged(&self.ending.outbox, server, answer, &self.ending.account);
    }
}

/// A response that is ready to be sent, its destination, and its observation.
type ReadyAnswer = (ReplyTo, Response, Option<Observation>);

impl<'a> Calls<'a> {
    fn new(
        http: &'a Http,
        session: &'a Arc<HttpSession>,
        exchange: &'a Exchange,
        head: &'a Head<'a>,
        accepts: Accepts,
    ) -> Self {
        let source = head.source(exchange.peer(accepts));
        let outbox = &exchange.outbox;
        Self { http, session, outbox, head, source, batch: None, ending: OnceCell::new() }
    }

    fn receive_batched(&self, message: &ClientMessage<'_, '_>) {
        let purpose = &self.http.server.session_config().purpose(message);
        match self.batch.as_ref().and_then(|batch| batch.refuses(message, purpose)) {
            Some(refused) => self.refuse(&refused),
            None => self.receive_and_send(message, purpose),
        }
    }

    /// Handles a message, and sends its response or refusal if there is one at once.
    fn receive_and_send(&self, message: &ClientMessage<'_, '_>, purpose: &Purpose<'_>) {
        match self.receive(message, purpose) {
            Ok(answer) => self.send(answer),
            Err(refusal) => self.refuse(&refusal.malformed()),
        }
    }

    /// Handles a message; returns its response if it is ready at once.
    ///
    /// # Errors
    ///
    /// When it is a call that lacks scopes.
    fn receive(
        &self,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
    ) -> Result<Option<ReadyAnswer>, Refusal> {
        let shared = self.session.shared.as_ref();
        let change = shared.and_then(|_| SessionChange::of(message, purpose));
        if let Some(error) = self.http.refuses_change(self.session, change.as_ref())
            && let Incoming::Request { id, .. } = message
        {
            let refused = Reply::settled(Some(error));
            return Ok(Some((self.reply_to(id.clone(), self.session.version), refused, None)));
        }
        let source = &self.source;
        Ok(match self.session.with(|session| session.receive(message, purpose, source)) {
            Action::Nothing => {
                self.session.note(change);
                None
            }
            Action::Answer { id, version, error } => {
                self.session.note(change.filter(|_| error.is_none()));
                Some((self.reply_to(id.clone(), version), Reply::settled(error), None))
            }
            Action::Call(call) => {
                let is_shared = self.head.is_shared();
                let tool = is_shared.then(|| self.http.server.tool_of(&call)).flatten();
                self.http.check_scopes(self.head, &call, tool.as_deref())?;
                let reply_to = self.reply_to(call.context.id.clone(), call.context.version);
                let mut observation = None;
                match self.http.server.start(call, tool.as_ref(), &mut observation) {
                    Step::Ready(response) => {
                        self.session.note(change.filter(|_| response.is_ok()));
                        Some((reply_to, response, observation))
                    }
                    Step::Pending(future) => {
                        let future = self.http.saving(self.session, change, future);
                        self.spawn(reply_to, future, observation)
                    }
                }
            }
            Action::Notified(call) => {
                let context = self.session.apart_from_calls(call.context);
                self.http.server.notified(IncomingCall { context, ..call });
                None
            }
            Action::RootsChanged(context, asked) => {
                let context = self.session.apart_from_calls(*context);
                self.http.server.roots_changed(context, asked);
                None
            }
            Action::Cancel(calls) => {
                self.http.cancel_elsewhere(self.session, message, &calls);
                self.session.cancel(&calls);
                None
            }
        })
    }

    /// Spawns a call, if the limits allow it.
    fn spawn(
        &self,
        reply_to: ReplyTo,
        future: BoxFuture<Response>,
        mut observation: Option<Observation>,
    ) -> Option<ReadyAnswer> {
        let outbox = || Arc::clone(self.outbox);
        let open = || Arc::new(OpenResponse { outbox: outbox(), account: self.account() });
        let ending = self.ending.get_or_init(open);
        let to = Destination { reply_to: reply_to.clone(), ending: Arc::clone(ending) };
        let server = self.http.server.clone();
        let started = self.http.admit(&self.session.caller, self.head).and_then(|running| {
            let call = Box::pin(async move {
                let _running = running;
                let mut response = future.await;
                to.send(&server, Observed::new(&mut response, &mut observation));
            });
            self.session.spawn(&reply_to.id, call)
        });
        Some((reply_to, Err(started.err()?), None))
    }

    fn send(&self, answer: Option<ReadyAnswer>) {
        if let Some((reply_to, mut response, mut observation)) = answer {
            let answer = Observed::new(&mut response, &mut observation);
            reply_to.send_charged(self.outbox, &self.http.server, answer, &self.account());
        }
    }

    /// Releases the response, which ends with the last call.
    fn finish(self) {
        let account = self.account();
        let Self { outbox, batch, ending, .. } = self;
        drop(batch);
        if ending.get().is_none() {
            end_charged(outbox, &account);
        }
    }

    /// The account to which responses are charged.
    fn account(&self) -> Account {
        self.http.quotas.answers(self.session.caller.clone())
    }

    /// Handles a message of a batch that could not be read.
    fn malformed(&self, malformed: &Malformed) {
        let Some((id, error)) = malformed.as_answer() else { return self.refuse(malformed) };
        malformed.error.log_refusal(None);
        let id = Some(id.clone());
        let result = &mut None;
        let error = Some(&*error);
        let response = Incoming::Response(IncomingResponse { id, result, error });
        self.receive_and_send(&response, &Purpose::default());
    }

    /// Answers a message that could not be read.
    fn refuse(&self, malformed: &Malformed) {
        let null_id = self.session.version.has_null_ids();
        refuse(malformed, null_id, self.batch.as_ref(), self.outbox);
    }

    fn reply_to(&self, id: RequestId, version: ProtocolVersion) -> ReplyTo {
        ReplyTo { id, version, batch: self.batch.clone() }
    }
}
