//! HTTP responses: a single message, a stream, or a refusal.

use bytes::Bytes;
use http::{Response, StatusCode};

use super::Http;
use super::charged::{unread, with_share};
use super::events::EventStream;
use super::exchange::Exchange;
use super::refusal::Refusal;
use super::response_body::Body;
use super::sessions::StreamReader;
use crate::caller::Caller;
use crate::jsonrpc::write_error;
use crate::quota::UNCHARGED_BYTES;
use crate::server::Observed;
use crate::transport::reply_to::ReplyTo;

/// The initial buffer size, enough for the most common responses.
const ANSWER: usize = 512;

impl Http {
    /// Writes a response that is a single message, and returns its status and its text.
    pub(super) fn write_answer(
        &self,
        caller: &Caller,
        status: StatusCode,
        reply_to: &ReplyTo,
        answer: Observed<'_>,
    ) -> (StatusCode, Bytes) {
        let mut text = Vec::with_capacity(ANSWER);
        reply_to.write(&mut text, &self.server, answer);
        if text.len() <= UNCHARGED_BYTES {
            return (status, text.into());
        }
        let mut share = None;
        if self.quotas.answers(caller.clone()).reserve_capped(&mut share, text.len()) {
            return (status, with_share(text.into(), share));
        }
        let mut text = Vec::new();
        reply_to.write(&mut text, &self.server, Observed::from(&mut Err(unread())));
        (StatusCode::SERVICE_UNAVAILABLE, text.into())
    }
}

impl Exchange {
    /// Responds with the message that is available.
    pub(super) fn answer(self) -> Response<Body> {
        match self.into_answer() {
            Some((status, answer)) => Body::json(status, answer),
            None => Body::empty(StatusCode::ACCEPTED),
        }
    }

    /// Responds with a stream, and what precedes its messages.
    pub(super) fn stream(mut self, reader: Option<(StreamReader, Vec<u8>)>) -> Response<Body> {
        let Some((reader, opening)) = reader else {
            return self.stream_after(Vec::new());
        };
        self.keep_rest();
        Body::events(EventStream::new(self, opening, Some(reader)))
    }

    /// Responds with a stream that starts with this text.
    pub(super) fn stream_after(self, opening: Vec<u8>) -> Response<Body> {
        Body::events(EventStream::new(self, opening, None))
    }
}

impl Refusal {
    pub(super) fn into_response(mut self) -> Response<Body> {
        self.log();
        let mut body = Vec::new();
        write_error(&mut body, self.id.as_ref(), false, &self.error);
        let mut response = Body::json(self.status, body);
        response.headers_mut().extend(self.header.take());
        response
    }
}
