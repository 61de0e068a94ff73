//! The connection for commands, which is reopened when it breaks.

use std::sync::Arc;
use std::time::Duration;

use mcp_runtime::store::StoreError;
use redis::{AsyncConnectionConfig, Cmd, RedisResult, Value};
use tokio::sync::Mutex;

use super::Redis;
use super::breaker::Breaker;
use super::failure::{is_broken, lacks_script, store_error};
use super::nodes::{RedisLink, RedisNodes};
use super::scripts::Script;

/// A connection for commands.
pub(super) struct CommandConnection {
    nodes: Arc<dyn RedisNodes>,
    config: AsyncConnectionConfig,
    timeout: Duration,
    link: Mutex<Option<Arc<dyn RedisLink>>>,
    /// `None` in a cluster, where some keys may work while others do not: the breaker would stop
    /// all of them. Nor is such a connection closed as a whole.
    breaker: Option<Breaker>,
}

impl CommandConnection {
    pub(super) fn new(redis: &Redis, nodes: Arc<dyn RedisNodes>) -> Self {
        let breaker = (!nodes.is_cluster()).then(Breaker::default);
        let config = config(redis);
        let timeout = redis.timeout;
        Self { nodes, config, timeout, link: Mutex::new(None), breaker }
    }

    /// Sends a command.
    pub(super) async fn send(&self, command: &Cmd) -> Result<Value, StoreError> {
        self.within(async || self.send_with_retry(command, None).await)
            .await
            .map(|(value, _)| value)
    }

    /// Runs a script on a key, and sends a command after it.
    pub(super) async fn run(
        &self,
        script: &Script,
        key: &str,
        arguments: &[Arc<[u8]>],
        behind: Option<&Cmd>,
    ) -> Result<(Value, Option<Value>), StoreError> {
        let behind = behind.map(|command| (key, command));
        self.within(async || {
            let run = script.by_hash(key, arguments);
            match self.send_with_retry(&run, behind).await {
                Err(error) if lacks_script(&error) => {
                    self.send_with_retry(&script.by_text(key, arguments), behind).await
                }
                other => other,
            }
        })
        .await
    }

    /// Sends a command, and retries once on a new connection if the current one is broken. The
    /// server may already have run it, but every operation of a store may happen twice.
    async fn send_with_retry(
        &self,
        command: &Cmd,
        behind: Option<(&str, &Cmd)>,
    ) -> RedisResult<(Value, Option<Value>)> {
        let first = match self.on_link(command, behind).await {
            Err(error) if is_broken(&error) => error,
            other => return other,
        };
        tracing::debug!(error = %first, "reconnecting to Redis");
        self.on_link(command, behind).await
    }

    async fn on_link(
        &self,
        command: &Cmd,
        behind: Option<(&str, &Cmd)>,
    ) -> RedisResult<(Value, Option<Value>)> {
        let link = self.link().await?;
        let sending = async {
            let value = link.send(command).await?;
            let after = match behind {
                Some((key, behind)) => Some(link.send_behind(key, behind).await?),
                None => None,
            };
            Ok((value, after))
        };
        let sent = sending.await;
        if sent.as_ref().is_err_and(|error| is_broken(error) || error.is_timeout()) {
            self.forget(&link).await;
        }
        sent
    }

    async fn link(&self) -> RedisResult<Arc<dyn RedisLink>> {
        let mut link = self.link.lock().await;
        if let Some(link) = &*link {
            return Ok(Arc::clone(link));
        }
        let new = self.nodes.connect(&self.config).await?;
        Ok(Arc::clone(link.insert(new)))
    }

    async fn forget(&self, broken: &Arc<dyn RedisLink>) {
        let mut link = self.link.lock().await;
        if link.as_ref().is_some_and(|link| Arc::ptr_eq(link, broken)) {
            *link = None;
        }
    }

    async fn within<T>(
        &self,
        operation: impl AsyncFnOnce() -> RedisResult<T>,
    ) -> Result<T, StoreError> {
        if let Some(breaker) = &self.breaker {
            breaker.admit()?;
        }
        let outcome = match tokio::time::timeout(self.timeout, operation()).await {
            Ok(outcome) => outcome.map_err(|error| store_error(&error)),
            Err(_) => {
                // It may never respond again, such as when the network is cut silently.
                if self.breaker.is_some() {
                    *self.link.lock().await = None;
                }
                Err(StoreError::Timeout)
            }
        };
        if let Some(breaker) = &self.breaker {
            breaker.note(&outcome);
        }
        outcome
    }
}

/// The settings of connections. Connecting and responding have timeouts of their own; `within`
/// bounds an operation that does both.
pub(super) fn config(redis: &Redis) -> AsyncConnectionConfig {
    AsyncConnectionConfig::new()
        .set_connection_timeout(Some(redis.connect_timeout))
        .set_response_timeout(Some(redis.timeout))
}
