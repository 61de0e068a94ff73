//! Limits and timeouts of a server, and how often its tools may be called. What is of HTTP alone is
//! in `http/limits.rs`.

use std::sync::Arc;
use std::time::Duration;

use crate::debug::short_debug;
use crate::quota::Quota;
use crate::server::Server;
use crate::server::asking::{Retries, Sealer};
use crate::server::rate_limit::{LimitSettings, Limiter};
use crate::server::session_state::CallerValues;

pub(super) const MAX_IN_FLIGHT: usize = 1024;
const MAX_MESSAGE_SIZE: usize = 16 * 1024 * 1024;
const MAX_BYTES_IN_FLIGHT: usize = 40 * 1024 * 1024;
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);
const ANSWER_TIMEOUT: Duration = Duration::from_secs(10 * 60);
const SESSION_STATE_TIMEOUT: Duration = Duration::from_secs(60 * 60);
const MAX_SESSION_STATES: usize = 10_000;

/// Limits and timeouts of a server, and how often its tools may be called, for
/// [`ServerBuilder::limits`](crate::ServerBuilder::limits).
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::store::RateLimit;
/// use mcp_runtime::{Limits, server};
///
/// let limits = Limits::new()
///     .max_in_flight(64)
///     .drain_timeout(Duration::from_secs(8))
///     .rate(RateLimit::per(100, Duration::from_secs(60)));
/// let server = server!().limits(limits);
/// ```
#[derive(Clone, Default)]
#[must_use = "it does nothing until it is given to a server"]
pub struct Limits {
    pub(super) page_size: Option<usize>,
    pub(super) max_in_flight: Option<usize>,
    max_bytes_in_flight: Option<usize>,
    max_message_size: Option<usize>,
    drain_timeout: Option<Duration>,
    answer_timeout: Option<Duration>,
    session_state_timeout: Option<Duration>,
    max_session_states: Option<usize>,
    never_parks: bool,
    pub(super) of_tools: LimitSettings,
}

short_debug!(Limits {});

impl Limits {
    /// Creates the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Lists at most this many features per page; the default is all of them.
    pub fn page_size(mut self, size: usize) -> Self {
        self.page_size = Some(size.max(1));
        self
    }

    /// Runs at most this many requests of one connection at the same time (1024); others fail with
    /// an error.
    ///
    /// Over HTTP the limit applies per session, and per principal, network address, or connection
    /// from the same machine; the limit for all callers together is 8 times as high.
    pub fn max_in_flight(mut self, limit: usize) -> Self {
        self.max_in_flight = Some(limit);
        self
    }

    /// Holds at most this many bytes of parameters of running requests (40 MiB); others fail with
    /// an error.
    ///
    /// Over HTTP a third of that, or one message of the maximum size, is available per principal,
    /// network address, or connection from the same machine.
    pub fn max_bytes_in_flight(mut self, bytes: usize) -> Self {
        self.max_bytes_in_flight = Some(bytes);
        self
    }

