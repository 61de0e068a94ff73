//! Lists per caller: what a caller may not use, it does not see.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::catalog::{Entry, Feature};
use super::{Context, ServerBuilder};

/// Whether the caller of a request may see something that the server offers.
pub(super) type Sees = Arc<dyn Fn(&Context, Feature<'_>) -> bool + Send + Sync>;

impl ServerBuilder {
    /// Shows a caller only what `sees` admits; the rest does not exist for it: it is not listed, and
    /// to call, to complete or to subscribe to it gives the error of what is not there.
    ///
    /// It is asked for every entry of a list, and must not block. For one handler there is
    /// `#[tool(visible = path)]`, and the same of prompts and resources. Clients are told to keep such
    /// lists to the user whose they are (2026-07-28).
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
        sees: impl Fn(&Context, Feature<'_>) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.sees = Some(Arc::new(sees));
        self
    }
}

impl Context {
    /// Whether the caller may see an entry of the catalog.
    pub(super) fn sees(&self, entry: &impl Entry) -> bool {
        match (entry.handler().target.visible, &self.server().0.sees) {
            (None, None) => true,
            (visible, sees) => {
                let sees = || {
                    visible.is_none_or(|visible| visible(self))
                        && sees.as_ref().is_none_or(|sees| sees(self, entry.feature()))
                };
                // What is not decided is not shown.
                catch_unwind(AssertUnwindSafe(sees)).unwrap_or_else(|_| {
                    tracing::error!(entry = entry.key(), "the visibility predicate panicked");
                    false
                })
            }
        }
    }
}
