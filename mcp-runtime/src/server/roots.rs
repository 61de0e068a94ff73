//! Asking the client for the directories that it works in.
//!
//! Source: 2026-07-28, "Roots".

use super::asking::{Asking, Question};
use super::{Context, FromContext};
use crate::jsonrpc::ErrorObject;
use crate::protocol::{ClientCapability, InputRequest, ListRootsResult, Root};

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
#[derive(Clone)]
pub struct Roots(Asking);

impl Roots {
    pub(super) fn new(asking: Asking) -> Self {
        Self(asking)
    }

    /// Asks for the directories.
    pub fn list(&self) -> Question<Vec<Root>> {
        Question::new(self.0.clone(), InputRequest::ListRoots(None), |_, json| {
            let result = serde_json::from_str::<ListRootsResult>(json);
            result.map(|result| result.roots).map_err(|error| error.to_string())
        })
    }
}

impl FromContext for Roots {
    const NEEDS: &'static [ClientCapability] = &[ClientCapability::Roots];

    fn from_context(context: &Context) -> Result<Self, ErrorObject> {
        Ok(context.roots())
    }
}
