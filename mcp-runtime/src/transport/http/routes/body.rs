//! The body of a request for a service of the program's own.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http::StatusCode;
use http_body::{Body, Frame, SizeHint};
use tokio::time::{Sleep, sleep};

use crate::debug::short_debug;
use crate::transport::http::refusal::Refusal;
use crate::transport::http::response_body::{AnyBody, BoxError, any_body};

/// The body of a request, as [routes](super::super::Http::route) and
/// [layers](super::super::Http::layer) get it.
///
/// A route gets an error from it when it is longer than
/// [`max_body_size`](super::super::Http::max_body_size), or takes longer than
/// [`body_timeout`](super::super::Http::body_timeout); whatever the route then responds, the client
/// gets 413 or 408.
pub struct RequestBody {
    inner: AnyBody,
    limits: Option<Limits>,
}

short_debug!(RequestBody {});

/// What a client may send, and how long that may take.
struct Limits {
    bytes: usize,
    /// How many of them are left.
    left: usize,
    time: Duration,
    end: Pin<Box<Sleep>>,
    exceeded: Arc<ExceededLimit>,
}

/// Which limit of a body was exceeded.
#[derive(Default)]
pub(super) struct ExceededLimit {
    bytes: AtomicBool,
    time: AtomicBool,
}

impl RequestBody {
    /// Wraps a body, such as one that a layer observes.
    pub fn new<B>(body: B) -> Self
    where
        B: Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        Self { inner: any_body(body), limits: None }
    }

    /// The same body within limits, and which of them it exceeds.
    pub(super) fn within(self, bytes: usize, time: Duration) -> (Self, Arc<ExceededLimit>) {
        let exceeded = Arc::<ExceededLimit>::default();
        let limits = Limits {
            bytes,
            left: bytes,
            time,
            end: Box::pin(sleep(time)),
            exceeded: Arc::clone(&exceeded),
        };
        (Self { limits: Some(limits), ..self }, exceeded)
    }
}

impl Limits {
    /// Counts what has arrived.
    fn count(&mut self, data: &Bytes) -> Result<(), BoxError> {
        let left = self.left.checked_sub(data.len());
        self.left = left.ok_or_else(|| {
            self.exceeded.bytes.store(true, Ordering::Relaxed);
            format!("the body is longer than {} bytes", self.bytes)
        })?;
        Ok(())
    }

    /// The error once the time is over.
    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<BoxError> {
        ready!(self.end.as_mut().poll(cx));
        self.exceeded.time.store(true, Ordering::Relaxed);
        Poll::Ready(format!("the body took longer than {:?}", self.time).into())
    }
}

impl ExceededLimit {
    /// The refusal of the request, if a limit was exceeded.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        let is = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if is(&self.bytes) {
            return Some(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"));
        }
        is(&self.time)
            .then(|| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the body took too long to arrive"))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let this = self.get_mut();
        let frame = match (this.inner.as_mut().poll_frame(cx), &mut this.limits) {
            (Poll::Ready(frame), _) => frame,
            (Poll::Pending, None) => return Poll::Pending,
            (Poll::Pending, Some(limits)) => {
                return limits.poll_late(cx).map(|error| Some(Err(error)));
            }
        };
        if let Some(Ok(frame)) = &frame
            && let (Some(data), Some(limits)) = (frame.data_ref(), &mut this.limits)
            && let Err(error) = limits.count(data)
        {
            return Poll::Ready(Some(Err(error)));
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}
