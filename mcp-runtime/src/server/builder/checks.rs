//! Readiness checks of a server.

use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;

impl ServerBuilder {
    /// Adds a readiness check of a dependency: the server is ready for requests only if all checks
    /// succeed. They run when readiness is requested [over HTTP](crate::http::Http::ready), at most
    /// every five seconds, and each has a timeout of one second. Failures are logged.
    ///
    /// ```
    /// # struct Pool;
    /// # impl Pool { async fn ping(&self) -> mcp_runtime::Result<()> { Ok(()) } }
    /// # static POOL: Pool = Pool;
    /// let server = mcp_runtime::server!().check("database", || POOL.ping());
    /// ```
    pub fn check<F>(
        mut self,
        name: impl Into<String>,
        check: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.checks.push((name.into(), Arc::new(move || Box::pin(check()))));
        self
    }
}
