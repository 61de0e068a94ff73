//! Roots: asks the client for the directories that it works in.
//!
//! Source: [2026-07-28, "Roots"](https://modelcontextprotocol.io/specification/2026-07-28/client/roots).

use std::sync::Arc;

use super::asking::{CallQuestions, Question};
use super::response::BoxFuture;
use super::{Context, FromContext, Server};
use crate::error::Result;
use crate::negotiation::RequestContext;
use crate::protocol::{ClientCapability, InputRequest, ListRootsResult, Root};
use crate::server::response::spawn;
use crate::session::Coalesced;

/// Asks the client for the directories that it works in.
///
/// ```
/// use mcp_runtime::{Result, Roots, tool};
///
/// /// Says where the client works.
/// #[tool]
/// async fn places(roots: Roots) -> Result<String> {
///     let roots = roots.list().await?;
///     let uris: Vec<_> = roots.into_iter().map(|root| root.uri).collect();
///     Ok(uris.join(" "))
/// }
/// ```
#[deprecated(
    since = "0.1.0",
    note = "MCP has deprecated roots: take directories as arguments, as resource URIs, or from the configuration"
)]
#[derive(Clone, Debug)]
pub struct Roots(CallQuestions);

impl Roots {
    /// Asks for the directories.
    pub fn list(&self) -> Question<Vec<Root>> {
        Question::new(self.0.clone(), InputRequest::ListRoots(None), |_, json| {
            let result = serde_json::from_str::<ListRootsResult>(json);
            result.map(|result| result.roots).map_err(|error| error.to_string())
        })
    }
}

impl Context {
    /// Asks the client for the directories that it works in.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated roots: take directories as arguments, as resource URIs, or from the configuration"
    )]
    pub fn roots(&self) -> Roots {
        Roots(self.asking())
    }
}

impl FromContext for Roots {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::Roots];
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;

    async fn from_context(context: &Context) -> Result<Self> {
        Ok(context.roots())
    }
}

/// The callback for changes of a client's roots.
pub(super) type OnRootsChanged = Box<dyn Fn(Context) -> BoxFuture<()> + Send + Sync>;

impl Server {
    /// Calls the callback for changed roots; a panic in it affects nothing else.
    pub(crate) fn roots_changed(&self, request: RequestContext, asked: Arc<Coalesced>) {
        if self.0.mount.hooks.on_roots_changed.is_none() || !asked.ask() {
            return;
        }
        let server = self.clone();
        spawn(Box::pin(async move {
            while let Some(handler) = &server.0.mount.hooks.on_roots_changed {
                let context = Context::new(server.clone(), request.clone());
                // A separate task isolates a panic.
                let _ = spawn(handler(context)).await;
                if !asked.done() {
                    break;
                }
            }
        }));
    }
}
