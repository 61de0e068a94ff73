//! Which log messages the server is to send.

use std::sync::atomic::{AtomicU8, Ordering};

use super::Client;
use super::call::Call;
use super::connection::Connection;
use crate::error::Result;
use crate::protocol::{LoggingLevel, Method, SetLevelParams};

/// The least severe log message that is wanted.
#[derive(Default)]
pub(super) struct LogLevel(AtomicU8);

impl LogLevel {
    /// No message at all, unless the server decides otherwise.
    const NONE: u8 = 0;

    const ALL: [LoggingLevel; 8] = [
        LoggingLevel::Debug,
        LoggingLevel::Info,
        LoggingLevel::Notice,
        LoggingLevel::Warning,
        LoggingLevel::Error,
        LoggingLevel::Critical,
        LoggingLevel::Alert,
        LoggingLevel::Emergency,
    ];

    pub(super) fn set(&self, level: LoggingLevel) {
        self.0.store(level as u8 + 1, Ordering::Relaxed);
    }

    fn get(&self) -> Option<LoggingLevel> {
        let level = self.0.load(Ordering::Relaxed);
        (level != Self::NONE).then(|| Self::ALL.get(usize::from(level) - 1).copied()).flatten()
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
        connection.fetch(&call, "").await.map(drop)
    }
}
