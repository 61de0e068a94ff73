//! Serving HTTP standalone: the listener, its limits, and its shutdown.

mod connection;
mod connection_stream;
mod listener;
mod max_connections;
#[cfg(unix)]
mod unix_socket;

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};

use super::Http;
use super::recent::RecentCache;
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::http::peer::Peer;
use crate::server::Server;
use crate::transport::Closing;
pub use listener::Listener;
use max_connections::{Connections, refuse};

impl Http {
    /// Serves on an address until the process is asked to end, then waits for running calls.
    ///
    /// # Errors
    ///
    /// When the address is not available, or is reachable from the network without authorization
    /// and that was not allowed.
    pub async fn serve(self, address: SocketAddr) -> Result<()> {
        let listener = self.bind(address).await?;
        self.serve_on(listener, crate::transport::signals::shutdown_signal()?).await
    }

    /// The server that this serves.
    #[must_use]
    pub fn server(&self) -> &Server {
        &self.server
    }

    /// The path at which MCP is served.
    #[must_use]
    pub fn served_path(&self) -> &str {
        &self.options.path
    }

    /// The scheme of its URLs when it serves standalone.
    pub(crate) fn scheme(&self) -> &'static str {
        if self.options.encrypt.is_some() { "https" } else { "http" }
    }

    /// Whether requests are authorized.
    #[must_use]
    pub fn is_protected(&self) -> bool {
        self.authorizer.is_some()
    }

    /// Binds to an address, if it may be served.
    ///
    /// # Errors
    ///
    /// As [`serve`](Self::serve).
    pub(crate) async fn bind(&self, address: SocketAddr) -> Result<TcpListener> {
        self.check_reach(address)?;
        let listening = |error| Error::other(format!("cannot listen on {address}: {error}"));
        TcpListener::bind(address).await.map_err(listening)
    }

    /// Refuses an address that anybody may reach, unless that was allowed.
    pub(crate) fn check_reach(&self, address: SocketAddr) -> Result<()> {
        if address.ip().is_loopback() || self.options.is_open || self.is_protected() {
            return Ok(());
        }
        Err(Error::other(format!(
            "{address} can be reached from the network, and the server has no authorization; \
             protect it (`Http::protect`, or --issuer and --audience of mcp-runtime-auth), listen \
             on 127.0.0.1, or allow it with `open_to_network_without_authorization` (on the \
             command line, --open-to-network-without-authorization)"
        )))
    }

    /// Serves on a listener until `shutdown` resolves, then waits for running calls.
    ///
    /// The listener is a `TcpListener` or a `UnixListener` of tokio, or several of them collected
    /// into a [`Listener`].
    ///
    /// # Errors
    ///
    /// When a [route](Self::route) cannot be reached. A connection that fails is dropped.
    pub async fn serve_on(
        self,
        listener: impl Into<Listener>,
        shutdown: impl Future<Output = ()>,
    ) -> Result<()> {
        let mut listener = listener.into();
        self.check_routes()?;
        self.tell_addresses(&listener);
        // Each connection holds a sender, but nothing is sent.
        let (open, mut ended) = mpsc::channel::<Infallible>(1);
        let connections = Connections::within(&self.options.limits);
        let mut shutdown = pin!(async {
            shutdown.await;
            self.drain();
            if self.options.ready.is_some() {
                sleep(self.options.drain_delay).await;
            }
        });
        self.server.begin_tasks();
        self.server.begin_sharing();
        loop {
            let accepting = async {
                let accepted = listener.accept().await?;
                Ok::<_, std::io::Error>((accepted, connections.room().await))
            };
            let accepted = tokio::select! {
                biased;
                () = &mut shutdown => break,
                accepted = accepting => accepted,
            };
            match accepted {
                Ok(((stream, peer, caller), room)) => {
                    let http = self.for_connection(peer, caller);
                    let open = open.clone();
                    // A proxy has the connections of many callers.
                    let of_one = if http.is_behind_proxy {
                        &Caller::Anonymous
                    } else {
                        &http.connection_caller
                    };
                    let permit = connections.enter(room, of_one);
                    tokio::spawn(async move {
                        match permit {
                            Some(permit) => connection::serve(http, stream, permit).await,
                            None if http.options.encrypt.is_none() => refuse(stream).await,
                            None => {}
                        }
                        drop(open);
                    });
                }
                // There are no descriptors left, or the client has disconnected already.
                Err(error) => {
                    tracing::warn!(%error, "could not accept a connection");
                    connections.make_room();
                    sleep(Duration::from_millis(50)).await;
                }
            }
        }
        drop((listener, open));
        self.close();
        let _ = timeout(self.server.drain(), ended.recv()).await;
        if let Some(shared) = &self.shared {
            let _ = timeout(self.server.drain(), shared.flush()).await;
        }
        self.server.end_tasks().await;
        Ok(())
    }

    fn tell_addresses(&self, listener: &Listener) {
        let addresses: Vec<SocketAddr> = listener.addresses().map(reached_at).collect();
        self.options.on_listening.iter().for_each(|tell| tell(&addresses));
    }

    /// Ends the streams that would otherwise continue indefinitely, so that the server in which the
    /// service is mounted can shut down.
    ///
    /// Running calls may finish. [`serve`](Self::serve) calls this itself.
    pub fn close(&self) {
        self.closing.close();
    }

    /// Returns the same service for one connection: counters and caches are not shared with other
    /// cores.
    fn for_connection(&self, peer: Peer, caller: Caller) -> Self {
        let is_behind_proxy = self.options.proxies.trusts(peer);
        Self {
            connection_caller: caller,
            is_behind_proxy,
            // Where to put what a proxy or the system tells.
            shares_heads: self.shares_heads || is_behind_proxy || peer.address().is_none(),
            server: self.server.clone().with_own_count(),
            closing: Arc::new(Closing::clone(&self.closing)),
            recent: Arc::new(RecentCache::of_connection()),
            ..self.clone()
        }
        .with_layers(peer)
    }
}

/// The address at which a client of this machine finds what is served.
pub(crate) fn reached_at(served: SocketAddr) -> SocketAddr {
    let ip = match served.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, served.port())
}
