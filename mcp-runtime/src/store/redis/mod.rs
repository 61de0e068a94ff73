//! The store that replicas share through Redis or Valkey.
//!
//! ```text
//! store            a method of `Store` is a command, or a script on one key
//! line             the connection for commands, made anew when it breaks; pauses when nothing works
//! hint_connection  the connection for hints, which hint_channels passes on to those who listen
//! nodes            how either is made: to one server, through sentinels, to a cluster
//! ```

mod breaker;
mod check;
#[cfg(feature = "redis-cluster")]
mod cluster;
mod failure;
mod hint_channels;
mod hint_connection;
mod line;
mod nodes;
mod scripts;
#[cfg(feature = "redis-sentinel")]
mod sentinel;
mod shared;
#[cfg(feature = "redis-tls")]
mod tls;

use std::sync::Arc;
use std::time::Duration;

use redis::{Client, ConnectionInfo, RedisResult};

use self::nodes::{RedisNodes, Single};
use crate::debug::short_debug;
use crate::error::{Error, Result};

pub use shared::RedisStore;

/// How a store in Redis or Valkey is reached, for [`Redis::connect`].
///
/// All replicas of a server need the same namespace, and the same
/// [`state_keys`](crate::ServerBuilder::state_keys), with which everything is sealed that is stored.
/// Several servers that use one Redis need a namespace each.
///
/// ```no_run
/// use mcp_runtime::store::Redis;
///
/// # async fn weather() -> mcp_runtime::Result<()> {
/// let store = Redis::new("redis://cache:6379").namespace("weather").connect().await?;
/// # Ok(())
/// # }
/// ```
///
/// The URL is `redis://user:password@host:port/database`, of which all but the host may be left out;
/// `rediss://` with the feature `redis-tls`. Redis has to be 6.2 or later, Valkey may be any; what it evicts
/// is lost, so its `maxmemory-policy` should be `noeviction`. What it acknowledged it may forget when it
/// crashes, as its `appendfsync` says, or fails over: see [`Redis::wait_replicas`].
#[derive(Clone)]
#[must_use = "it is not reached until it is connected"]
pub struct Redis {
    /// Of the server; or of nodes of a cluster, or sentinels, of which any will do.
    urls: Vec<String>,
    namespace: Option<String>,
    timeout: Duration,
    connect_timeout: Duration,
    wait_replicas: u32,
    #[allow(dead_code, reason = "only TLS has certificates")]
    ca_certificates: Option<Arc<[u8]>>,
    /// Makes a client, with or without certificates.
    client: fn(&Self, ConnectionInfo) -> RedisResult<Client>,
    /// Makes what reaches the servers.
    nodes: fn(&Self) -> Result<Arc<dyn RedisNodes>>,
}

short_debug!(Redis { namespace });

impl Redis {
    /// The server at a URL.
    pub fn new(url: impl Into<String>) -> Self {
        Self {
            urls: vec![url.into()],
            namespace: None,
            timeout: Duration::from_secs(2),
            connect_timeout: Duration::from_secs(1),
            wait_replicas: 0,
            ca_certificates: None,
            client: |_, info| Client::open(info),
            nodes: |redis| Ok(Arc::new(Single::new(redis)?)),
        }
    }

    /// What the names of all keys begin with, after `mcp:`. It has to be said: two servers that meet in
    /// one Redis would take the tasks of each other for their own.
    ///
    /// It is of letters, digits, `-`, `_` and `.`, and has 64 characters at most.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// How long an operation may take (2 seconds), with all that it takes to connect again.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// How long it may take to connect (1 second).
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Has each write of a record wait until so many replicas of Redis have it (0), on a connection of its
    /// own. A write that too few have in half of the [timeout](Redis::timeout) fails, though it may stay.
    ///
    /// Without, a failover may lose what was acknowledged last: a task that a client knows is unknown
    /// then.
    pub fn wait_replicas(mut self, replicas: u32) -> Self {
        self.wait_replicas = replicas;
        self
    }

    /// Connects, and looks whether the server is one that will do.
    ///
    /// # Errors
    ///
    /// The namespace is missing or cannot be one, the URL is not one, the server does not answer, is too old
    /// or is a replica.
    pub async fn connect(self) -> Result<RedisStore> {
        let store = self.lazy()?;
        store.check().await?;
        Ok(store)
    }

    /// The store, without connecting before it is used. What [`Redis::connect`] finds at once is found then.
    ///
    /// # Errors
    ///
    /// The namespace is missing or cannot be one, or the URL is not one.
    pub fn lazy(self) -> Result<RedisStore> {
        let namespace = self.checked_namespace()?;
        let nodes = (self.nodes)(&self)?;
        Ok(RedisStore::new(&self, &format!("mcp:{namespace}:"), nodes))
    }

    fn checked_namespace(&self) -> Result<&str> {
        let Some(namespace) = self.namespace.as_deref() else {
            return Err(Error::other(
                "a store in Redis needs a namespace, such as the name of the server: two servers on one \
                 Redis must not meet; say Redis::new(..).namespace(\"weather\")",
            ));
        };
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if namespace.is_empty() || namespace.len() > 64 || !namespace.chars().all(is_plain) {
            return Err(Error::other(format!(
                "{namespace:?} cannot be the namespace of a store in Redis: expected 1 to 64 letters, \
                 digits, `-`, `_` or `.`"
            )));
        }
        Ok(namespace)
    }
}
