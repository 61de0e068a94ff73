//! What holds for all requests of a client that do not say otherwise.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use tracing::Span;

use super::approval::Approval;
use crate::protocol::trace_context::TraceContext;
use crate::protocol::{LoggingLevel, TasksCapability};

/// What holds for all requests that do not say otherwise.
pub(super) struct Settings {
    pub(super) timeout: Duration,
    pub(super) max_time: Duration,
    pub(super) max_rounds: usize,
    pub(super) max_message: usize,
    pub(super) max_result: usize,
    pub(super) keeps_results: bool,
    pub(super) validates_results: bool,
    pub(super) announces_roots: bool,
    /// A call of a tool may become a task.
    pub(super) follows_tasks: bool,
    /// What the client said of questions that may become tasks.
    pub(super) received_tasks: Option<TasksCapability>,
    pub(super) log_level: LogLevel,
    /// What the server and its tools have to be.
    pub(super) approval: Option<Box<dyn Approval>>,
    /// Who says to which trace requests belong.
    pub(super) on_span: Option<OnClientSpan>,
}

/// Says to which trace a request belongs that is sent.
pub(super) type OnClientSpan = Box<dyn Fn(&Span, &mut TraceContext) + Send + Sync>;

impl Default for Settings {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(60),
            max_time: Duration::from_secs(60 * 60),
            max_rounds: 10,
            max_message: 16 * 1024 * 1024,
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

/// The least severe log message that is wanted; none lets the server decide.
///
/// Every request asks for it, so it is a number instead of a lock: the position of the level.
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
