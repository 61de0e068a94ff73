//! Sentinels, which know which server is the master.

use std::sync::Arc;

use mcp_runtime::{Error, Result};
use redis::aio::MultiplexedConnection;
use redis::sentinel::{SentinelClient, SentinelNodeConnectionInfo, SentinelServerType};
use redis::{AsyncConnectionConfig, ConnectionAddr, RedisFuture, TlsMode};
use tokio::sync::Mutex;

use super::Redis;
use super::nodes::{RedisNodes, parse, wrong_url};

impl Redis {
    /// Asks these sentinels for the address of the master, whose name replaces the host in the URL:
    /// `redis://user:password@weather/0`. The sentinels are given as URLs, too, with users and
    /// passwords of their own.
    ///
    /// After a failover, the new master is used. Writes that the old one had not replicated are
    /// lost: see [`Redis::wait_replicas`].
    pub fn sentinels(mut self, sentinels: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.urls.extend(sentinels.into_iter().map(Into::into));
        self.nodes = |redis| Ok(Arc::new(Master::new(redis)?));
        self
    }
}

/// The master that sentinels report.
struct Master(Mutex<SentinelClient>);

impl Master {
    fn new(redis: &Redis) -> Result<Self> {
        let mut sentinels = parse(&redis.urls)?;
        let master = sentinels.remove(0);
        let (name, tls) = match master.addr() {
            ConnectionAddr::Tcp(name, _) => (name.clone(), None),
            ConnectionAddr::TcpTls { host, .. } => (host.clone(), Some(TlsMode::Secure)),
            _ => {
                return Err(Error::other(
                    "with sentinels, the URL given to Redis::new must have the name of the master as \
                     its host, such as redis://weather/0",
                ));
            }
        };
        let mut info = SentinelNodeConnectionInfo::default()
            .set_redis_connection_info(master.redis_settings().clone());
        if let Some(tls) = tls {
            info = info.set_tls_mode(tls);
        }
        let kind = SentinelServerType::Master;
        let client = SentinelClient::build(sentinels, name, Some(info), kind)
            .map_err(|error| wrong_url(&error))?;
        Ok(Self(Mutex::new(client)))
    }
}

impl RedisNodes for Master {
    fn one<'a>(
        &'a self,
        config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, MultiplexedConnection> {
        Box::pin(async move {
            let client = self.0.lock().await.async_get_client().await?;
            client.get_multiplexed_async_connection_with_config(config).await
        })
    }
}
