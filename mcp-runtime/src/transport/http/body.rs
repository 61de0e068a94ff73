//! Bodies: what is read, within bounds, and what is sent.

use std::convert::Infallible;
use std::error::Error;
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::{Buf as _, BufMut as _, Bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response, StatusCode};
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt as _;
use tokio::time::timeout;

use super::events::Events;
use super::refusal::Refusal;
use crate::debug::short_debug;

/// Reads a body of at most `limit` bytes, in at most `time`.
pub(crate) async fn read<B>(body: B, limit: usize, time: Duration) -> Result<Bytes, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let mut whole = pin!(whole(body, limit));
    // A body that came with its head is there at the next turn; it needs no clock.
    let mut is_first = true;
    let soon = poll_fn(|cx| match whole.as_mut().poll(cx) {
        Poll::Pending if std::mem::take(&mut is_first) => {
            cx.waker().wake_by_ref();
            Poll::Pending
        }
        poll => Poll::Ready(poll),
    });
    if let Poll::Ready(body) = soon.await {
        return body;
    }
    // In a box: few requests need the room for it.
    Box::pin(timeout(time, whole)).await.unwrap_or_else(|_| {
        let message = format!("the body took longer than {time:?}");
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, message))
    })
}

/// Gathers the pieces of a body; one alone is not copied.
async fn whole<B>(body: B, limit: usize) -> Result<Bytes, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut whole = Bytes::new();
    let mut joined = Vec::new();
    while !body.is_end_stream()
        && let Some(frame) = body.frame().await
    {
        let frame = frame.map_err(|error| unreadable(&*error.into()))?;
        // The rest is trailers.
        let Ok(mut piece) = frame.into_data() else { break };
        let length = piece.remaining();
        if length > limit - joined.len().max(whole.len()) {
            return Err(too_large(limit));
        }
        if whole.is_empty() && joined.is_empty() {
            whole = piece.copy_to_bytes(length);
        } else {
            joined.extend_from_slice(&std::mem::take(&mut whole));
            joined.put(piece);
        }
    }
    Ok(if joined.is_empty() { whole } else { joined.into() })
}

fn too_large(limit: usize) -> Refusal {
    let message = format!("the body is longer than {limit} bytes");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

fn unreadable(error: &dyn Error) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {error}"))
}

/// The body of a response: one JSON message, or a stream of server-sent events.
pub struct Body(Kind);

short_debug!(Body {});

enum Kind {
    Whole(Option<Bytes>),
    Events(Box<Events>),
}

impl Body {
    /// A response with nothing in its body.
    pub(crate) fn empty(status: StatusCode) -> Response<Self> {
        let mut response = Response::new(Self(Kind::Whole(None)));
        *response.status_mut() = status;
        response
    }

    /// A response with JSON in its body.
    pub(crate) fn json(status: StatusCode, text: Vec<u8>) -> Response<Self> {
        let mut response = Response::new(Self(Kind::Whole(Some(text.into()))));
        *response.status_mut() = status;
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
        response
    }

    /// A response for people and load balancers.
    pub(crate) fn text(status: StatusCode, text: &'static str) -> Response<Self> {
        let mut response =
            Response::new(Self(Kind::Whole(Some(Bytes::from_static(text.as_bytes())))));
        *response.status_mut() = status;
        let plain = HeaderValue::from_static("text/plain; charset=utf-8");
        response.headers_mut().insert(CONTENT_TYPE, plain);
        response
    }

    /// A response that goes on.
    pub(crate) fn events(events: Events) -> Response<Self> {
        let mut response = Response::new(Self(Kind::Events(Box::new(events))));
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        headers.insert(http::header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        // Proxies of the nginx kind hold events back without it.
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
        match &mut self.get_mut().0 {
            Kind::Whole(bytes) => Poll::Ready(bytes.take().map(|bytes| Ok(Frame::data(bytes)))),
            Kind::Events(events) => {
                events.poll_next(cx).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.0, Kind::Whole(None))
    }

    fn size_hint(&self) -> SizeHint {
        match &self.0 {
            Kind::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Kind::Events(_) => SizeHint::default(),
        }
    }
}
