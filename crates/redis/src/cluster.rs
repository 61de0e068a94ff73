//! Redis Cluster: several servers with different keys.

use std::sync::Arc;

use crc16::{State, XMODEM};
use mcp_runtime::Result;
use redis::aio::{ConnectionLike as _, MultiplexedConnection};
use redis::cluster::ClusterClient;
use redis::cluster_async::ClusterConnection;
use redis::cluster_routing::{Route, RoutingInfo, SingleNodeRoutingInfo, SlotAddr};
use redis::{AsyncConnectionConfig, Client, Cmd, RedisError, RedisFuture, Value};

use super::Redis;
use super::nodes::{RedisLink, RedisNodes, parse, wrong_url};

impl Redis {
    /// Connects to a Redis Cluster, of which these are further nodes; the remaining ones are
    /// discovered. The nodes are tried in turn, so more than one should be named.
    ///
    /// If one node fails, only operations on its keys fail.
    pub fn cluster(mut self, others: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.urls.extend(others.into_iter().map(Into::into));
        self.nodes = |redis| Ok(Arc::new(Cluster::new(redis)?));
        self
    }
}

/// A Redis Cluster.
struct Cluster {
    client: ClusterClient,
    /// The clients of the configured nodes. A message that is published at one node is received at
    /// all of them.
    servers: Vec<Client>,
}

impl Cluster {
    fn new(redis: &Redis) -> Result<Self> {
        let infos = parse(&redis.urls)?;
        let client = |info| (redis.client)(redis, info).map_err(|error| wrong_url(&error));
        let servers = infos.iter().cloned().map(client).collect::<Result<_>>()?;
        let builder = ClusterClient::builder(infos)
            .connection_timeout(redis.connect_timeout)
            .response_timeout(redis.timeout)
            .retries(6);
        Ok(Self { client: builder.build().map_err(|error| wrong_url(&error))?, servers })
    }
}

impl RedisNodes for Cluster {
    fn one<'a>(
        &'a self,
        config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, MultiplexedConnection> {
        Box::pin(async move {
            let mut failed: Option<RedisError> = None;
            for server in &self.servers {
                match server.get_multiplexed_async_connection_with_config(config).await {
                    Ok(connection) => return Ok(connection),
                    Err(error) => failed = Some(error),
                }
            }
            let none = || {
                RedisError::from((redis::ErrorKind::Io, "no node of the Redis Cluster is known"))
            };
            Err(failed.unwrap_or_else(none))
        })
    }

    fn connect<'a>(
        &'a self,
        _config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, Arc<dyn RedisLink>> {
        Box::pin(async move {
            Ok(Arc::new(self.client.get_async_connection().await?) as Arc<dyn RedisLink>)
        })
    }

    fn is_cluster(&self) -> bool {
        true
    }
}

impl RedisLink for ClusterConnection {
    fn send<'a>(&'a self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let mut connection = self.clone();
        Box::pin(async move { connection.req_packed_command(command).await?.extract_error() })
    }

    fn send_behind<'a>(&'a self, key: &'a str, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let mut connection = self.clone();
        let node = Route::new(slot(key), SlotAddr::Master);
        let route = RoutingInfo::SingleNode(SingleNodeRoutingInfo::SpecificNode(node));
        Box::pin(
            async move { connection.route_command(command.clone(), route).await?.extract_error() },
        )
    }
}

/// The hash slot of a key, of 16384: the text in the first braces is hashed, or else the whole key.
///
/// Source: [Redis Cluster specification, "Key distribution model"](https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/).
fn slot(key: &str) -> u16 {
    let braced = key.split_once('{').and_then(|(_, rest)| rest.split_once('}'));
    let hashed = braced.map(|(tag, _)| tag).filter(|tag| !tag.is_empty()).unwrap_or(key);
    State::<XMODEM>::calculate(hashed.as_bytes()) % 16384
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with the results of `CLUSTER KEYSLOT`.
    #[test]
    fn keys_are_where_the_cluster_has_them() {
        for (key, expected) in [
            ("123456789", 12739),
            ("foo", 12182),
            ("{foo}bar", 12182),
            ("a{foo}{bar}", 12182),
            ("{}foo", 9500),
            ("mcp:weather:task:7f3a", 15111),
        ] {
            assert_eq!(slot(key), expected, "{key}");
        }
    }
}
