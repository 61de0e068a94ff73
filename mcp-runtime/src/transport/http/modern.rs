//! Modern requests: each stands alone, and its headers mirror its body.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP.

use std::sync::{Arc, PoisonError, RwLock};

use http::StatusCode;
use http::request::Parts;

use super::exchange::Exchange;
use super::head::Accepts;
use super::mirror;
use super::principal::Principal;
use super::refusal::{Refusal, status};
use super::{Http, Received};
use crate::jsonrpc::{ErrorObject, Frame, Incoming, string};
use crate::negotiation::{Memo, Params};
use crate::protocol::{EmptyResult, Method};
use crate::server::handler::Step;
use crate::server::{Reply, Response};
use crate::session::{Action, Session};
use crate::transport::reply_to::ReplyTo;

/// The `_meta` that was understood last, whoever sent it.
#[derive(Default)]
pub(crate) struct LastMeta(RwLock<Option<Arc<Memo>>>);

impl LastMeta {
    pub(crate) fn get(&self) -> Option<Arc<Memo>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, memo: Arc<Memo>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some(memo);
    }
}

impl Http {
    /// Takes a message of the modern era.
    pub(crate) fn receive_modern(
        &self,
        head: &Parts,
        frame: &Frame<'_, Params<'_>>,
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let message = match frame {
            Frame::Single(message) => message,
            Frame::Batch(_) => return Err(bad("a body is one message; there are no batches")),
        };
        match message {
            Incoming::Request { id, method, params } => {
                self.check_mirrors(head, method, params).map_err(|error| {
                    Refusal::with_error(StatusCode::BAD_REQUEST, error).of(Some(id.clone()))
                })?;
            }
            // What a notification could do, closing the stream does.
            Incoming::Notification { .. } => return Ok(Received::Silence),
            Incoming::Response(_) => return Err(bad("clients send no responses in this revision")),
        }
        let mut exchange = Exchange::new(&self.closing);
        let peer = exchange.peer(accepts);
        let mut session = Session::new(Arc::clone(self.server.versions()), 1);
        let action = session.receive(message, &peer);
        if let Some(memo) = session.take_memo() {
            self.meta.set(memo);
        }
        match action {
            Action::Call(mut call) => {
                call.context.principal = head.extensions.get().map(Principal::name);
                let reply_to = ReplyTo {
                    id: call.context.id.clone(),
                    version: call.context.version,
                    batch: None,
                };
                match self.server.call(call.context, call.method, call.params) {
                    Step::Ready(response) => {
                        exchange.set_status(status_of(&response));
                        reply_to.send(&exchange.outbox, &self.server, response);
                        exchange.outbox.end();
                    }
                    Step::Pending(future) => {
                        let (server, outbox) = (self.server.clone(), Arc::clone(&exchange.outbox));
                        exchange.drive(Box::pin(async move {
                            let response = future.await;
                            let status = status_of(&response);
                            reply_to.send(&outbox, &server, response);
                            outbox.end();
                            status
                        }));
                    }
                }
            }
            Action::Answer { id, version, error } => {
                let response = error.map_or_else(|| Ok(Reply::Empty(EmptyResult::default())), Err);
                exchange.set_status(status_of(&response));
                let reply_to = ReplyTo { id: id.clone(), version, batch: None };
                reply_to.send(&exchange.outbox, &self.server, response);
                exchange.outbox.end();
            }
            Action::Nothing | Action::Cancel(_) => return Ok(Received::Silence),
        }
        Ok(Received::Modern(exchange))
    }

    /// Holds the headers against the body, where there is enough of a body.
    fn check_mirrors(
        &self,
        head: &Parts,
        method: &str,
        params: &Params<'_>,
    ) -> Result<(), ErrorObject> {
        if !params.meta.is_complete() {
            return Err(ErrorObject::invalid_params(
                "`_meta` lacks io.modelcontextprotocol/protocolVersion or /clientCapabilities",
            ));
        }
        let tool = params.name.filter(|_| method == Method::CallTool.name()).and_then(string);
        let mirrored = tool.and_then(|tool| self.server.mirrored(&tool));
        mirror::check(&head.headers, method, params, mirrored.as_deref().unwrap_or_default())
    }
}

fn status_of(response: &Response) -> StatusCode {
    response.as_ref().map_or_else(|error| status(error.code), |_| StatusCode::OK)
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, message)
}
