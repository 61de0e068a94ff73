//! Modern requests: each stands alone, and its headers mirror its body.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http).

use std::sync::Arc;

use http::StatusCode;

use super::exchange::Exchange;
use super::head::Head;
use super::media::Accepts;
use super::mirrored_headers;
use super::refusal::{Refusal, status};
use super::{Http, Received, RunningShares};
use crate::caller::Caller;
use crate::jsonrpc::{Incoming, NoPeer};
use crate::negotiation::{ClientMessage, Params};
use crate::protocol::ProtocolVersion;
use crate::server::response::Step;
use crate::server::{Observation, Observed, Response};
use crate::session::Purpose;
use crate::transport::reply_to::ReplyTo;

/// A request that has started, and where its response goes.
struct StartedCall {
    reply_to: ReplyTo,
    step: Step,
    running: Option<RunningShares>,
    observation: Option<Observation>,
}

impl Http {
    /// Handles a message of the modern era.
    pub(crate) fn receive_modern(
        &self,
        head: &Head<'_>,
        message: &ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
        accepts: Accepts,
    ) -> Result<Received, Refusal> {
        let (id, params) = match message {
            Incoming::Request { id, params, .. } => (id, params),
            Incoming::Notification { params, .. } => {
                self.notified_modern(head, purpose, params);
                return Ok(Received::Silence);
            }
            Incoming::Response(_) => {
                return Err(bad("clients cannot send responses in this protocol version"));
            }
        };
        let refuse =
            |error| Refusal::with_error(StatusCode::BAD_REQUEST, error).of(Some(id.clone()));
        params.meta.check_complete().map_err(refuse)?;
        let session_config = self.server.session_config();
        mirrored_headers::check(head, purpose, params).map_err(refuse)?;
        let exchange = Exchange::reusing(&self.recent, &self.closing);
        let source = head.source(exchange.peer(accepts));
        let caller = self.caller(head);
        let mut new_meta = None;
        let accepted = session_config.accept(&caller, id, purpose, params, &source, &mut new_meta);
        if let Some(meta) = new_meta {
            self.recent.set_meta(meta);
        }
        let mut observation = None;
        let (version, mut step) = match accepted {
            Ok(call) => {
                let is_needed = head.is_shared() || self.server.mirrors();
                let tool = is_needed.then(|| self.server.tool_of(&call)).flatten();
                self.check_scopes(head, &call, tool.as_deref())?;
                if let Some(tool) = &tool {
                    let mirrored = self.server.mirrored(&call, tool);
                    mirrored_headers::check_arguments(head, params, mirrored).map_err(refuse)?;
                }
                let version = call.context.version;
                (version, self.server.start(call, tool.as_ref(), &mut observation))
            }
            Err(error) => {
                error.log_refusal(Some(purpose.name));
                (ProtocolVersion::LATEST, Step::Ready(Err(error)))
            }
        };
        let reply_to = ReplyTo { id: id.clone(), version, batch: None };
        let running = step.poll_if_admitted(|| self.admit(&caller, head));
        match step {
            Step::Ready(mut response) if exchange.answers_as_json(accepts) => {
                let status = status_of(&response);
                let answer = Observed::new(&mut response, &mut observation);
                let (status, text) = self.write_answer(&caller, status, &reply_to, answer);
                // It has a reference to the outbox.
                drop(source);
                exchange.recycle(&self.recent);
                Ok(Received::Answered(status, text))
            }
            step => {
                let started = StartedCall { reply_to, step, running, observation };
                Ok(self.start_exchange(exchange, &caller, started))
            }
        }
    }

    /// Handles a notification; for those of the core protocol, closing the stream is enough.
    fn notified_modern(&self, head: &Head<'_>, purpose: &Purpose<'_>, params: &Params<'_>) {
        let caller = self.caller(head);
        let source = head.source(Arc::new(NoPeer));
        let session_config = self.server.session_config();
        if let Some(call) = session_config.accept_notification(&caller, purpose, params, &source) {
            self.server.notified(call);
        }
    }

    /// Responds with the messages of a call, ending with its response.
    fn start_exchange(
        &self,
        mut exchange: Exchange,
        caller: &Caller,
        started: StartedCall,
    ) -> Received {
        let StartedCall { reply_to, step, running, mut observation } = started;
        let account = self.quotas.answers(caller.clone());
        exchange.set_account(account.clone());
        let server = self.server.clone();
        let outbox = Arc::clone(&exchange.outbox);
        let mut answer = move |mut response| {
            let status = status_of(&response);
            let answer = Observed::new(&mut response, &mut observation);
            let is_charged = reply_to.send_charged(&outbox, &server, answer, &account);
            outbox.end();
            if is_charged { status } else { StatusCode::SERVICE_UNAVAILABLE }
        };
        match step {
            Step::Ready(response) => exchange.set_status(answer(response)),
            Step::Pending(future) => exchange.drive(Box::pin(async move {
                let _running = running;
                answer(future.await)
            })),
        }
        Received::Pending(exchange, None)
    }
}

fn status_of(response: &Response) -> StatusCode {
    response.as_ref().map_or_else(|error| status(error.code), |_| StatusCode::OK)
}

fn bad(message: &str) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, message)
}
