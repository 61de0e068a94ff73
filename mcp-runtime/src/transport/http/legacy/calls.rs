//! The messages of one POST in a session, and the calls that they start.
//!
//! A call belongs to its session: a client that goes away does not end it, and can come back for
//! its answer. Source: 2025-11-25, "Transports", Sending Messages to the Server.

use std::sync::Arc;

use http::StatusCode;

use super::HttpSession;
use crate::jsonrpc::{Frame, Incoming, Malformed, RequestId, SharedPeer, write_error};
use crate::negotiation::Params;
use crate::protocol::{Method, ProtocolVersion};
use crate::server::handler::{BoxFuture, Step};
use crate::server::{Reply, Response, Server};
use crate::session::Action;
use crate::transport::batch::Batch;
use crate::transport::http::exchange::Exchange;
use crate::transport::http::head::Head;
use crate::transport::http::media::Accepts;
use crate::transport::http::refusal::Refusal;
use crate::transport::http::{Http, Received};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

type Message<'a> = Result<Incoming<'a, Params<'a>>, Malformed>;

impl Http {
    /// Takes the messages of a body in a session.
    pub(crate) fn receive_legacy(
        &self,
        head: &Head<'_>,
        frame: &Frame<'_, Params<'_>>,
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let session = self.session(head)?;
        let exchange = Exchange::new(&self.closing);
        let mut calls = Calls {
            server: &self.server,
            session: &session,
            peer: exchange.peer(accepts),
            batch: None,
            response: Arc::new(Ending(Arc::clone(&exchange.outbox))),
        };
        let is_silent = match frame {
            Frame::Single(message) => {
                calls.receive(message);
                is_silent(message)
            }
            Frame::Batch(messages) => {
                check_batch(session.version, messages)?;
                calls.batch = Some(Arc::new(Batch::new(Arc::clone(&exchange.outbox))));
                for message in messages {
                    match message {
                        Ok(message) => calls.receive_batched(message),
                        Err(malformed) => calls.refuse(malformed),
                    }
                }
                messages.iter().all(|message| message.as_ref().is_ok_and(is_silent))
            }
        };
        drop(calls);
        Ok(if is_silent { Received::Silence } else { Received::Request(exchange, Some(session)) })
    }
}

/// The ids of the requests in a body.
pub(crate) fn requests(body: &[u8]) -> Vec<RequestId> {
    let id = |message| match message {
        Incoming::Request { id, .. } => Some(id),
        Incoming::Notification { .. } | Incoming::Response(_) => None,
    };
    let text = std::str::from_utf8(body).unwrap_or_default();
    match Frame::<Option<&str>>::parse(text, || (None, None)) {
        Ok(Frame::Single(message)) => id(message).into_iter().collect(),
        Ok(Frame::Batch(messages)) => messages.into_iter().flatten().filter_map(id).collect(),
        Err(_) => Vec::new(),
    }
}

/// Whether a message wants no answer.
fn is_silent(message: &Incoming<'_, Params<'_>>) -> bool {
    matches!(message, Incoming::Notification { .. } | Incoming::Response(_))
}

fn check_batch(version: ProtocolVersion, messages: &[Message<'_>]) -> Result<(), Refusal> {
    let is_initialize = |message: &Message<'_>| matches!(message, Ok(Incoming::Request { method, .. }) if *method == Method::Initialize.name());
    let problem = if !version.has_batches() {
        "batches exist in protocol version 2025-03-26 only"
    } else if messages.is_empty() {
        "the batch is empty"
    } else if messages.iter().any(is_initialize) {
        // Source: 2025-03-26, "Lifecycle", Initialization.
        "`initialize` is not part of a batch"
    } else {
        return Ok(());
    };
    Err(Refusal::new(StatusCode::BAD_REQUEST, problem))
}

struct Calls<'a> {
    server: &'a Server,
    session: &'a Arc<HttpSession>,
    peer: SharedPeer,
    /// Declared before the response, so that a batch is complete before the response ends.
    batch: Option<Arc<Batch>>,
    response: Arc<Ending>,
}

/// Where the answer of one call goes.
#[derive(Clone)]
struct Answer {
    /// Declared before the response, for the batch that it may be part of.
    reply_to: ReplyTo,
    response: Arc<Ending>,
}

/// A response that ends when the last one lets go who could still answer in it.
struct Ending(Arc<Outbox>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.end();
    }
}

impl Calls<'_> {
    fn receive_batched(&self, message: &Incoming<'_, Params<'_>>) {
        let batch = self.batch.as_ref();
        let refused = self.session.with(|session| batch?.refuses(session, message));
        match refused {
            Some(refused) => self.refuse(&refused),
            None => self.receive(message),
        }
    }

    fn receive(&self, message: &Incoming<'_, Params<'_>>) {
        match self.session.with(|session| session.receive(message, &self.peer)) {
            Action::Nothing => {}
            Action::Answer { id, version, error } => {
                self.answer(id.clone(), version).send(self.server, Reply::settled(error));
            }
            Action::Call(call) => {
                let answer = self.answer(call.context.id.clone(), call.context.version);
                match self.server.call(call.context, call.method, call.params) {
                    Step::Ready(response) => answer.send(self.server, response),
                    Step::Pending(future) => self.spawn(&answer, future),
                }
            }
            Action::RootsChanged(context, asked) => {
                let context = self.session.apart_from_calls(*context);
                self.server.roots_changed(context, asked);
            }
            Action::Cancel(calls) => self.session.cancel(&calls),
        }
    }

    fn spawn(&self, answer: &Answer, future: BoxFuture<Response>) {
        let (server, to) = (self.server.clone(), answer.clone());
        let call = Box::pin(async move { to.send(&server, future.await) });
        if let Err(busy) = self.session.spawn(&answer.reply_to.id, call) {
            answer.send(self.server, Err(busy));
        }
    }

    /// Answers a message that could not be read.
    fn refuse(&self, malformed: &Malformed) {
        let null_id = self.session.version.has_null_ids();
        let write = |out: &mut Vec<u8>| {
            write_error(out, malformed.id.as_ref(), null_id, &malformed.error);
        };
        match &self.batch {
            Some(batch) => batch.push(malformed.id.as_ref(), write),
            None => self.response.0.push(write),
        }
    }

    fn answer(&self, id: RequestId, version: ProtocolVersion) -> Answer {
        let reply_to = ReplyTo { id, version, batch: self.batch.clone() };
        Answer { reply_to, response: Arc::clone(&self.response) }
    }
}

impl Answer {
    fn send(&self, server: &Server, response: Response) {
        self.reply_to.send(&self.response.0, server, response);
    }
}
