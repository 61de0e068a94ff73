//! Lets the calls of a client become tasks.

use super::ClientBuilder;
use crate::protocol::ExtensionId;

impl ClientBuilder {
    /// Lets tool calls become tasks. [`call`](crate::Client::call) and
    /// [`call_tool`](crate::Client::call_tool) follow them to their end, and answer their
    /// questions; [`start`](crate::Client::start) returns a handle.
    ///
    /// A server of 2026-07-28 decides on its own which calls become tasks. With a server of
    /// 2025-11-25, the client requests a task if a tool only runs as a task, and for `start`.
    ///
    /// The questions of a server may become tasks, too, if it requests that, which only one of
    /// 2025-11-25 can: it gets a task immediately, and polls for the answer of [the
    /// handler](Self::on_elicit). The client keeps up to 256 of these tasks, and answers 64 of them
    /// concurrently. Each is kept for the ttl that the server requests, between ten seconds and a
    /// day, or for an hour by default; together they may need as much memory as a
    /// [result](Self::max_result).
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::{server, tool};
    ///
    /// /// Counts for a long time.
    /// #[tool(task)]
    /// async fn count() -> i64 {
    ///     3
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread", start_paused = true)]
    /// # async fn main() -> mcp_runtime::Result<()> {
    /// let client = Client::builder("agent", "1.0").tasks().connect(server!().tool::<count>()).await?;
    /// let count: i64 = client.call("count", ()).await?;
    /// assert_eq!(count, 3);
    /// # Ok(())
    /// # }
    /// ```
    pub fn tasks(mut self) -> Self {
        self.settings.follows_tasks = true;
        self.extension(ExtensionId::TASKS)
    }
}
