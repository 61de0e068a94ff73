//! A store that the replicas of a server of [`mcp-runtime`](https://docs.rs/mcp-runtime) share, in
//! Redis or Valkey: sessions, questions, tasks, limits and changes of lists are those of all of
//! them.
//!
//! ```no_run
//! use mcp_runtime::{Result, server};
//! use mcp_runtime_redis::Redis;
//!
//! # fn key() -> [u8; 32] { [7; 32] }
//! # async fn run() -> Result<()> {
//! let store = Redis::new("redis://cache:6379").namespace("notes").connect().await?;
//! let server = server!().state_keys([key()]).store(store).build()?;
//! # Ok(())
//! # }
//! ```
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/replicas/) says which
//! servers need it, and what is guaranteed. `examples/replicas` is a complete program.
//!
//! # Features
//!
//! None of them is on by default.
//!
//! | feature | what it is for |
//! |---|---|
//! | `cluster` | Redis Cluster |
//! | `sentinel` | servers that sentinels name |
//! | `tls` | `rediss://` |

#![cfg_attr(not(feature = "tls"), allow(dead_code, reason = "only TLS uses it"))]

// shared              a method of `Store` is a command, or a script on one key
// command_connection  for commands; reopened when it breaks, with `breaker` while nothing works
// hint_connection     for hints, which `hint_channels` passes on to the subscribers
// nodes               how both are opened: to one server, through sentinels, to a cluster

mod breaker;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod command_connection;
mod failure;
mod hint_channels;
mod hint_connection;
mod nodes;
mod redis_store;
mod scripts;
#[cfg(feature = "sentinel")]
mod sentinel;
#[cfg(feature = "tls")]
mod tls;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::{Error, Result};
use redis::{Client, ConnectionInfo, RedisResult};

use self::nodes::{RedisNodes, Single};

pub use redis_store::RedisStore;

/// How a store in Redis or Valkey is reached, for [`Redis::connect`].
///
/// All replicas of a server need the same namespace, and the same
/// [`state_keys`](mcp_runtime::ServerBuilder::state_keys), which seal everything that is stored. Several
/// servers that use one Redis need a namespace each.
///
/// ```no_run
/// use mcp_runtime_redis::Redis;
///
/// # async fn weather() -> mcp_runtime::Result<()> {
/// let store = Redis::new("redis://cache:6379").namespace("weather").connect().await?;
/// # Ok(())
/// # }
/// ```
///
/// The URL is `redis://user:password@host:port/database`, of which all but the host may be left
/// out; `rediss://` with the feature `tls`. Redis has to be 6.2 or later; any version of
/// Valkey works. Evicted keys are lost, so its `maxmemory-policy` should be `noeviction`.
/// Acknowledged writes may be lost in a crash, depending on its `appendfsync`, or in a failover:
/// see [`Redis::wait_replicas`].
#[derive(Clone)]
#[must_use = "it does nothing until `connect` or `lazy` is called"]
pub struct Redis {
    /// Of the server; or of some nodes of a cluster, or of sentinels, any of which may be used.
    urls: Vec<String>,
    namespace: Option<String>,
    timeout: Duration,
    connect_timeout: Duration,
    wait_replicas: u32,
    ca_certificates: Option<Arc<[u8]>>,
    /// Creates a client, with or without certificates.
    client: fn(&Self, ConnectionInfo) -> RedisResult<Client>,
    /// Creates the [`RedisNodes`] that connect to the servers.
    nodes: fn(&Self) -> Result<Arc<dyn RedisNodes>>,
}

/// URLs may hold passwords.
impl fmt::Debug for Redis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Redis").field("namespace", &self.namespace).finish_non_exhaustive()
    }
}

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

    /// Sets the prefix of all keys, after `mcp:`. It is required: two servers in one Redis would
    /// otherwise take over each other's tasks.
    ///
    /// It consists of letters, digits, `-`, `_` and `.`, and has at most 64 characters.
    pub fn namespace(mut self, namespace: impl Into<String>) -> Self {
        self.namespace = Some(namespace.into());
        self
    }

    /// Sets how long an operation may take, including reconnects; by default 2 seconds.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets how long it may take to connect; by default 1 second.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Makes each write of a record wait until this many replicas of Redis have it, on a separate
    /// connection; by default 0. A write that too few have within half of the
    /// [timeout](Redis::timeout) fails, though it may stay.
    ///
    /// Without this, a failover may lose the last acknowledged writes: a task that a client knows
    /// is then unknown.
    pub fn wait_replicas(mut self, replicas: u32) -> Self {
        self.wait_replicas = replicas;
        self
    }

    /// Connects, and checks whether the server is suitable.
    ///
    /// # Errors
    ///
    /// When the namespace is missing or invalid, when the URL is invalid, or when the server does
    /// not respond, is too old or is a replica.
    pub async fn connect(self) -> Result<RedisStore> {
        let store = self.lazy()?;
        store.check().await?;
        Ok(store)
    }

    /// Returns the store, which connects when it is first used. Errors that [`Redis::connect`]
    /// finds at once are only found then.
    ///
    /// # Errors
    ///
    /// When the namespace is missing or invalid, or when the URL is invalid.
    pub fn lazy(self) -> Result<RedisStore> {
        let namespace = self.checked_namespace()?;
        let nodes = (self.nodes)(&self)?;
        Ok(RedisStore::new(&self, &format!("mcp:{namespace}:"), nodes))
    }

    fn checked_namespace(&self) -> Result<&str> {
        let Some(namespace) = self.namespace.as_deref() else {
            return Err(Error::other(
                "a store in Redis needs a namespace, such as the name of the server: two servers on one \
                 Redis must not share keys; call Redis::new(..).namespace(\"weather\")",
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
