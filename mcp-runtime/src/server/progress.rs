//! Progress of a running call.
//!
//! Source: [2026-07-28, "Progress"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress).

use std::sync::Arc;

use super::asking::Sink;
use super::block_on::block_on;
use super::cancelled::Cancelled;
use super::notify::{notify_of, related_task};
use crate::debug::short_debug;
use crate::jsonrpc::SharedPeer;
use crate::negotiation::RequestContext;
use crate::protocol::{Method, ProgressParams, ProgressToken, ProtocolVersion};
use crate::sync::Mutex;

/// Reports the progress of a call to the client.
///
/// It does nothing if the client did not ask for progress. Values that do not increase are not
/// sent, as the specification requires, and nothing is sent once the call has been answered or
/// cancelled.
///
/// ```
/// use mcp_runtime::{Progress, tool};
///
/// /// Reads some pages.
/// #[tool]
/// async fn read(pages: u32, progress: Progress) -> String {
///     for page in 1..=pages {
///         progress.report_of(page, pages, "reading").await;
///     }
///     "read".to_owned()
/// }
/// ```
///
/// A blocking function waits in place:
///
/// ```
/// use mcp_runtime::{Progress, tool};
///
/// /// Reads some pages.
/// #[tool(blocking)]
/// fn read(pages: u32, progress: Progress) -> String {
///     for page in 1..=pages {
///         progress.blocking_report_of(page, pages, "reading");
///     }
///     "read".to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct Progress {
    wanted: Option<ProgressTarget>,
}

short_debug!(Progress {});

/// A number that [`Progress`] reports: an integer or a float of any size.
#[diagnostic::on_unimplemented(
    message = "progress must be a number, not `{Self}`",
    label = "this is not an integer or a float"
)]
pub trait Amount {
    /// The nearest number that the protocol has.
    #[doc(hidden)]
    fn amount(self) -> f64;
}

macro_rules! amounts {
    ($($ty:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl Amount for $ty {
            #[allow(clippy::cast_lossless, clippy::cast_precision_loss, reason = "2^53 is far")]
            fn amount(self) -> f64 {
                self as f64
            }
        }
    )*};
}

amounts!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

#[derive(Clone)]
struct ProgressTarget {
    token: Token,
    version: ProtocolVersion,
    peer: SharedPeer,
    last: Arc<Mutex<f64>>,
    call: Cancelled,
}

/// The token by which a client knows the progress.
#[derive(Clone)]
enum Token {
    Fixed(ProgressToken),
    /// The token of the last request of a call that continues.
    Current(Arc<Sink>),
}

impl ProgressTarget {
    #[inline]
    fn rises_to(&self, progress: f64) -> bool {
        let mut last = self.last.lock();
        let rises = progress.is_finite() && progress > *last;
        if rises {
            *last = progress;
        }
        rises
    }
}

impl Token {
    #[inline]
    fn now(&self) -> Option<ProgressToken> {
        match self {
            Self::Fixed(token) => Some(token.clone()),
            Self::Current(sink) => sink.token(),
        }
    }
}

impl Progress {
    pub(super) fn new(
        request: &RequestContext,
        sink: Option<&Arc<Sink>>,
        call: impl FnOnce() -> Cancelled,
    ) -> Self {
        let token = match sink {
            Some(sink) => Some(Token::Current(Arc::clone(sink))),
            None => request.progress_token.clone().map(Token::Fixed),
        };
        let wanted = token.map(|token| ProgressTarget {
            token,
            version: request.version,
            peer: Arc::clone(&request.peer),
            last: Arc::new(Mutex::new(f64::NEG_INFINITY)),
            call: call(),
        });
        Self { wanted }
    }

    /// Whether the client asked for progress.
    #[inline]
    pub fn is_wanted(&self) -> bool {
        self.wanted.as_ref().is_some_and(|wanted| wanted.token.now().is_some())
    }

    /// Reports how much is done, in a unit that the handler chooses.
    pub async fn report(&self, progress: impl Amount) {
        self.send(progress.amount(), None, None).await;
    }

    /// Reports how much of a total is done, with a message.
    pub async fn report_of(
        &self,
        progress: impl Amount,
        total: impl Amount,
        message: impl Into<String>,
    ) {
        self.send(progress.amount(), Some(total.amount()), Some(message.into())).await;
    }

    /// Like [`Self::report`], for a function that is not async: a `blocking` handler, or a thread
    /// of your own. It blocks while the client does not read.
    pub fn blocking_report(&self, progress: impl Amount) {
        block_on(self.report(progress));
    }

    /// The blocking variant of [`Self::report_of`]; see [`Self::blocking_report`].
    pub fn blocking_report_of(
        &self,
        progress: impl Amount,
        total: impl Amount,
        message: impl Into<String>,
    ) {
        block_on(self.report_of(progress, total, message));
    }

    /// Forwards the progress that another server reports for the call.
    pub async fn pass_on(&self, other: ProgressParams) {
        self.send(other.progress, other.total, other.message).await;
    }

    async fn send(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        let Some(wanted) = &self.wanted else { return };
        if !wanted.rises_to(progress) {
            return;
        }
        if let Some(text) = &message {
            wanted.call.send(|| wanted.peer.report(text));
        }
        let Some(token) = wanted.token.now() else { return };
        let mut params = ProgressParams::new(token, progress);
        (params.total, params.message) = (total, message);
        params.meta = related_task(&wanted.peer);
        notify_of(&wanted.call, &wanted.peer, wanted.version, Method::Progress, params).await;
    }
}
