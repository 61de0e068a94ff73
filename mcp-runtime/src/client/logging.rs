//! Which log messages the server is to send.

use super::call::ClientCall;
use super::exchange::fetch;
use super::handle::Client;
use crate::error::Result;
use crate::protocol::{LoggingLevel, Method, SetLevelParams};

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
        if connection.is_modern() {
            return Ok(());
        }
        let call = ClientCall::with(Method::SetLevel.name(), &SetLevelParams::new(level))?;
        fetch(connection, &call).await.map(drop)
    }
}
