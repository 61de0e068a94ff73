//! Makes a server an HTTP service, and sets what can be set.

use std::sync::Arc;
use std::time::Duration;

use super::Http;
use super::authorization::Heads;
use super::extra_routes::ExtraRoutes;
use super::http_sse::Streams;
use super::options::HttpOptions;
use super::quotas::Quotas;
use super::replicas::SharedSessions;
use super::sessions::{EventStore, HttpSessions, MemoryEvents, Replay};
use crate::caller::Caller;
use crate::server::Server;
use crate::server::observe::Gauge;

impl Server {
    /// Makes the server an HTTP service.
    ///
    /// ```
    /// let http = mcp_runtime::server!().build()?.into_http();
    /// // In axum: Router::new().route_service("/mcp", http)
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    pub fn into_http(self) -> Http {
        let options = Arc::<HttpOptions>::default();
        let sessions = Arc::new(HttpSessions::new(Replay::InMemory(MemoryEvents::default())));
        let http = Http {
            heads: Heads::new(self.reads_requests()),
            extra_routes: None,
            quotas: Quotas::new(&self, options.max_body, options.max_unread),
            shared: SharedSessions::new(&self, &sessions),
            server: self.served_over("tcp"),
            options,
            sessions,
            streams: Streams::default(),
            closing: Arc::default(),
            recent: Arc::default(),
            origin: Caller::Anonymous,
            is_draining: Arc::default(),
        };
        http.measured()
    }
}