    /// Accepts messages of at most this many bytes (16 MiB).
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.max_message_size = Some(bytes);
        self
    }

    /// Returns results of at most this many bytes from tools that have no `max_result` of their own,
    /// and from prompts and resources. A larger one is an error, which tells the model its size; by
    /// default there is no limit.
    pub fn max_result_size(mut self, bytes: usize) -> Self {
        self.of_tools.max_result = Some(bytes);
        self
    }

    /// Waits this long for running calls when the server shuts down (1 second); over standard input
    /// and output, calls that are cut off are answered with an error.
    ///
    /// Clients kill a process that is still running two or three seconds after they closed its
    /// input.
    pub fn drain_timeout(mut self, limit: Duration) -> Self {
        self.drain_timeout = Some(limit);
        self
    }

    /// Gives a client this long to answer a question (10 minutes), unless the question says
    /// otherwise.
    pub fn answer_timeout(mut self, limit: Duration) -> Self {
        self.answer_timeout = Some(limit);
        self
    }

    /// Runs a call of a modern client again for each round of answers, even if it could be resumed
    /// in place.
    ///
    /// That is what happens when an answer reaches another process, so tests should cover it.
    pub fn without_parking(mut self) -> Self {
        self.never_parks = true;
        self
    }

    /// Forgets the [`SessionState`](crate::SessionState) of a principal that has not used it for
    /// this long (1 hour), if there is no session that it ends with.
    pub fn session_state_timeout(mut self, limit: Duration) -> Self {
        self.session_state_timeout = Some(limit);
        self
    }

    /// Keeps the [`SessionState`](crate::SessionState) of at most this many principals (10,000), if
    /// there are no sessions that it ends with; the least recently used one is dropped.
    pub fn max_session_states(mut self, count: usize) -> Self {
        self.max_session_states = Some(count);
        self
    }

    /// These limits, and those of `later` where it has any.
    #[inline]
    pub(super) fn and(self, later: Self) -> Self {
        Self {
            page_size: later.page_size.or(self.page_size),
            max_in_flight: later.max_in_flight.or(self.max_in_flight),
            max_bytes_in_flight: later.max_bytes_in_flight.or(self.max_bytes_in_flight),
            max_message_size: later.max_message_size.or(self.max_message_size),
            drain_timeout: later.drain_timeout.or(self.drain_timeout),
            answer_timeout: later.answer_timeout.or(self.answer_timeout),
            session_state_timeout: later.session_state_timeout.or(self.session_state_timeout),
            max_session_states: later.max_session_states.or(self.max_session_states),
            never_parks: later.never_parks || self.never_parks,
            of_tools: self.of_tools.and(later.of_tools),
        }
    }

    /// Whether any of them is one of the server as a whole, not of its tools.
    #[inline]
    pub(super) fn are_of_server(&self) -> bool {
        let counts = [self.page_size, self.max_in_flight, self.max_bytes_in_flight];
        let more = [self.max_message_size, self.max_session_states];
        let times = [self.drain_timeout, self.answer_timeout, self.session_state_timeout];
        let has_counts = counts.into_iter().chain(more).any(|count| count.is_some());
        has_counts || times.iter().any(Option::is_some) || self.never_parks
    }

    pub(super) fn for_server(&self, limiter: Arc<Limiter>) -> ServerLimits {
        let max_message_size = self.max_message_size.unwrap_or(MAX_MESSAGE_SIZE);
        let max_bytes = self.max_bytes_in_flight.unwrap_or(MAX_BYTES_IN_FLIGHT);
        ServerLimits {
            max_message_size,
            bytes_in_flight: Quota::new((max_bytes / 3).max(max_message_size), max_bytes),
            drain: self.drain_timeout.unwrap_or(DRAIN_TIMEOUT),
            limiter,
        }
    }

    pub(super) fn caller_values(&self) -> CallerValues {
        CallerValues::new(
            self.session_state_timeout.unwrap_or(SESSION_STATE_TIMEOUT),
            self.max_session_states.unwrap_or(MAX_SESSION_STATES),
        )
    }

    pub(super) fn retries(&self, sealer: Arc<Sealer>) -> Retries {
        Retries::new(sealer, self.answer_timeout.unwrap_or(ANSWER_TIMEOUT), !self.never_parks)
    }
}

/// The limits of a server that is built, except those of its sessions.
pub(in crate::server) struct ServerLimits {
    max_message_size: usize,
    /// The quota for the parameters of running requests.
    bytes_in_flight: Arc<Quota>,
    /// How long running calls may take at the end.
    drain: Duration,
    /// How often its tools may be called.
    pub(in crate::server) limiter: Arc<Limiter>,
}

impl Server {
    pub(crate) fn max_message_size(&self) -> usize {
        self.0.limits.max_message_size
    }

    /// The quota for the parameters that are held while requests run.
    pub(crate) fn bytes_in_flight(&self) -> &Arc<Quota> {
        &self.0.limits.bytes_in_flight
    }

    pub(crate) fn drain(&self) -> Duration {
        self.0.limits.drain
    }
}
