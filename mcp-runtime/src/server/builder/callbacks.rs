//! Callbacks of a server into its program, besides handlers.

use std::sync::Arc;

use super::ServerBuilder;
use crate::error::Result;
use crate::protocol::Completion;
use crate::server::feature_services::FeatureServices;
use crate::server::subscriptions::SubscriptionGuards;
use crate::server::tool_directory::ToolDirectory;
use crate::server::{CompletionRequest, Context, Feature};

/// Gives a server what decides which of its tools are listed, and which tool a call is for.
#[inline]
pub fn with_tool_directory(
    mut server: ServerBuilder,
    directory: impl ToolDirectory,
) -> ServerBuilder {
    server.tool_directory = Some(Box::new(directory));
    server
}

impl ServerBuilder {
    /// Shows a caller only what `is_visible` admits. The rest does not exist for it: it is not
    /// listed, and calling, completing or subscribing to it gives the error of a missing feature.
    /// Where it is given twice, both have to admit it.
    ///
    /// It is called for every entry of a list, and must not block. For a single handler, use
    /// `#[tool(visible = path)]`, and likewise for prompts and resources. Such lists are marked
    /// `private` for caches (2026-07-28).
    ///
    /// ```
    /// use mcp_runtime::{Feature, server, tool};
    ///
    /// /// Deletes everything.
    /// #[tool]
    /// fn purge() {}
    ///
    /// let server = server!().tool::<purge>().visible(|context, feature| match feature {
    ///     Feature::Tool(tool) if tool.name == "purge" => context.caller().principal() == Some("root"),
    ///     _ => true,
    /// });
    /// ```
    pub fn visible(
        mut self,
        is_visible: impl Fn(&Context, Feature<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.visible = Some(match self.visible.take() {
            None => Box::new(is_visible),
            Some(before) => Box::new(move |context, feature| {
                before(context, feature) && is_visible(context, feature)
            }),
        });
        self
    }

    /// Completes arguments of prompts and variables of resource templates that no handler of the
    /// server completes, under any name. [`CompletionRequest::params`] is what to complete, and
    /// [`CompletionRequest::context`] for whom.
    ///
    /// ```
    /// use mcp_runtime::protocol::Completion;
    /// use mcp_runtime::server;
    ///
    /// let server = server!().on_complete(|asked| async move {
    ///     let days = ["Monday", "Tuesday", "Wednesday"].into_iter();
    ///     let days = days.filter(|day| day.starts_with(asked.typed()));
    ///     Ok(Completion::new(days.map(str::to_owned).collect()))
    /// });
    /// ```
    pub fn on_complete<F>(
        mut self,
        handler: impl Fn(CompletionRequest) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Completion>> + Send + 'static,
    {
        self.on_complete = Some(Arc::new(move |asked| Box::pin(handler(asked))));
        self.abilities.services = self.abilities.services.or(FeatureServices::of_completion());
        self
    }

    /// Lets clients subscribe to resources that they can read, and starts watching a resource when
    /// the first client of a [principal](crate::Caller::principal) subscribes: the value that the handler
    /// returns is kept for as long as any client of that principal is subscribed. Without
    /// authorization, all clients are of one.
    ///
    /// Each change is announced with [`Server::resource_updated`](crate::Server::resource_updated). An
    /// error refuses the subscription. Resources that announce their changes themselves are not
    /// watched.
    ///
    /// ```
    /// use mcp_runtime::{Error, server};
    ///
    /// struct Watcher(String);
    ///
    /// impl Drop for Watcher {
    ///     fn drop(&mut self) {
    ///         println!("{} is not watched any more", self.0);
    ///     }
    /// }
    ///
    /// let server = server!().on_subscribe(|_, uri| async move {
    ///     if uri.starts_with("file://") {
    ///         Ok(Watcher(uri))
    ///     } else {
    ///         Err(Error::other("only files can be watched"))
    ///     }
    /// });
    /// ```
    pub fn on_subscribe<L, F>(
        mut self,
        handler: impl Fn(Context, String) -> F + Send + Sync + 'static,
    ) -> Self
    where
        L: Send + Sync + 'static,
        F: Future<Output = Result<L>> + Send + 'static,
    {
        self.on_subscribe = Some(SubscriptionGuards::new(handler));
        self.abilities.updates = true;
        self
    }

    /// Calls `handler` when the roots of a client have changed; it may request them.
    ///
    /// Only clients up to 2025-11-25 announce it. Changes while the handler runs make it run once
    /// more.
    ///
    /// ```
    /// use mcp_runtime::server;
    ///
    /// let server = server!().on_roots_changed(|context| async move {
    ///     if let Ok(roots) = context.roots().list().await {
    ///         println!("the client works in {} directories", roots.len());
    ///     }
    /// });
    /// ```
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated roots: take directories as arguments, as resource URIs, or from the configuration"
    )]
    pub fn on_roots_changed<F>(
        mut self,
        handler: impl Fn(Context) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.on_roots_changed = Some(Box::new(move |context| Box::pin(handler(context))));
        self
    }
}
