//! The limits of what is served over HTTP, and how a program sets them.

use std::time::Duration;

use super::Http;
use super::quotas::{Quotas, UNREAD_BYTES};
use crate::debug::short_debug;

/// The limits in effect.
#[derive(Clone)]
pub(crate) struct LimitValues {
    pub(crate) max_body: usize,
    pub(crate) body_time: Duration,
    pub(crate) write_time: Duration,
    pub(crate) idle_time: Duration,
    pub(crate) max_unread: usize,
    pub(crate) max_connections: usize,
    pub(crate) max_connections_per_caller: usize,
    pub(crate) max_sessions: usize,
    pub(crate) max_sessions_per_caller: usize,
    pub(crate) session_idle: Duration,
}

impl Default for LimitValues {
    fn default() -> Self {
        Self {
            max_body: 4 * 1024 * 1024,
            body_time: Duration::from_secs(30),
            write_time: Duration::from_secs(30),
            idle_time: Duration::from_secs(90),
            max_unread: UNREAD_BYTES,
            max_connections: 10_000,
            max_connections_per_caller: 1_000,
            max_sessions: 20_000,
            max_sessions_per_caller: 1_000,
            session_idle: Duration::from_secs(60 * 60),
        }
    }
}

/// How much clients may send, keep and leave unread, and for how long, for [`Http::limits`].
///
/// ```
/// use std::time::Duration;
///
/// use mcp_runtime::http::HttpLimits;
/// use mcp_runtime::server;
///
/// # fn main() -> mcp_runtime::Result<()> {
/// let limits = HttpLimits::new().max_sessions(500).session_timeout(Duration::from_secs(600));
/// let http = server!().build()?.into_http().limits(limits);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
#[must_use = "it does nothing until it is given to `Http::limits`"]
pub struct HttpLimits {
    max_body_size: Option<usize>,
    body_timeout: Option<Duration>,
    write_timeout: Option<Duration>,
    idle_timeout: Option<Duration>,
    max_unread_bytes: Option<usize>,
    max_connections: Option<usize>,
    max_connections_per_caller: Option<usize>,
    max_sessions: Option<usize>,
    max_sessions_per_caller: Option<usize>,
    session_timeout: Option<Duration>,
}

short_debug!(HttpLimits {});

impl HttpLimits {
    /// Creates the default limits.
    pub fn new() -> Self {
        Self::default()
    }

    /// Accepts bodies of at most this many bytes (4 MiB), and no more than
    /// [`max_message_size`](crate::Limits::max_message_size).
    pub fn max_body_size(mut self, bytes: usize) -> Self {
        self.max_body_size = Some(bytes);
        self
    }

    /// Gives a client this long to send its body (30 seconds).
    pub fn body_timeout(mut self, limit: Duration) -> Self {
        self.body_timeout = Some(limit);
        self
    }

    /// Closes a connection whose client does not read although there is data to read (30 seconds).
    /// A client that reads, but less than about a third of the send buffer of the system in that
    /// time, counts as one that does not. Applies when [serving](Http::serve) standalone.
    pub fn write_timeout(mut self, limit: Duration) -> Self {
        self.write_timeout = Some(limit);
        self
    }

    /// Closes a connection of HTTP/1.1 on which there is no request for this long (90 seconds), at
    /// the latest after twice as long. Let it be longer than a load balancer in front keeps
    /// connections, which is 60 seconds for AWS and 600 for Google Cloud. Applies when
    /// [serving](Http::serve) standalone.
    pub fn idle_timeout(mut self, limit: Duration) -> Self {
        self.idle_timeout = Some(limit);
        self
    }

    /// Buffers at most this many bytes of responses that have not been read yet (32 MiB); further
    /// responses are replaced by an error.
    ///
    /// One principal, network address, or local connection may use a third of it; a single response
    /// may be longer.
    pub fn max_unread_bytes(mut self, bytes: usize) -> Self {
        self.max_unread_bytes = Some(bytes);
        self
    }

    /// Keeps at most this many connections open (10,000). Applies when [serving](Http::serve)
    /// standalone.
    ///
    /// To make room for new connections, the oldest ones are closed as soon as they are idle; if
    /// all are in use, new ones wait until one closes.
    pub fn max_connections(mut self, limit: usize) -> Self {
        self.max_connections = Some(limit);
        self
    }

    /// Keeps at most this many connections open per network address (1,000); more are refused.
    /// Local connections, such as those of a proxy, are not limited.
    pub fn max_connections_per_caller(mut self, limit: usize) -> Self {
        self.max_connections_per_caller = Some(limit);
        self
    }

    /// Keeps at most this many sessions, which clients up to 2025-11-25 have (20,000).
    ///
    /// When the limit is reached, the least recently used session of the caller with the most
    /// sessions ends; its client has to open another one. If all sessions are in use, a new one is
    /// refused.
    pub fn max_sessions(mut self, limit: usize) -> Self {
        self.max_sessions = Some(limit);
        self
    }

    /// Keeps at most this many sessions per principal or network address (1,000).
    ///
    /// When the limit is reached, the same happens as with [`max_sessions`](Self::max_sessions).
    /// Each local connection, such as one of a proxy, counts as a caller of its own.
    pub fn max_sessions_per_caller(mut self, limit: usize) -> Self {
        self.max_sessions_per_caller = Some(limit);
        self
    }

    /// Ends sessions that have been idle for this long (1 hour). One that was opened and never used
    /// ends after a minute.
    pub fn session_timeout(mut self, limit: Duration) -> Self {
        self.session_timeout = Some(limit);
        self
    }

    /// Replaces the values for which there is a limit.
    fn apply(self, values: &mut LimitValues) {
        fn set<T>(value: &mut T, limit: Option<T>) {
            if let Some(limit) = limit {
                *value = limit;
            }
        }
        set(&mut values.max_body, self.max_body_size);
        set(&mut values.body_time, self.body_timeout);
        set(&mut values.write_time, self.write_timeout);
        set(&mut values.idle_time, self.idle_timeout);
        set(&mut values.max_unread, self.max_unread_bytes);
        set(&mut values.max_connections, self.max_connections);
        set(&mut values.max_connections_per_caller, self.max_connections_per_caller);
        set(&mut values.max_sessions, self.max_sessions);
        set(&mut values.max_sessions_per_caller, self.max_sessions_per_caller);
        set(&mut values.session_idle, self.session_timeout);
    }
}

impl Http {
    /// Sets limits and timeouts; see [`HttpLimits`]. Those that were set before stay as they are,
    /// unless they are set anew.
    #[must_use]
    pub fn limits(self, limits: HttpLimits) -> Self {
        let has_quotas = limits.max_body_size.is_some() || limits.max_unread_bytes.is_some();
        let http = self.set(|options| limits.apply(&mut options.limits));
        if has_quotas { http.with_fresh_quotas() } else { http }
    }

    fn with_fresh_quotas(mut self) -> Self {
        self.quotas =
            Quotas::new(&self.server, self.options.limits.max_body, self.options.limits.max_unread);
        self
    }
}
