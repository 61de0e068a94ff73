//! Modern requests: each stands alone, and its headers mirror its body.
//!
//! Source: 2026-07-28, "Transports", Streamable HTTP.

use std::sync::Arc;

use http::StatusCode;

use super::exchange::Exchange;
use super::head::Head;
use super::media::Accepts;
use super::mirror;
use super::refusal::{Refusal, status};
use super::step::start;
use super::{Http, Received};
use crate::jsonrpc::{ErrorObject, Frame, Incoming, string};
use crate::negotiation::{Caller, Params, Share};
use crate::protocol::Method;
use crate::server::handler::Step;
use crate::server::{Response, Server};
use crate::session::{Session, busy};
use crate::transport::outbox::Outbox;
use crate::transport::reply_to::ReplyTo;

impl Http {
    /// Takes a message of the modern era.
    pub(crate) fn receive_modern(
        &self,
        head: &Head<'_>,
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
        let mut session = Session::new(Arc::clone(self.server.terms()), self.caller(head));
        let action = session.receive(message, &peer);
        if let Some(memo) = session.take_memo() {
            self.last.set_meta(memo);
        }
        let Some((reply_to, step)) = start(&self.server, action) else {
            return Ok(Received::Silence);
        };
        self.answer(&mut exchange, session.caller(), reply_to, step);
        Ok(Received::Request(exchange, None))
    }

    /// Makes a step the answer of an exchange, now or when it is done.
    fn answer(&self, exchange: &mut Exchange, caller: &Caller, reply_to: ReplyTo, step: Step) {
        match self.within_limit(caller, step) {
            (Step::Ready(response), _) => {
                let status = send(&self.server, &exchange.outbox, &reply_to, response);
                exchange.set_status(status);
            }
            (Step::Pending(future), share) => {
                let (server, outbox) = (self.server.clone(), Arc::clone(&exchange.outbox));
                exchange.drive(Box::pin(async move {
                    let _share = share;
                    send(&server, &outbox, &reply_to, future.await)
                }));
            }
        }
    }

    /// Lets a call run that is not done yet, unless its caller has as many as may run.
    ///
    /// All those of whom nothing is known are not one caller.
    fn within_limit(&self, caller: &Caller, step: Step) -> (Step, Option<Share>) {
        if matches!(step, Step::Ready(_)) || *caller == Caller::Anonymous {
            return (step, None);
        }
        match self.running.take(caller, 1) {
            Some(share) => (step, Some(share)),
            None => (Step::Ready(Err(busy(self.server.terms().max_in_flight))), None),
        }
    }

    /// Holds the headers against the body, where there is enough of a body.
    fn check_mirrors(
        &self,
        head: &Head<'_>,
        method: &str,
        params: &Params<'_>,
    ) -> Result<(), ErrorObject> {
        params.meta.check_complete()?;
        let tool = params.name.filter(|_| method == Method::CallTool.name()).and_then(string);
        let mirrored = tool.and_then(|tool| self.server.mirrored(&tool));
        mirror::check(head, method, params, mirrored.as_deref().unwrap_or_default())
    }
}

/// Makes a response the end of an exchange; gives the status that goes with it.
fn send(server: &Server, outbox: &Outbox, reply_to: &ReplyTo, response: Response) -> StatusCode {
    let status = response.as_ref().map_or_else(|error| status(error.code), |_| StatusCode::OK);
    reply_to.send(outbox, server, response);
    outbox.end();
    status
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, message)
}
