//! HTTP responses: a single message, a stream, or a refusal, and their bodies.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body::{Frame, SizeHint};
use tokio::time::Instant;

use super::activity::ServedRequest;
use super::events::EventStream;
use super::exchange::Exchange;
use super::refusal::Refusal;
use super::sessions::StreamReader;
use crate::debug::short_debug;
use crate::jsonrpc::write_error;

/// The body of a response: one JSON message, or a stream of server-sent events.
pub struct Body {
    /// What is left of the message, or of a chunk of the events.
    rest: Bytes,
    events: Option<Box<EventStream>>,
    /// Records the events.
    recording: Option<Box<dyn Recording>>,
    /// The request that it responds to, which is served until hyper has the whole body.
    served: Option<ServedRequest>,
}

short_debug!(Body {});

impl Body {
    fn new(rest: Bytes) -> Self {
        Self { rest, events: None, recording: None, served: None }
    }

    /// A response with an empty body.
    pub fn empty(status: StatusCode) -> Response<Self> {
        let mut response = Response::new(Self::new(Bytes::new()));
        *response.status_mut() = status;
        response
    }

    /// A response with a JSON body.
    pub fn json(status: StatusCode, text: impl Into<Bytes>) -> Response<Self> {
        Self::whole(status, text.into(), "application/json")
    }

    /// A plain-text response, for people and load balancers.
    pub(crate) fn text(status: StatusCode, text: &'static str) -> Response<Self> {
        Self::whole(status, Bytes::from_static(text.as_bytes()), "text/plain; charset=utf-8")
    }

    /// A response for Prometheus.
    pub(crate) fn metrics(text: String) -> Response<Self> {
        Self::whole(StatusCode::OK, text.into(), "text/plain; version=0.0.4; charset=utf-8")
    }

    /// An HTML page.
    pub(crate) fn html(text: String) -> Response<Self> {
        Self::whole(StatusCode::OK, text.into(), "text/html; charset=utf-8")
    }

    /// The same response, observed by a recorder.
    pub(crate) fn recorded(
        response: Response<Self>,
        mut recording: Box<dyn Recording>,
    ) -> Response<Self> {
        recording.begin(response.status().as_u16());
        response.map(|body| {
            if !body.rest.is_empty() {
                recording.on_chunk(&body.rest);
            }
            Self { recording: Some(recording), ..body }
        })
    }

    fn whole(status: StatusCode, text: Bytes, media_type: &'static str) -> Response<Self> {
        let mut response = Response::new(Self::new(text));
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        response
    }

    /// Counts the request as being served until hyper has the whole body; after that, the
    /// connection knows whether its client reads.
    pub(crate) fn set_served(&mut self, request: ServedRequest) {
        self.served = Some(request);
    }

    /// Ends a stream at this time.
    pub(crate) fn end_at(&mut self, time: Instant) {
        if let Some(events) = &mut self.events {
            events.end_at(time);
        }
    }

    /// A streaming response.
    pub(crate) fn events(events: EventStream) -> Response<Self> {
        let events = Some(Box::new(events));
        let mut response = Response::new(Self { events, ..Self::new(Bytes::new()) });
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(http::header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        // nginx and similar proxies buffer events without it.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        if this.served.as_ref().is_some_and(ServedRequest::hold_if_full) {
            if let Some(events) = &mut this.events {
                events.poll_call(cx);
            }
            return Poll::Pending;
        }
        if this.rest.is_empty() {
            let Some(events) = &mut this.events else { return Poll::Ready(None) };
            let Some(chunk) = ready!(events.poll_next(cx)) else { return Poll::Ready(None) };
            if let Some(recording) = &mut this.recording {
                recording.on_chunk(&chunk);
            }
            this.rest = chunk;
        }
        let length = this.rest.len();
        let length = this.served.as_ref().map_or(length, |served| served.reserve(length));
        Poll::Ready(Some(Ok(Frame::data(this.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.events.is_none()
    }

    fn size_hint(&self) -> SizeHint {
        match &self.events {
            None => SizeHint::with_exact(self.rest.len() as u64),
            Some(_) => SizeHint::default(),
        }
    }
}

/// Records a response; dropped with its body.
pub(crate) trait Recording: Send {
    /// Called with the status.
    fn begin(&mut self, status: u16);

    /// Called with each chunk of the body, before it is sent.
    fn on_chunk(&mut self, chunk: &[u8]);
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
    /// Logs the refusal, and turns it into a response.
    pub(super) fn into_response(mut self) -> Response<Body> {
        self.log();
        let mut body = Vec::new();
        write_error(&mut body, self.id.as_ref(), false, &self.error);
        let mut response = Body::json(self.status, body);
        response.headers_mut().extend(self.header.take());
        response
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::task::Waker;

    use http::Version;
    use http_body::Body as _;

    use super::*;
    use crate::transport::Closing;
    use crate::transport::http::activity::Activity;
    use crate::transport::http::exchange::Exchange;

    /// What is taken of a body until it waits or ends.
    fn taken(body: &mut Body) -> Vec<u8> {
        let mut cx = Context::from_waker(Waker::noop());
        let mut taken = Vec::new();
        while !body.is_end_stream() {
            let Poll::Ready(Some(Ok(frame))) = Pin::new(&mut *body).poll_frame(&mut cx) else {
                break;
            };
            taken.extend_from_slice(&frame.into_data().unwrap());
        }
        taken
    }

    #[test]
    fn the_rest_of_a_long_body_waits_until_its_connection_has_written_the_start() {
        let text = "0123456789".repeat(4_000);
        let activity = Arc::<Activity>::default();
        let mut body = Body::json(StatusCode::OK, text.clone()).into_body();
        body.set_served(activity.begin(Version::HTTP_11));
        let mut sent = Vec::new();
        while !body.is_end_stream() {
            assert_eq!(body.size_hint().exact(), Some((text.len() - sent.len()) as u64));
            let piece = taken(&mut body);
            assert!(!piece.is_empty() && piece.len() < 16 * 1024);
            sent.extend_from_slice(&piece);
            assert_eq!(activity.end_flush(), !body.is_end_stream());
        }
        assert_eq!(sent, text.as_bytes());
    }

    #[tokio::test]
    async fn short_events_wait_too() {
        let exchange = Exchange::new(&Arc::<Closing>::default());
        let outbox = Arc::clone(&exchange.outbox);
        let activity = Arc::<Activity>::default();
        let mut body = Body::events(EventStream::new(exchange, Vec::new(), None)).into_body();
        body.set_served(activity.begin(Version::HTTP_11));
        let mut sent = 0;
        for _ in 0..100 {
            outbox.push(|out| out.extend_from_slice(&[b'0'; 1000]));
            sent += taken(&mut body).len();
        }
        assert!((10_000..16 * 1024).contains(&sent));
        assert!(activity.end_flush());
        assert!(!taken(&mut body).is_empty());
    }

    #[test]
    fn a_body_that_is_not_copied_is_taken_at_once() {
        let activity = Arc::<Activity>::default();
        for version in [Some(Version::HTTP_2), None] {
            let mut body = Body::json(StatusCode::OK, "0123456789".repeat(4_000)).into_body();
            if let Some(version) = version {
                body.set_served(activity.begin(version));
            }
            assert_eq!(taken(&mut body).len(), 40_000);
        }
    }
}
