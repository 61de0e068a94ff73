//! Asks a legacy client with a request of the server, on the stream of the call.
//!
//! Source: [2025-11-25, "Elicitation", "Sampling", "Roots"](https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation); "Cancellation".

use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use super::question::Ticket;
use super::{CallQuestions, OpenQuestion};
use crate::error::{Error, Result};
use crate::jsonrpc::write_request;
use crate::negotiation::{AnswerSlot, Outgoing};
use crate::protocol::InputRequest;
use crate::quota::{Share, UNCHARGED_BYTES};

impl CallQuestions {
    #[inline]
    pub(super) fn poll_request(
        &self,
        cx: &mut Context<'_>,
        outgoing: &Outgoing,
        request: &InputRequest,
        limit: Option<Duration>,
    ) -> Poll<Result<Ticket>> {
        ready!(self.0.request.peer.poll_ready(cx));
        Poll::Ready(self.send(
            outgoing,
            request,
            limit.unwrap_or(self.0.server.retries().states.time),
        ))
    }

    #[inline]
    fn send(&self, outgoing: &Outgoing, request: &InputRequest, limit: Duration) -> Result<Ticket> {
        let slot = Arc::<AnswerSlot>::default();
        let number = outgoing.expect(Arc::clone(&slot)).ok_or_else(Error::closed)?;
        let mut message = Vec::new();
        write_request(&mut message, &outgoing.id(number), request).map_err(Error::other)?;
        let open = OpenQuestion { number, slot: Arc::clone(&slot), question: None };
        let share = self
            .hold(message.len())
            .and_then(|share| self.open(open).map(|()| share))
            .inspect_err(|_| {
                outgoing.forget(number);
            })?;
        self.0.request.peer.send(&message);
        Ok(Ticket::new(self.clone(), number, slot).charged(share).within(limit))
    }

    /// Charges a long question to the caller twice: for the request, and for its message.
    #[inline]
    fn hold(&self, bytes: usize) -> Result<Option<Share>> {
        if bytes <= UNCHARGED_BYTES {
            return Ok(None);
        }
        let share = self.0.server.bytes_in_flight().reserve(&self.0.request.caller, 2 * bytes);
        share.map(Some).map_err(|_| {
            Error::other(
                "the running requests and pending questions use all the memory allowed for them; \
                 answer some questions, or ask shorter ones",
            )
        })
    }

    /// Notifies the client that its answer is no longer needed, if it has not answered.
    pub(super) fn cancel_request(&self, number: u64) {
        let request = &self.0.request;
        let Some(outgoing) = request.back.outgoing() else { return };
        if let Some(message) = outgoing.withdraw(number) {
            request.peer.send(&message);
        }
    }
}
