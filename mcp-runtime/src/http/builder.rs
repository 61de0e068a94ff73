//! Turns a server into an HTTP service, and configures it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use super::Http;
use super::http_sse::Streams;
use super::options::HttpSettings;
use super::peer::BoxIo;
use super::quotas::Quotas;
use super::replicas::SharedSessions;
use super::sessions::{EventStore, HttpSessions, MemoryEvents, Replay};
use crate::caller::Caller;
use crate::error::Result;
use crate::server::Server;
use crate::server::observe::Gauge;

impl Server {
    /// Turns the server into an HTTP service.
    ///
    /// ```
    /// let http = mcp_runtime::server!().build()?.into_http();
    /// // In axum: Router::new().route_service("/mcp", http)
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    pub fn into_http(self) -> Http {
        let options = Arc::<HttpSettings>::default();
        let sessions = Arc::new(HttpSessions::new(Replay::InMemory(MemoryEvents::default())));
        let http = Http {
            authorizer: None,
            shares_heads: self.reads_requests(),
            documents: Arc::default(),
            routes: None,
            layered: None,
            peer: None,
            quotas: Quotas::new(&self, options.limits.max_body, options.limits.max_unread),
            shared: SharedSessions::new(&self, &sessions),
            server: self.served_over("tcp"),
            options,
            sessions,
            streams: Streams::default(),
            closing: Arc::default(),
            recent: Arc::default(),
            connection_caller: Caller::Anonymous,
            is_behind_proxy: false,
            is_draining: Arc::default(),
        };
        http.measured()
    }
}

