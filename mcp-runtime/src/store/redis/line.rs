//! The connection for commands, which is made anew when it breaks.

use std::sync::Arc;
use std::time::Duration;

use redis::{AsyncConnectionConfig, Cmd, RedisResult, Value};
use tokio::sync::Mutex;

use super::Redis;
use super::breaker::Breaker;
use super::failure::{is_broken, lacks_script, store_error};
use super::nodes::{RedisLink, RedisNodes};
use super::scripts::Script;
use crate::store::error::StoreError;

/// A connection for commands.
pub(super) struct RedisLine {
    nodes: Arc<dyn RedisNodes>,
    config: AsyncConnectionConfig,
    timeout: Duration,
    link: Mutex<Option<Arc<dyn RedisLink>>>,
    /// Where some keys work and others do not, there is none: it would stop all of them. Nor is such a
    /// connection given up as a whole.
    breaker: Option<Breaker>,
}

impl RedisLine {
    pub(super) fn new(redis: &Redis, nodes: Arc<dyn RedisNodes>) -> Self {
        let breaker = (!nodes.is_cluster()).then(Breaker::default);
        let (config, timeout) = (config(redis), redis.timeout);
        Self { nodes, config, timeout, link: Mutex::new(None), breaker }
    }

    /// Sends a command.
    pub(super) async fn send(&self, command: &Cmd) -> Result<Value, StoreError> {
        self.within(async || self.try_both(command, None).await).await.map(|(value, _)| value)
    }

    /// Runs a script on a key, and sends a command behind it.
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
            match self.try_both(&run, behind).await {
                Err(error) if lacks_script(&error) => {
                    self.try_both(&script.by_text(key, arguments), behind).await
                }
                other => other,
            }
        })
        .await
    }

    /// Sends a command, once more on a new connection if that which is there has broken: what servers did
    /// not answer to they may have done, but whatever a store does may happen twice.
    async fn try_both(
        &self,
        command: &Cmd,
        behind: Option<(&str, &Cmd)>,
    ) -> RedisResult<(Value, Option<Value>)> {
        let first = match self.on_link(command, behind).await {
            Err(error) if is_broken(&error) => error,
            other => return other,
        };
        tracing::debug!(error = %first, "the connection to Redis is made anew");
        self.on_link(command, behind).await
    }

    async fn on_link(
        &self,
        command: &Cmd,
        behind: Option<(&str, &Cmd)>,
    ) -> RedisResult<(Value, Option<Value>)> {
        let link = self.link().await?;
        let sent = async {
            let value = link.send(command).await?;
            let after = match behind {
                Some((key, behind)) => Some(link.send_behind(key, behind).await?),
                None => None,
            };
            Ok((value, after))
        };
        let sent = sent.await;
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
                // It may never answer again, such as when the network is cut without a word.
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

/// How connections are made. The time of an operation is watched here, not there.
pub(super) fn config(redis: &Redis) -> AsyncConnectionConfig {
    AsyncConnectionConfig::new()
        .set_connection_timeout(Some(redis.connect_timeout))
        .set_response_timeout(Some(redis.timeout))
}
