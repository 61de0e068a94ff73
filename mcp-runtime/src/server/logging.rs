//! Log messages for the client.
//!
//! Source: [2026-07-28, "Logging"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging) (deprecated there in favour of the server's own log).

use std::sync::Arc;

use serde::Serialize;

use super::send::{notify, related_task, wait};
use crate::debug::short_debug;
use crate::jsonrpc::SharedPeer;
use crate::negotiation::{LogGate, RequestContext};
use crate::protocol::{LoggingLevel, LoggingMessageParams, Method, ProtocolVersion};

/// Sends log messages to the client, as far as it wants them.
///
/// A message is any value that can be JSON. It must hold no secrets.
///
/// ```
/// use mcp_runtime::{Log, tool};
///
/// /// Deletes what is old.
/// #[tool]
/// async fn tidy(log: Log) -> String {
///     log.warning("nothing is old").await;
///     "tidy".to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct Log {
    gate: LogGate,
    version: ProtocolVersion,
    peer: SharedPeer,
}

short_debug!(Log { gate });

impl Log {
    pub(crate) fn new(request: &RequestContext) -> Self {
        Self {
            gate: request.log.clone(),
            version: request.version,
            peer: Arc::clone(&request.peer),
        }
    }

    /// The least severe messages that the client asked for, if it did; a client up to 2025-11-25
    /// that did not gets those from `info` on.
    pub fn level(&self) -> Option<LoggingLevel> {
        self.gate.level()
    }

    /// Sends a message of a level.
    pub async fn log(&self, level: LoggingLevel, data: impl Serialize) {
        if !self.gate.admits(level) {
            return;
        }
        match serde_json::to_value(data) {
            Ok(data) => self.pass_on(LoggingMessageParams::new(level, data)).await,
            Err(error) => tracing::warn!(%error, "a log message is not JSON"),
        }
    }

    /// Sends a message of another server, as it is.
    pub async fn pass_on(&self, mut message: LoggingMessageParams) {
        if self.gate.admits(message.level) {
            message.meta = related_task(&self.peer).or(message.meta);
            notify(&self.peer, self.version, Method::LoggingMessage, message).await;
        }
    }

    /// Sends a message for people who look for mistakes.
    pub async fn debug(&self, data: impl Serialize) {
        self.log(LoggingLevel::Debug, data).await;
    }

    /// Sends a message about the normal course.
    pub async fn info(&self, data: impl Serialize) {
        self.log(LoggingLevel::Info, data).await;
    }

    /// Sends a message about something that may go wrong.
    pub async fn warning(&self, data: impl Serialize) {
        self.log(LoggingLevel::Warning, data).await;
    }

    /// Sends a message about something that went wrong.
    pub async fn error(&self, data: impl Serialize) {
        self.log(LoggingLevel::Error, data).await;
    }

    /// Like [`Self::log`], for a function that is not async: one that says `blocking`, or a thread of
    /// your own. It waits while the client reads nothing.
    pub fn blocking_log(&self, level: LoggingLevel, data: impl Serialize) {
        wait(self.log(level, data));
    }

    /// Like [`Self::debug`], for a function that is not async, as [`Self::blocking_log`] is.
    pub fn blocking_debug(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Debug, data);
    }

    /// Like [`Self::info`], for a function that is not async, as [`Self::blocking_log`] is.
    pub fn blocking_info(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Info, data);
    }

    /// Like [`Self::warning`], for a function that is not async, as [`Self::blocking_log`] is.
    pub fn blocking_warning(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Warning, data);
    }

    /// Like [`Self::error`], for a function that is not async, as [`Self::blocking_log`] is.
    pub fn blocking_error(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Error, data);
    }
}
