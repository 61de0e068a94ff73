//! Sets which log messages the server sends.

use super::call::ClientCall;
use super::handle::Client;
use super::send_request::fetch;
use crate::error::Result;
use crate::protocol::{LoggingLevel, Method, SetLevelParams};

impl Client {
    /// Sets the minimum level of the log messages that the server sends. In the modern era, this
    /// applies to subsequent requests.
    ///
    /// # Errors
    ///
    /// When a legacy server returns an error.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated log messages for clients: servers should write to standard error, or use OpenTelemetry"
    )]
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
