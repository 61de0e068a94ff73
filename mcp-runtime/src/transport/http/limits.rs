//! The limits of what is served over HTTP, and how a program sets them.

use std::time::Duration;

use super::Http;
use super::quotas::{Quotas, UNREAD_BYTES};

/// How much clients may send, keep and leave unread, and for how long.
#[derive(Clone)]
pub(crate) struct HttpLimits {
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

impl Default for HttpLimits {
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

impl Http {
    /// Accepts bodies of at most this many bytes (4 MiB), and no more than
    /// [`max_message_size`](crate::Limits::max_message_size).
    #[must_use]
    pub fn max_body_size(self, bytes: usize) -> Self {
        self.set(|options| options.limits.max_body = bytes).with_fresh_quotas()
    }

    /// Gives a client this long to send its body (30 seconds).
    #[must_use]
    pub fn body_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.limits.body_time = limit)
    }

    /// Closes a connection whose client does not read although there is data to read (30 seconds).
    /// A client that reads, but less than about a third of the send buffer of the system in that
    /// time, counts as one that does not. Applies when [serving](Http::serve) standalone.
    #[must_use]
    pub fn write_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.limits.write_time = limit)
    }

    /// Closes a connection of HTTP/1.1 on which there is no request for this long (90 seconds), at
    /// the latest after twice as long. Let it be longer than a load balancer in front keeps
    /// connections, which is 60 seconds for AWS and 600 for Google Cloud. Applies when
    /// [serving](Http::serve) standalone.
    #[must_use]
    pub fn idle_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.limits.idle_time = limit)
    }

    /// Buffers at most this many bytes of responses that have not been read yet (32 MiB); further
    /// responses are replaced by an error.
    ///
    /// One principal, network address, or local connection may use a third of it; a single response
    /// may be longer.
    #[must_use]
    pub fn max_unread_bytes(self, bytes: usize) -> Self {
        self.set(|options| options.limits.max_unread = bytes).with_fresh_quotas()
    }

    /// Keeps at most this many connections open (10,000). Applies when [serving](Http::serve)
    /// standalone.
    ///
    /// To make room for new connections, the oldest ones are closed as soon as they are idle; if
    /// all are in use, new ones wait until one closes.
    #[must_use]
    pub fn max_connections(self, limit: usize) -> Self {
        self.set(|options| options.limits.max_connections = limit)
    }

    /// Keeps at most this many connections open per network address (1,000); more are refused.
    /// Local connections, such as those of a proxy, are not limited.
    #[must_use]
    pub fn max_connections_per_caller(self, limit: usize) -> Self {
        self.set(|options| options.limits.max_connections_per_caller = limit)
    }

    /// Keeps at most this many sessions of legacy clients (20,000).
    ///
    /// When the limit is reached, the least recently used session of the caller with the most
    /// sessions ends; its client has to open another one. If all sessions are in use, a new one is
    /// refused.
    #[must_use]
    pub fn max_sessions(self, limit: usize) -> Self {
        self.set(|options| options.limits.max_sessions = limit)
    }

    /// Keeps at most this many sessions per principal or network address (1,000).
    ///
    /// When the limit is reached, the same happens as with [`max_sessions`](Self::max_sessions).
    /// Each local connection, such as one of a proxy, counts as a caller of its own.
    #[must_use]
    pub fn max_sessions_per_caller(self, limit: usize) -> Self {
        self.set(|options| options.limits.max_sessions_per_caller = limit)
    }

    /// Ends sessions that have been idle for this long (1 hour). One that was opened and never used
    /// ends after a minute.
    #[must_use]
    pub fn session_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.limits.session_idle = limit)
    }

    fn with_fresh_quotas(mut self) -> Self {
        self.quotas =
            Quotas::new(&self.server, self.options.limits.max_body, self.options.limits.max_unread);
        self
    }
}
