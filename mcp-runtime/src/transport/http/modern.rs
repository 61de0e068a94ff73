//! Modern requests: each stands alone, and its headers mirror its body.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http).

use std::sync::Arc;

use http::StatusCode;

use super::exchange::Exchange;
use super::head::Head;
use super::media::Accepts;
use super::mirror;
use super::refusal::{Refusal, status};
use super::{Http, Received, Running};
use crate::jsonrpc::{Incoming, NoPeer};
use crate::negotiation::{Caller, ClientMessage};
use crate::protocol::ProtocolVersion;
use crate::server::step::Step;
use crate::server::{Observed, Response};
use crate::session::IncomingCall;
use crate::transport::reply_to::ReplyTo;

impl Http {
    /// Takes a message of the modern era.
    pub(crate) fn receive_modern(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let (id, method, params) = match message {
            Incoming::Request { id, method, params } => (id, method, params),
            // What the core has of notifications, closing the stream does.
            Incoming::Notification { method, params } => {
                let (caller, source) = (self.caller(head), head.source(Arc::new(NoPeer)));
                let terms = self.server.terms();
                if let Some(call) = terms.accept_notification(&caller, method, params, &source) {
                    self.server.notified(call);
                }
                return Ok(Received::Silence);
            }
            Incoming::Response(_) => {
                return Err(bad("clients send no responses in this revision"));
            }
        };
        let refuse =
            |error| Refusal::with_error(StatusCode::BAD_REQUEST, error).of(Some(id.clone()));
        params.meta.check_complete().map_err(refuse)?;
        let known = self.server.terms().method(method);
        mirror::check(head, method, known, params).map_err(refuse)?;
        if head.is_shared() {
            self.check_scopes(head, message)?;
        }
        let mut exchange = Exchange::new(&self.closing);
        let source = head.source(exchange.peer(accepts));
        let (caller, mut memo) = (self.caller(head), None);
        let accepted = self.server.terms().accept(&caller, id, method, params, &source, &mut memo);
        if let Some(memo) = memo {
            self.recent.set_meta(memo);
        }
        let mut observation = None;
        let (version, step) = match accepted {
            Ok(call) => {
                let mirrored = self.server.mirrored(&call);
                let mirrored = mirrored.as_deref().unwrap_or_default();
                mirror::check_arguments(head, params, mirrored).map_err(refuse)?;
                let version = call.context.version;
                observation = self.server.observe(&call.context, call.method, call.params);
                let IncomingCall { context, method, params } = call;
                let observation = observation.as_mut();
                (version, self.server.call_observed(context, method, params, observation))
            }
            Err(error) => {
                error.log_refusal(Some(method));
                (ProtocolVersion::LATEST, Step::Ready(Err(error)))
            }
        };
        let reply_to = ReplyTo { id: id.clone(), version, batch: None };
        let (step, running) = self.within_limit(&caller, head, step);
        let account = || self.quotas.answers(caller.clone());
        let future = match step {
            Step::Ready(mut response) if exchange.is_done(accepts) => {
                let status = status_of(&response);
                let answer = Observed::new(&mut response, &mut observation);
                let answer = self.whole(&caller, status, &reply_to, answer);
                return Ok(Received::Answered(answer));
            }
            Step::Ready(mut response) => {
                let (status, account) = (status_of(&response), account());
                exchange.set_status(status);
                let answer = Observed::new(&mut response, &mut observation);
                reply_to.send_paid(&exchange.outbox, &self.server, answer, &account);
                exchange.set_account(account);
                exchange.outbox.end();
                return Ok(Received::Request(exchange, None));
            }
            Step::Pending(future) => future,
        };
        let (server, outbox) = (self.server.clone(), Arc::clone(&exchange.outbox));
        let account = account();
        exchange.set_account(account.clone());
        exchange.drive(Box::pin(async move {
            let _running = running;
            let mut response = future.await;
            let status = status_of(&response);
            let answer = Observed::new(&mut response, &mut observation);
            let is_paid = reply_to.send_paid(&outbox, &server, answer, &account);
            outbox.end();
            if is_paid { status } else { StatusCode::SERVICE_UNAVAILABLE }
        }));
        Ok(Received::Request(exchange, None))
    }

    /// Begins a call that is not done yet, unless as many run as may.
    fn within_limit(
        &self,
        caller: &Caller,
        head: &Head<'_>,
        step: Step,
    ) -> (Step, Option<Running>) {
        if matches!(step, Step::Ready(_)) {
            return (step, None);
        }
        match self.let_run(caller, head) {
            Ok(running) => (step.advance(), Some(running)),
            Err(busy) => (Step::Ready(Err(busy)), None),
        }
    }
}

fn status_of(response: &Response) -> StatusCode {
    response.as_ref().map_or_else(|error| status(error.code), |_| StatusCode::OK)
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, message)
}
