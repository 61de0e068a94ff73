//! Log messages for the client.
//!
//! Source: [2026-07-28, "Logging"](https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging) (deprecated there in favour of the server's own log).

use std::sync::Arc;

use serde::Serialize;

use super::block_on::block_on;
use super::cancelled::Cancelled;
use super::notify::{notify_of, related_task};
use crate::debug::short_debug;
use crate::jsonrpc::SharedPeer;
use crate::negotiation::{LogGate, RequestContext};
use crate::protocol::base::to_value;
use crate::protocol::{
    DeprecatedFeature, LoggingLevel, LoggingMessageParams, Method, ProtocolVersion,
};

/// Sends log messages to the client, at the levels that it wants.
///
/// A message is any value that serializes to JSON. It must not contain secrets. Nothing is sent
/// once the call has been answered or cancelled.
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
#[deprecated(
    since = "0.1.0",
    note = "MCP has deprecated logging to clients: write to standard error, or use OpenTelemetry"
)]
#[derive(Clone)]
pub struct Log {
    gate: LogGate,
    version: ProtocolVersion,
    peer: SharedPeer,
    call: Cancelled,
}

short_debug!(Log { gate });

impl Log {
    pub(super) fn new(request: &RequestContext, call: Cancelled) -> Self {
        Self {
            gate: request.log.clone(),
            version: request.version,
            peer: Arc::clone(&request.peer),
            call,
        }
    }

    /// The minimum level that the client asked for, if it did; a client up to 2025-11-25 that did
    /// not gets messages from `info` on.
    pub fn level(&self) -> Option<LoggingLevel> {
        self.gate.level()
    }

    /// Sends a message at a level.
    pub async fn log(&self, level: LoggingLevel, data: impl Serialize) {
        if !self.gate.admits(level) {
            return;
        }
        match to_value(&data) {
            Ok(data) => self.pass_on(LoggingMessageParams::new(level, data)).await,
            Err(error) => tracing::warn!(%error, "could not serialize a log message as JSON"),
        }
    }

    /// Forwards a message of another server.
    pub async fn pass_on(&self, mut message: LoggingMessageParams) {
        if self.gate.admits(message.level) {
            DeprecatedFeature::Logging.warn_once();
            message.meta = related_task(&self.peer).or(message.meta);
            notify_of(&self.call, &self.peer, self.version, Method::LoggingMessage, message).await;
        }
    }

    /// Sends a debug message.
    pub async fn debug(&self, data: impl Serialize) {
        self.log(LoggingLevel::Debug, data).await;
    }

    /// Sends an informational message.
    pub async fn info(&self, data: impl Serialize) {
        self.log(LoggingLevel::Info, data).await;
    }

    /// Sends a warning.
    pub async fn warning(&self, data: impl Serialize) {
        self.log(LoggingLevel::Warning, data).await;
    }

    /// Sends an error message.
    pub async fn error(&self, data: impl Serialize) {
        self.log(LoggingLevel::Error, data).await;
    }

    /// Like [`Self::log`], for a function that is not async: a `blocking` handler, or a thread of
    /// your own. It blocks while the client does not read.
    pub fn blocking_log(&self, level: LoggingLevel, data: impl Serialize) {
        block_on(self.log(level, data));
    }

    /// The blocking variant of [`Self::debug`]; see [`Self::blocking_log`].
    pub fn blocking_debug(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Debug, data);
    }

    /// The blocking variant of [`Self::info`]; see [`Self::blocking_log`].
    pub fn blocking_info(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Info, data);
    }

    /// The blocking variant of [`Self::warning`]; see [`Self::blocking_log`].
    pub fn blocking_warning(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Warning, data);
    }

    /// The blocking variant of [`Self::error`]; see [`Self::blocking_log`].
    pub fn blocking_error(&self, data: impl Serialize) {
        self.blocking_log(LoggingLevel::Error, data);
    }
}
