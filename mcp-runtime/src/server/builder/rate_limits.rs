//! Rate and concurrency limits of tools.

use std::sync::Arc;

use super::Limits;
use crate::server::rate_limit::ToolPattern;
use crate::store::{RateLimit, Store};

impl Limits {
    /// Limits how often each caller may call tools, all of them together. A caller is a principal;
    /// without one, it is an address, and all of this machine are one. Over standard input and
    /// output there is only one.
    ///
    /// A call beyond the limit does not run: the model reads when to try again, and `_meta` of the
    /// result has the delay in `retryAfterMs`.
    pub fn rate(mut self, limit: RateLimit) -> Self {
        self.of_tools.rate = Some(limit);
        self
    }

    /// Limits how often each caller may call each of some tools, as `#[tool(rate = "5/min")]` does,
    /// which takes precedence. In the names `*` is any text; the last match applies.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use mcp_runtime::store::RateLimit;
    /// use mcp_runtime::{Limits, server};
    ///
    /// let rarely = RateLimit::per(5, Duration::from_secs(60));
    /// let server = server!().limits(Limits::new().tool_rate("delete_*", rarely));
    /// ```
    pub fn tool_rate(mut self, tools: impl Into<String>, limit: RateLimit) -> Self {
        self.of_tools.rates.push((ToolPattern(tools.into()), limit));
        self
    }

    /// Runs at most this many calls of each of some tools at the same time in this process, as
    /// `#[tool(concurrency = 4)]` does, which takes precedence. Others wait for their turn, up to
    /// the timeout of the tool, or 30 seconds if it has none, and are then refused.
    pub fn tool_concurrency(mut self, tools: impl Into<String>, most: u32) -> Self {
        self.of_tools.concurrencies.push((ToolPattern(tools.into()), most.max(1)));
        self
    }

    /// Shares the usage of rate limits with all processes that use this store, instead of the one
    /// for [everything else](crate::ServerBuilder::store). While it is down, each process has limits
    /// of its own.
    pub fn rate_store(mut self, store: impl Store) -> Self {
        self.of_tools.store = Some(Arc::new(store));
        self
    }
}
