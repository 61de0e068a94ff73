//! Which log messages the server is to send.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::Client;
use super::call::Call;
use super::connection::Connection;
use crate::error::Result;
use crate::protocol::{LoggingLevel, Method, SetLevelParams};

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

    fn get(&self) -> Option<LoggingLevel> {
        LoggingLevel::ALL.get(self.0.load(Ordering::Relaxed)).copied()
    }
}

impl Connection {
    /// The level that every modern request asks for.
    pub(super) fn log_level(&self) -> Option<LoggingLevel> {
        self.settings.log_level.get()
    }
}

impl Client {
    /// Sets the least severe log messages that the server is to send. In the modern era this holds
    /// for the requests from now on.
    ///
    /// # Errors
    ///
    /// The error that a legacy server answered.
    pub async fn set_log_level(&self, level: LoggingLevel) -> Result<()> {
        let connection = self.connection();
        connection.settings.log_level.set(level);
        if self.version().is_modern() {
            return Ok(());
        }
        let call = Call::with(Method::SetLevel.name(), &SetLevelParams::new(level))?;
        connection.fetch(&call).await.map(drop)
    }
}
