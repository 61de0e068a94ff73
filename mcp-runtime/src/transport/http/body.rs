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
use crate::negotiation::Share;

/// A body, and what was paid for it.
pub(crate) type Received = (Bytes, Option<Share>);

/// Reads a body of at most `limit` bytes, in at most `time`, as far as its sender can `pay` for it.
pub(crate) async fn read<B>(
    body: B,
    limit: usize,
    time: Duration,
    pay: impl FnMut(&mut Option<Share>, usize) -> bool,
) -> Result<Received, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let mut whole = pin!(whole(body, limit, pay));
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
async fn whole<B>(
    body: B,
    limit: usize,
    mut pay: impl FnMut(&mut Option<Share>, usize) -> bool,
) -> Result<Received, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut whole = Bytes::new();
    let (mut joined, mut share) = (Vec::new(), None);
    while !body.is_end_stream()
        && let Some(frame) = body.frame().await
    {
        let frame = frame.map_err(|error| unreadable(&*error.into()))?;
        // The rest is trailers.
        let Ok(mut piece) = frame.into_data() else { break };
        let length = piece.remaining();
        let total = joined.len().max(whole.len()) + length;
        if total > limit {
            return Err(too_large(limit));
        }
        // What is to come will be as much again.
        let room = total.next_power_of_two().min(limit);
        if total > joined.capacity() && !pay(&mut share, room) {
            return Err(Refusal::overloaded(
                "the messages that are being received are too long together; try again later",
            ));
        }
        if whole.is_empty() && joined.is_empty() {
            whole = piece.copy_to_bytes(length);
        } else {
            joined.reserve_exact(room - joined.len());
            joined.extend_from_slice(&std::mem::take(&mut whole));
            joined.put(piece);
        }
    }
    Ok((if joined.is_empty() { whole } else { joined.into() }, share))
}

fn too_large(limit: usize) -> Refusal {
    let message = format!("the body is longer than {limit} bytes");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

fn unreadable(error: &dyn Error) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {error}"))
}

/// Bytes that give back what was paid for them when nobody holds them any more.
pub(crate) fn paid(bytes: Bytes, share: Option<Share>) -> Bytes {
    struct Paid(Bytes, #[expect(dead_code, reason = "is given back with the bytes")] Share);
    impl AsRef<[u8]> for Paid {
        fn as_ref(&self) -> &[u8] {
            &self.0
        }
    }
    match share {
        None => bytes,
        Some(share) => Bytes::from_owner(Paid(bytes, share)),
    }
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
        Self::json_of(status, text.into())
    }

    /// The same, of what was paid for until it is written, or of what was free.
    pub(crate) fn json_paid(
        status: StatusCode,
        text: Vec<u8>,
        share: Option<Share>,
    ) -> Response<Self> {
        Self::json_of(status, paid(text.into(), share))
    }

    fn json_of(status: StatusCode, text: Bytes) -> Response<Self> {
        let mut response = Response::new(Self(Kind::Whole(Some(text))));
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