impl Http {
    /// Serves these host names too: `mcp.example.com`, or `mcp.example.com:8443` for one port.
    ///
    /// Loopback names are always served. Requests for other hosts are refused, so that a page
    /// whose name is bound to a loopback address cannot reach a server that is meant to be local.
    #[must_use]
    pub fn allow_hosts(self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|options| options.host_and_origin.allow_hosts(hosts))
    }

    /// Serves pages of these origins: `https://app.example.com`.
    ///
    /// Requests without an `Origin`, and those from the server's own origin, are always served.
    #[must_use]
    pub fn allow_origins(self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|options| options.host_and_origin.allow_origins(origins))
    }

    /// Keeps nothing between the requests of legacy clients: any replica can serve any of them.
    ///
    /// They can then not be notified of changes, nor come back to a stream that broke off.
    #[must_use]
    pub fn stateless(self) -> Self {
        self.set(|options| options.is_stateless = true)
    }

    /// Takes bodies of at most this many bytes (4 MiB), and of no more than
    /// [`max_message_size`](crate::ServerBuilder::max_message_size).
    #[must_use]
    pub fn max_body_size(self, bytes: usize) -> Self {
        self.set(|options| options.max_body = bytes).with_fresh_quotas()
    }

    /// Gives a client this long to send its body (30 seconds).
    #[must_use]
    pub fn body_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.body_time = limit)
    }

    /// Gives up a connection whose client has read nothing for this long, though there is something
    /// to read (30 seconds), where it serves alone.
    #[must_use]
    pub fn write_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.write_time = limit)
    }

    /// Holds at most this many bytes of answers that are not read yet (32 MiB); others are replaced
    /// by an error.
    ///
    /// A third of that is for one principal, address of the network, or connection of this machine;
    /// a single answer may be longer.
    #[must_use]
    pub fn max_unread_bytes(self, bytes: usize) -> Self {
        self.set(|options| options.max_unread = bytes).with_fresh_quotas()
    }

    /// Has at most this many connections open (10,000), where it serves alone.
    ///
    /// For new ones, the oldest end as soon as nothing runs on them; where all are in use, new ones
    /// wait until one ends.
    #[must_use]
    pub fn max_connections(self, limit: usize) -> Self {
        self.set(|options| options.max_connections = limit)
    }

    /// Has at most this many connections open to one address of the network (1,000); more are
    /// refused. Those of this machine, such as those of a proxy, have no such limit.
    #[must_use]
    pub fn max_connections_per_caller(self, limit: usize) -> Self {
        self.set(|options| options.max_connections_per_caller = limit)
    }

    /// Holds at most this many sessions of legacy clients (20,000).
    ///
    /// When one more does not fit, the session ends that nobody has used for the longest
    /// time, of the caller that has the most; its client has to open another one. Where all
    /// sessions are in use, a new one is refused.
    #[must_use]
    pub fn max_sessions(self, limit: usize) -> Self {
        self.set(|options| options.max_sessions = limit)
    }

    /// Holds at most this many sessions of one principal, or of one address of the network (1,000).
    ///
    /// When one more does not fit, it is as with [`max_sessions`](Self::max_sessions).
    /// Connections of this machine, such as those of a proxy, are callers of their own.
    #[must_use]
    pub fn max_sessions_per_caller(self, limit: usize) -> Self {
        self.set(|options| options.max_sessions_per_caller = limit)
    }

    /// Ends sessions that nobody has used for this long (1 hour).
    #[must_use]
    pub fn session_timeout(self, limit: Duration) -> Self {
        self.set(|options| options.session_idle = limit)
    }

    /// Ends responses that have streamed for this long, though their streams continue: the client
    /// comes back for the rest.
    ///
    /// It is for what stands between that cuts long connections. Only clients of 2025-11-25 know
    /// that they are to come back; see [`Context::close_stream`](crate::Context::close_stream) for
    /// single calls.
    #[must_use]
    pub fn poll_after(self, time: Duration) -> Self {
        self.set(|options| options.poll_after = Some(time))
    }

    /// Keeps the events of resumable streams elsewhere than in memory.
    #[must_use]
    pub fn event_store(self, store: impl EventStore + 'static) -> Self {
        let sessions = Arc::new(HttpSessions::new(Replay::Elsewhere(Box::new(store))));
        Self { shared: SharedSessions::new(&self.server, &sessions), sessions, ..self }.measured()
    }

    /// Serves at this path (`/mcp`), where it serves alone.
    #[must_use]
    pub fn path(self, path: impl Into<String>) -> Self {
        self.set(|options| options.path = path.into())
    }

    /// Answers `GET` at this path with `ok`, where it serves alone: whether the process lives. Whoever
    /// asks needs no token, and no name of the server.
    #[must_use]
    pub fn health(self, path: impl Into<String>) -> Self {
        self.set(|options| options.health = Some(path.into()))
    }

    /// Answers `GET` at this path with 200 where the server is ready for requests, where it serves
    /// alone: not where one of its [checks](crate::ServerBuilder::check) fails, nor from when the process is
    /// asked to end. It serves for 5 seconds more then, in which load balancers turn away; see
    /// [`drain_delay`](Self::drain_delay). Which checks fail is shown on this machine only.
    #[must_use]
    pub fn ready(self, path: impl Into<String>) -> Self {
        self.set(|options| options.ready = Some(path.into()))
    }

    /// Serves this long when the process is asked to end, where there is a path at which it says that it is
    /// not [ready](Self::ready) any more (5 seconds).
    #[must_use]
    pub fn drain_delay(self, delay: Duration) -> Self {
        self.set(|options| options.drain_delay = delay)
    }

    /// Serves clients of the HTTP+SSE transport of 2024-11-05 at this path, such as `/sse`.
    ///
    /// The transport is deprecated; it is for clients that know no other. In axum, mount the
    /// service at this path, too.
    #[must_use]
    pub fn deprecated_http_sse(self, path: impl Into<String>) -> Self {
        self.set(|options| options.http_sse = Some(path.into()))
    }

    /// Lets anybody who reaches the machine use the server.
    ///
    /// Without it, a server that has no authorization listens on loopback addresses only.
    #[must_use]
    pub fn open_to_network_without_authorization(self) -> Self {
        self.set(|options| options.is_open = true)
    }

    /// Serves something else beside MCP.
    #[allow(dead_code, reason = "only `page` has some")]
    pub(crate) fn extra_routes(self, routes: Arc<dyn ExtraRoutes>) -> Self {
        Self { extra_routes: Some(routes), ..self }
    }

    fn set(mut self, set: impl FnOnce(&mut HttpOptions)) -> Self {
        set(Arc::make_mut(&mut self.options));
        self
    }

    /// Lets observers measure its sessions.
    fn measured(self) -> Self {
        self.server.measure(|| {
            let sessions = Arc::downgrade(&self.sessions);
            Gauge {
                name: "mcp_server_sessions",
                help: "How many sessions of legacy clients there are over HTTP.",
                read: Box::new(move || Some(sessions.upgrade()?.count())),
            }
        });
        self
    }

    fn with_fresh_quotas(mut self) -> Self {
        self.quotas = Quotas::new(&self.server, self.options.max_body, self.options.max_unread);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::ServerBuilder;

    #[test]
    fn a_setting_that_is_not_of_quotas_leaves_what_they_count() {
        let http = ServerBuilder::new("test", "1").build().unwrap().into_http();
        let quotas = Arc::clone(&http.quotas);
        let http = http.path("/other").allow_hosts(["example.com"]).max_sessions(1);
        assert!(Arc::ptr_eq(&quotas, &http.quotas));
        assert!(!Arc::ptr_eq(&quotas, &http.max_body_size(1).quotas));
    }
}
