//! HTTP responses: a single message, a stream, or a refusal, and their bodies.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Buf as _, Bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use super::activity::ServedRequest;
use super::events::EventStream;
use super::exchange::Exchange;
use super::refusal::Refusal;
use super::sessions::StreamReader;
use crate::debug::short_debug;
use crate::jsonrpc::write_error;

/// An error of a service or a body of the program's own.
pub(super) type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// A body of any type.
pub(super) type AnyBody = Pin<Box<dyn http_body::Body<Data = Bytes, Error = BoxError> + Send>>;

/// Turns a body into one of any type.
pub(super) fn any_body<B>(body: B) -> AnyBody
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<BoxError>,
{
    let to_bytes =
        |frame: Frame<B::Data>| frame.map_data(|mut data| data.copy_to_bytes(data.remaining()));
    Box::pin(body.map_frame(to_bytes).map_err(Into::into))
}

/// The body of a response: one JSON message, a stream of server-sent events, or whatever a
/// [route](super::Http::route) responds.
pub struct Body {
    /// What is left of the message, or of a chunk of what follows.
    rest: Bytes,
    more: Option<More>,
    /// The request that it responds to, which is served until hyper has the whole body.
    served: Option<ServedRequest>,
}

short_debug!(Body {});

/// What follows, boxed since most responses have nothing more.
enum More {
    Events(Box<EventStream>),
    Other(Box<OtherBody>),
}

/// A body that a service of the program's own has made.
struct OtherBody {
    body: AnyBody,
    /// What its request takes of the quotas of the caller until the body ends.
    held: Option<Box<dyn Send>>,
}

impl Body {
    pub(super) fn new(rest: Bytes) -> Self {
        Self { rest, more: None, served: None }
    }

    /// Wraps the body of another response.
    pub fn of<B>(body: B) -> Self
    where
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let more = More::Other(Box::new(OtherBody { body: any_body(body), held: None }));
        Self { more: Some(more), ..Self::new(Bytes::new()) }
    }

    /// Keeps the shares of quotas that the request takes until the body ends.
    pub(super) fn holding(mut self, shares: impl Send + 'static) -> Self {
        if let Some(More::Other(other)) = &mut self.more {
            other.held = Some(Box::new(shares));
        }
        self
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
        if let Some(More::Events(events)) = &mut self.more {
            events.end_at(time);
        }
    }

    /// A streaming response.
    pub(crate) fn events(events: EventStream) -> Response<Self> {
        let more = Some(More::Events(Box::new(events)));
        let mut response = Response::new(Self { more, ..Self::new(Bytes::new()) });
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(
            http::header::CACHE_CONTROL,
            HeaderValue::from_static("no-cache, no-transform"),
        );
        // nginx and similar proxies buffer events without it.
        headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
        response
    }
}

impl More {
    /// Continues what needs no reader.
    fn poll_call(&mut self, cx: &mut Context<'_>) {
        if let Self::Events(events) = self {
            events.poll_call(cx);
        }
    }

    fn poll_frame(&mut self, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        match self {
            Self::Events(events) => {
                events.poll_next(cx).map(|chunk| chunk.map(|chunk| Ok(Frame::data(chunk))))
            }
            Self::Other(other) => other.body.as_mut().poll_frame(cx),
        }
    }
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = self.get_mut();
        if this.served.as_ref().is_some_and(ServedRequest::hold_if_full) {
            if let Some(more) = &mut this.more {
                more.poll_call(cx);
            }
            return Poll::Pending;
        }
        if this.rest.is_empty() {
            let Some(more) = &mut this.more else { return Poll::Ready(None) };
            match ready!(more.poll_frame(cx)).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(chunk))) => this.rest = chunk,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let available = this.rest.len();
        let length = this.served.as_ref().map_or(available, |served| served.reserve(available));
        Poll::Ready(Some(Ok(Frame::data(this.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
            && match &self.more {
                None => true,
                Some(More::Events(_)) => false,
                Some(More::Other(other)) => other.body.is_end_stream(),
            }
    }

    fn size_hint(&self) -> SizeHint {
        match &self.more {
            None => SizeHint::with_exact(self.rest.len() as u64),
            Some(More::Other(other)) if self.rest.is_empty() => other.body.size_hint(),
            Some(_) => SizeHint::default(),
        }
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
    /// Logs the refusal, and turns it into a response.
    pub(super) fn into_response(mut self) -> Response<Body> {
        self.log();
        let mut body = Vec::new();
        write_error(&mut body, self.id.as_ref(), false, &self.error);
        let mut response = Body::json(self.status, body);
        response.headers_mut().extend(std::mem::take(&mut self.headers));
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
    use crate::http::activity::Activity;
    use crate::http::exchange::Exchange;
    use crate::transport::Closing;

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
