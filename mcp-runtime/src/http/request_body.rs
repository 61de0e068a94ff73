//! Request bodies: read whole, within limits.

use std::error::Error;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use bytes::{Buf as _, BufMut as _, Bytes};
use http::StatusCode;
use http_body_util::BodyExt as _;
use tokio::time::timeout;

use super::refusal::Refusal;
use crate::quota::Share;

/// A body, and the share of a quota that it is charged to.
pub(crate) type ReadBody = (Bytes, Option<Share>);

/// Reads a body of at most `limit` bytes, within `time`, if `reserve` has room for it.
pub(crate) async fn read<B>(
    body: B,
    limit: usize,
    time: Duration,
    reserve: impl FnMut(&mut Option<Share>, usize) -> bool,
) -> Result<ReadBody, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    if body.size_hint().lower() > limit as u64 {
        return Err(too_large(limit));
    }
    let mut whole = pin!(whole(body, limit, reserve));
    // A body that arrived with its head is ready on the next poll; it needs no timer.
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
    // Boxed: few requests need it.
    Box::pin(timeout(time, whole)).await.unwrap_or_else(|_| {
        let message = format!("the body took longer than {time:?}");
        Err(Refusal::new(StatusCode::REQUEST_TIMEOUT, message))
    })
}

/// How much of an unwanted body is read so that its connection can be reused.
const MAX_SKIPPED_BYTES: usize = 64 * 1024;

/// How long that takes at most.
const SKIP_TIME: Duration = Duration::from_secs(1);

/// Drains the body of a refused request; `false` if its connection should be closed instead.
///
/// Source: [RFC 9112, section 9.3](https://www.rfc-editor.org/rfc/rfc9112#section-9.3): a server
/// reads the whole body or closes the connection, and a client that is not told so loses its next
/// request.
pub(crate) async fn skip<B: http_body::Body + Unpin>(body: &mut B) -> bool {
    if body.size_hint().lower() > MAX_SKIPPED_BYTES as u64 {
        return false;
    }
    let skip = async {
        let mut skipped = 0;
        while let Some(frame) = body.frame().await {
            let Ok(frame) = frame else { return false };
            skipped += frame.data_ref().map_or(0, |data| data.remaining());
            if skipped > MAX_SKIPPED_BYTES {
                return false;
            }
        }
        true
    };
    timeout(SKIP_TIME, skip).await.unwrap_or(false)
}

/// Collects the chunks of a body; a single one is not copied.
async fn whole<B>(
    body: B,
    limit: usize,
    mut reserve: impl FnMut(&mut Option<Share>, usize) -> bool,
) -> Result<ReadBody, Refusal>
where
    B: http_body::Body,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let mut body = pin!(body);
    let mut whole = Bytes::new();
    let mut joined = Vec::new();
    let mut share = None;
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
        let room = room_for(total, limit);
        if total > joined.capacity() && !reserve(&mut share, room) {
            return Err(too_long_together());
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

/// How much room a body takes of which so many bytes have arrived: assume that as much again is to
/// come.
pub(crate) fn room_for(received: usize, limit: usize) -> usize {
    received.checked_next_power_of_two().unwrap_or(limit).min(limit)
}

/// The refusal of a body for which its sender, or all together, have no room left.
pub(crate) fn too_long_together() -> Refusal {
    Refusal::overloaded("the request bodies in progress exceed their memory limit; try again later")
}

pub(crate) fn too_large(limit: usize) -> Refusal {
    let message = format!("the body is longer than {limit} bytes");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}

fn unreadable(error: &dyn Error) -> Refusal {
    Refusal::new(StatusCode::BAD_REQUEST, format!("the body cannot be read: {error}"))
}
