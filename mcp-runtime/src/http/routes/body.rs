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
use crate::http::refusal::Refusal;
use crate::http::request_body::{room_for, too_long_together};
use crate::http::response_body::{AnyBody, BoxError, any_body};
use crate::quota::{Account, Share};
use crate::sync::Mutex;

/// The body of a request, as [routes](super::super::Http::route) and
/// [layers](super::super::Http::layer) get it.
///
/// A route gets an error from it when it is longer than
/// [`max_body_size`](super::super::HttpLimits::max_body_size), takes longer than
/// [`body_timeout`](super::super::HttpLimits::body_timeout), or when the bodies that are held already are
/// too long together; whatever the route then responds, the client gets 413, 408 or 503. What was
/// read of it counts as held until the response has ended and the body is dropped.
pub struct RequestBody {
    inner: AnyBody,
    limits: Option<Limits>,
}

short_debug!(RequestBody {});

/// What a client may send, and how long that may take.
struct Limits {
    bytes: usize,
    received: usize,
    time: Duration,
    end: Pin<Box<Sleep>>,
    charge: Arc<BodyCharge>,
}

/// What a body takes of the quota of its sender, and which limit it exceeded.
///
/// Nobody knows for how long a route keeps what it has read: as long as somebody has this.
pub(super) struct BodyCharge {
    account: Account,
    share: Mutex<Option<Share>>,
    is_too_long: AtomicBool,
    is_late: AtomicBool,
    is_without_room: AtomicBool,
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

    /// Limits the body, and charges it to the account of its sender.
    pub(super) fn within(
        self,
        bytes: usize,
        time: Duration,
        account: Account,
    ) -> (Self, Arc<BodyCharge>) {
        let charge = Arc::new(BodyCharge::new(account));
        let end = Box::pin(sleep(time));
        let limits = Limits { bytes, received: 0, time, end, charge: Arc::clone(&charge) };
        (Self { limits: Some(limits), ..self }, charge)
    }
}

impl Limits {
    /// Counts what has arrived.
    fn count(&mut self, data: &Bytes) -> Result<(), BoxError> {
        self.received = self.received.saturating_add(data.len());
        if self.received > self.bytes {
            self.charge.is_too_long.store(true, Ordering::Relaxed);
            return Err(format!("the body is longer than {} bytes", self.bytes).into());
        }
        if !self.charge.reserve(room_for(self.received, self.bytes)) {
            return Err("the request bodies in progress exceed their memory limit".into());
        }
        Ok(())
    }

    /// The error once the time is over.
    fn poll_late(&mut self, cx: &mut Context<'_>) -> Poll<BoxError> {
        ready!(self.end.as_mut().poll(cx));
        self.charge.is_late.store(true, Ordering::Relaxed);
        Poll::Ready(format!("the body took longer than {:?}", self.time).into())
    }
}

impl BodyCharge {
    fn new(account: Account) -> Self {
        let [is_too_long, is_late, is_without_room] = [(); 3].map(|()| AtomicBool::new(false));
        Self { account, share: Mutex::default(), is_too_long, is_late, is_without_room }
    }

    /// Charges this many bytes in total; `false` if there is no room for them.
    fn reserve(&self, bytes: usize) -> bool {
        let is_reserved = self.account.reserve(&mut self.share.lock(), bytes);
        self.is_without_room.fetch_or(!is_reserved, Ordering::Relaxed);
        is_reserved
    }

    /// The refusal of the request, if a limit was exceeded.
    pub(super) fn refusal(&self) -> Option<Refusal> {
        let is = |flag: &AtomicBool| flag.load(Ordering::Relaxed);
        if is(&self.is_too_long) {
            return Some(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "the body is too long"));
        }
        if is(&self.is_without_room) {
            return Some(too_long_together());
        }
        is(&self.is_late)
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
