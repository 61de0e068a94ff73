//! What has to be there for a server to be ready.

use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;

impl ServerBuilder {
    /// Looks whether something is there that the server depends on: it is ready for requests only where all
    /// checks succeed. They run when somebody asks [over HTTP](crate::http::Http::ready), every five seconds at
    /// most, and each has one second. Why one fails is in the log.
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