impl Http {
    /// Also serves these host names: `mcp.example.com`, or `mcp.example.com:8443` for one port.
    ///
    /// Loopback names are always served. Requests for other hosts are refused, so that a web page
    /// whose name resolves to a loopback address (DNS rebinding) cannot reach a server that is
    /// meant to be local.
    #[must_use]
    pub fn allow_hosts(self, hosts: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|options| options.host_and_origin.allow_hosts(hosts))
    }

    /// Lets pages of these origins use the server: `https://app.example.com`.
    ///
    /// Their browsers are told so by the headers of CORS, so leave off the middleware that adds
    /// them. Requests without an `Origin`, and those from the server's own origin, are always served.
    #[must_use]
    pub fn allow_origins(self, origins: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.set(|options| options.host_and_origin.allow_origins(origins))
    }

    /// Lets pages of [allowed origins](Self::allow_origins) send these headers, too, such as one
    /// with an API key. Those of MCP, authorization and traces are always allowed.
    #[must_use]
    pub fn allow_headers(self, names: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        let names = names.into_iter().map(|name| name.as_ref().to_ascii_lowercase());
        self.set(|options| options.allowed_headers.extend(names))
    }

    /// Trusts these proxies to tell the address of a client, when [serving](Http::serve) standalone:
    /// addresses such as `10.0.0.7`, networks such as `10.0.0.0/8`, `loopback` for those on this
    /// machine, or `unix` for whoever connects to a [Unix socket](Self::serve_unix).
    ///
    /// Callers without a principal are distinguished by that address. It is the last one in
    /// `X-Forwarded-For`, or [another header](Self::trusted_proxy_header), that is not of a trusted
    /// proxy. The header of anybody else is ignored, and handlers can read it.
    ///
    /// # Errors
    ///
    /// When one of them is something else, or would trust everybody, such as `0.0.0.0/0`.
    pub fn trusted_proxies<P: AsRef<str>>(
        mut self,
        proxies: impl IntoIterator<Item = P>,
    ) -> Result<Self> {
        let options = Arc::make_mut(&mut self.options);
        for proxy in proxies {
            options.proxies.trust(proxy.as_ref())?;
        }
        Ok(self)
    }

    /// Reads this header of [trusted proxies](Self::trusted_proxies): `X-Forwarded-For`, which is
    /// the default, or `Forwarded`. Choose the one that your proxies overwrite or append to.
    ///
    /// # Errors
    ///
    /// When it is another header.
    pub fn trusted_proxy_header(mut self, name: &str) -> Result<Self> {
        Arc::make_mut(&mut self.options).proxies.read_header(name)?;
        Ok(self)
    }

    /// Keeps no state between the requests of clients up to 2025-11-25: any replica can serve any
    /// of them.
    ///
    /// These clients can then neither be notified of changes nor resume a stream that broke off.
    #[must_use]
    pub fn stateless(self) -> Self {
        self.set(|options| options.is_stateless = true)
    }

    /// Ends responses that have been streaming for this long, although their streams continue: the
    /// client reconnects for the rest.
    ///
    /// Useful behind proxies that cut long connections. Only clients of 2025-11-25 know to
    /// reconnect; see [`Context::close_stream`](crate::Context::close_stream) for single calls.
    #[must_use]
    pub fn poll_after(self, time: Duration) -> Self {
        self.set(|options| options.poll_after = Some(time))
    }

    /// Stores the events of resumable streams in this store instead of in memory.
    #[must_use]
    pub fn event_store(self, store: impl EventStore + 'static) -> Self {
        let sessions = Arc::new(HttpSessions::new(Replay::Elsewhere(Box::new(store))));
        Self { shared: SharedSessions::new(&self.server, &sessions), sessions, ..self }.measured()
    }

    /// Serves MCP at this path (`/mcp`). Applies when [serving](Http::serve) standalone.
    #[must_use]
    pub fn path(self, path: impl Into<String>) -> Self {
        self.set(|options| options.path = path.into())
    }

    /// Answers `GET` at this path with `ok` while the process is alive. Applies when
    /// [serving](Http::serve) standalone. A probe needs no token and no particular host name.
    #[must_use]
    pub fn health(self, path: impl Into<String>) -> Self {
        self.set(|options| options.health = Some(path.into()))
    }

    /// Answers `GET` at this path with 200 while the server is ready for requests. Applies when
    /// [serving](Http::serve) standalone. It is not ready when one of its
    /// [checks](crate::ServerBuilder::check) fails, nor after the process is asked to end; it then
    /// serves for 5 more seconds, so that load balancers can route elsewhere, see
    /// [`drain_delay`](Self::drain_delay). The names of failing checks are included only in
    /// responses to local requests.
    #[must_use]
    pub fn ready(self, path: impl Into<String>) -> Self {
        self.set(|options| options.ready = Some(path.into()))
    }

    /// Continues to serve for this long after the process is asked to end, if there is a path at
    /// which it reports that it is no longer [ready](Self::ready) (5 seconds).
    #[must_use]
    pub fn drain_delay(self, delay: Duration) -> Self {
        self.set(|options| options.drain_delay = delay)
    }

    /// Serves clients of the HTTP+SSE transport of 2024-11-05 at this path, such as `/sse`.
    ///
    /// The transport is deprecated; it is for clients that support no other. In axum, also mount
    /// the service at this path.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated the HTTP+SSE transport: clients use Streamable HTTP, which is always served"
    )]
    #[must_use]
    pub fn deprecated_http_sse(self, path: impl Into<String>) -> Self {
        self.set(|options| options.http_sse = Some(path.into()))
    }

    /// Lets anyone who can reach the machine use the server.
    ///
    /// Without it, a server that has no authorization listens on loopback addresses only.
    #[must_use]
    pub fn open_to_network_without_authorization(self) -> Self {
        self.set(|options| options.is_open = true)
    }

    /// Encrypts the connections of a server that [serves](Self::serve) standalone: wraps the stream
    /// of each. The first bytes of a client are awaited as long as the head of a request, handshakes
    /// included.
    ///
    /// `mcp_runtime_web::Tls` is for this.
    #[must_use]
    pub fn encrypted(self, by: impl Fn(BoxIo) -> BoxIo + Send + Sync + 'static) -> Self {
        self.set(|options| options.encrypt = Some(Arc::new(by)))
    }

    /// Calls this with the address once the server listens, when [serving](Self::serve) standalone:
    /// one at which this machine reaches it, with the port that the system has chosen for port 0.
    #[must_use]
    pub fn on_listening(self, tell: impl Fn(SocketAddr) + Send + Sync + 'static) -> Self {
        self.when_listening(move |addresses| addresses.iter().copied().for_each(&tell))
    }

    /// Calls this once the server listens, when [serving](Self::serve) standalone, whatever it listens
    /// on: Unix sockets have no address that [`on_listening`](Self::on_listening) could tell.
    #[must_use]
    pub fn on_started(self, tell: impl Fn() + Send + Sync + 'static) -> Self {
        self.when_listening(move |_| tell())
    }

    fn when_listening(self, tell: impl Fn(&[SocketAddr]) + Send + Sync + 'static) -> Self {
        self.set(|options| options.on_listening.push(Arc::new(tell)))
    }

    /// Shows a header that clients have to send, such as one with an API key, to a person who starts
    /// the program at a terminal: the printed line that adds the server to a client contains it.
    #[must_use]
    pub fn client_header(self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.set(|options| options.client_headers.push((name.into(), value.into())))
    }

    /// What clients have to send: names and values.
    pub(crate) fn client_headers(&self) -> &[(String, String)] {
        &self.options.client_headers
    }

    pub(super) fn set(mut self, set: impl FnOnce(&mut HttpSettings)) -> Self {
        set(Arc::make_mut(&mut self.options));
        self
    }

    /// Lets observers measure the sessions.
    fn measured(self) -> Self {
        self.server.measure(|| {
            let sessions = Arc::downgrade(&self.sessions);
            Gauge {
                name: "mcp_server_sessions",
                help: "The number of HTTP sessions, which clients up to 2025-11-25 have.",
                read: Box::new(move || Some(sessions.upgrade()?.count())),
            }
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::HttpLimits;
    use crate::server::ServerBuilder;

    #[test]
    fn a_setting_that_is_not_of_quotas_leaves_what_they_count() {
        let http = ServerBuilder::new("test", "1").build().unwrap().into_http();
        let quotas = Arc::clone(&http.quotas);
        let http = http
            .path("/other")
            .allow_hosts(["example.com"])
            .limits(HttpLimits::new().max_sessions(1));
        assert!(Arc::ptr_eq(&quotas, &http.quotas));
        assert!(!Arc::ptr_eq(&quotas, &http.limits(HttpLimits::new().max_body_size(1)).quotas));
    }
}
