//! The bodies of responses.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body::{Frame, SizeHint};
use tokio::time::Instant;

use super::events::EventStream;
use super::head_deadline::ServedRequest;
use super::recording::Recording;
use crate::debug::short_debug;

/// The body of a response: one JSON message, or a stream of server-sent events.
pub struct Body(BodyKind);

short_debug!(Body {});

enum BodyKind {
    Whole(Option<Bytes>),
    Events(Box<EventStream>),
    Recorded(Box<Self>, Box<dyn Recording>),
}

impl BodyKind {
    fn poll_data(&mut self, cx: &mut Context<'_>) -> Poll<Option<Bytes>> {
        match self {
            Self::Whole(bytes) => Poll::Ready(bytes.take()),
            Self::Events(events) => events.poll_next(cx),
            Self::Recorded(body, recording) => {
                body.poll_data(cx).map(|bytes| bytes.inspect(|bytes| recording.on_chunk(bytes)))
            }
        }
    }

    fn events(&mut self) -> Option<&mut EventStream> {
        match self {
            Self::Whole(_) => None,
            Self::Events(events) => Some(events),
            Self::Recorded(body, _) => body.events(),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Self::Whole(bytes) => bytes.is_none(),
            Self::Events(_) => false,
            Self::Recorded(body, _) => body.is_empty(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Self::Events(_) => SizeHint::default(),
            Self::Recorded(body, _) => body.size_hint(),
        }
    }
}

impl Body {
    /// A response with an empty body.
    pub(crate) fn empty(status: StatusCode) -> Response<Self> {
        let mut response = Response::new(Self(BodyKind::Whole(None)));
        *response.status_mut() = status;
        response
    }

    /// A response with a JSON body.
    pub(crate) fn json(status: StatusCode, text: impl Into<Bytes>) -> Response<Self> {
        Self::whole(status, text.into(), "application/json")
    }

    /// A plain-text response, for people and load balancers.
    pub(crate) fn text(status: StatusCode, text: &'static str) -> Response<Self> {
        Self::whole(status, Bytes::from_static(text.as_bytes()), "text/plain; charset=utf-8")
    }

    /// A response for Prometheus.
    #[allow(dead_code, reason = "only `observe` has one")]
    pub(crate) fn metrics(text: String) -> Response<Self> {
        Self::whole(StatusCode::OK, text.into(), "text/plain; version=0.0.4; charset=utf-8")
    }

    /// An HTML page.
    #[allow(dead_code, reason = "only `page` has pages")]
    pub(crate) fn html(text: String) -> Response<Self> {
        Self::whole(StatusCode::OK, text.into(), "text/html; charset=utf-8")
    }

    /// The same response, observed by a recorder.
    pub(crate) fn recorded(
        response: Response<Self>,
        mut recording: Box<dyn Recording>,
    ) -> Response<Self> {
        recording.begin(response.status().as_u16());
        response.map(|body| Self(BodyKind::Recorded(Box::new(body.0), recording)))
    }

    fn whole(status: StatusCode, text: Bytes, media_type: &'static str) -> Response<Self> {
        let mut response = Response::new(Self(BodyKind::Whole(Some(text))));
        *response.status_mut() = status;
        response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
        response
    }

    /// Counts the request as being served until its response ends, if that is a stream: a whole
    /// body is handed to hyper in one poll, and `WriteTimeout` reports when that is stalled.
    pub(crate) fn set_served(&mut self, request: ServedRequest) {
        if let Some(events) = self.0.events() {
            events.set_served(request);
        }
    }

    /// Ends a stream at this time.
    pub(crate) fn end_at(&mut self, time: Instant) {
        if let Some(events) = self.0.events() {
            events.end_at(time);
        }
    }

    /// A streaming response.
    pub(crate) fn events(events: EventStream) -> Response<Self> {
        let mut response = Response::new(Self(BodyKind::Events(Box::new(events))));
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
        self.get_mut().0.poll_data(cx).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        self.0.size_hint()
    }
}
