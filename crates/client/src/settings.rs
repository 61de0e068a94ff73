//! The default settings for the requests of a client.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tracing::Span;

use crate::protocol::Approve;
use crate::protocol::trace_context::TraceContext;
use crate::protocol::{LoggingLevel, TasksCapability};

/// The settings that apply to all requests, unless overridden.
pub(super) struct Settings {
    pub(super) timeout: Duration,
    pub(super) max_time: Duration,
    pub(super) max_rounds: usize,
    pub(super) max_message_size: usize,
    pub(super) max_result: usize,
    pub(super) keeps_results: bool,
    pub(super) validates_results: bool,
    pub(super) announces_roots: bool,
    /// Whether tool calls may become tasks.
    pub(super) follows_tasks: bool,
    /// The declared support for questions that become tasks.
    pub(super) received_tasks: Option<TasksCapability>,
    pub(super) log_level: LogLevel,
    /// The check for the server and its tools.
    pub(super) approval: Option<Box<dyn Approve>>,
    /// The hook that sets the trace context of requests.
    pub(super) on_span: Option<OnClientSpan>,
}

/// Sets the trace context of a request that is sent.
pub(super) type OnClientSpan = Box<dyn Fn(&Span, &mut TraceContext) + Send + Sync>;

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            max_time: Duration::from_secs(60 * 60),
            max_rounds: 10,
            max_message_size: 16 * 1024 * 1024,
            max_result: 64 * 1024 * 1024,
            keeps_results: true,
            validates_results: false,
            announces_roots: true,
            follows_tasks: false,
            received_tasks: None,
            log_level: LogLevel::default(),
            approval: None,
            on_span: None,
        }
    }
}

/// The minimum level of log messages; by default, the server decides.
///
/// Every request reads it, so it is an atomic number instead of a lock: the index of the level.
pub(super) struct LogLevel(AtomicUsize);

impl Default for LogLevel {
    fn default() -> Self {
        Self(AtomicUsize::new(usize::MAX))
    }
}

impl LogLevel {
    pub(super) fn set(&self, level: LoggingLevel) {
        self.0.store(level as usize, Ordering::Relaxed);
    }

    pub(super) fn get(&self) -> Option<LoggingLevel> {
        LoggingLevel::ALL.get(self.0.load(Ordering::Relaxed)).copied()
    }
}
