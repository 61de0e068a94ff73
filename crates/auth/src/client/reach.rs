//! Requests to servers whose URLs another server names, which may not lead into nearer networks.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_https::Network;
use mcp_runtime_protocol::Result;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use super::distance::Distance;
use crate::http::AuthorizationHttp;

/// How long to wait for a response of an authorization server.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

/// How to reach servers whose URLs another server names.
#[derive(Clone)]
pub(super) struct Reach {
    pub(super) distance: Distance,
    pub(super) network: Network,
}

impl Reach {
    /// Creates a client for URLs like this one, which a server names.
    pub(super) fn http(&self, url: &str) -> Result<AuthorizationHttp> {
        let url = self.distance.check(url)?;
        let mut client = AuthorizationHttp::builder(&url, &self.network)?;
        // A proxy resolves names itself, and decides which servers may be reached.
        if !self.network.has_proxy() {
            client = client.dns_resolver(Arc::new(GuardedResolver(self.distance)));
        }
        AuthorizationHttp::new(client, RESPONSE_TIMEOUT)
    }
}

/// Resolves names to addresses that may be connected to.
struct GuardedResolver(Distance);

impl Resolve for GuardedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let distance = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let admitted: Vec<_> = found.filter(|at| distance.admits(at.ip())).collect();
            if admitted.is_empty() {
                Err("it is a private or local address, which the server may not send clients to"
                    .into())
            } else {
                Ok(Box::new(admitted.into_iter()) as Addrs)
            }
        })
    }
}
