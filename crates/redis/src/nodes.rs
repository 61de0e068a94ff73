//! How servers are reached.

use std::sync::Arc;

use mcp_runtime::{Error, Result};
use redis::aio::{ConnectionLike as _, MultiplexedConnection};
use redis::{
    AsyncConnectionConfig, Client, Cmd, ConnectionInfo, IntoConnectionInfo as _, ProtocolVersion,
    RedisFuture, RedisResult, Value,
};

use super::Redis;

/// Opens connections.
pub(super) trait RedisNodes: Send + Sync {
    /// A connection to one server that commands may be sent to, and that receives hints.
    fn one<'a>(
        &'a self,
        config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, MultiplexedConnection>;

    /// A connection for commands on any key.
    fn connect<'a>(
        &'a self,
        config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, Arc<dyn RedisLink>> {
        Box::pin(async move { Ok(Arc::new(self.one(config).await?) as Arc<dyn RedisLink>) })
    }

    /// Whether the keys are spread over several servers, of which some may fail while others work.
    fn is_cluster(&self) -> bool {
        false
    }
}

/// A connection for commands, which several may use at once.
pub(super) trait RedisLink: Send + Sync {
    fn send<'a>(&'a self, command: &'a Cmd) -> RedisFuture<'a, Value>;

    /// Sends a command that has no key to the server that has this one.
    fn send_behind<'a>(&'a self, _key: &'a str, command: &'a Cmd) -> RedisFuture<'a, Value> {
        self.send(command)
    }
}

impl RedisLink for MultiplexedConnection {
    fn send<'a>(&'a self, command: &'a Cmd) -> RedisFuture<'a, Value> {
        let mut connection = self.clone();
        Box::pin(async move { connection.req_packed_command(command).await?.extract_error() })
    }
}

/// One server.
pub(super) struct Single(Client);

impl Single {
    pub(super) fn new(redis: &Redis) -> Result<Self> {
        let [info] = &parse(&redis.urls)?[..] else {
            return Err(Error::other("a standalone Redis takes exactly one URL"));
        };
        Ok(Self((redis.client)(redis, info.clone()).map_err(|error| wrong_url(&error))?))
    }
}

impl RedisNodes for Single {
    fn one<'a>(
        &'a self,
        config: &'a AsyncConnectionConfig,
    ) -> RedisFuture<'a, MultiplexedConnection> {
        Box::pin(self.0.get_multiplexed_async_connection_with_config(config))
    }
}

/// Parses URLs. Hints need the newer protocol.
pub(super) fn parse(urls: &[String]) -> Result<Vec<ConnectionInfo>> {
    let parse = |url: &String| -> RedisResult<ConnectionInfo> {
        let info = url.as_str().into_connection_info()?;
        let settings = info.redis_settings().clone().set_protocol(ProtocolVersion::RESP3);
        Ok(info.set_redis_settings(settings))
    };
    urls.iter().map(|url| parse(url).map_err(|error| wrong_url(&error))).collect()
}

/// The URL itself is not shown: there may be a password in it.
pub(super) fn wrong_url(error: &redis::RedisError) -> Error {
    Error::other(format!(
        "invalid URL of a Redis store: expected redis://user:password@host:port/database, or \
         rediss:// with the feature `tls`: {error}"
    ))
}
