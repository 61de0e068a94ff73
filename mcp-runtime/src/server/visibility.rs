//! Decides what a caller may see and use.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::Context;
use super::catalog::{Entry, Feature};

/// Whether the caller of a request may see something that the server offers.
pub(super) type Sees = Arc<dyn Fn(&Context, Feature<'_>) -> bool + Send + Sync>;

impl Context {
    /// Whether the caller may see an entry of the catalog: both its own predicate and that of the
    /// server have to agree.
    pub(super) fn sees(&self, entry: &impl Entry) -> bool {
        match (entry.handler().target.visible, &self.server().0.sees) {
            (None, None) => true,
            (visible, sees) => {
                let sees = || {
                    visible.is_none_or(|visible| visible(self))
                        && sees.as_ref().is_none_or(|sees| sees(self, entry.feature()))
                };
                // A predicate that panics hides the entry.
                catch_unwind(AssertUnwindSafe(sees)).unwrap_or_else(|_| {
                    tracing::error!(entry = entry.key(), "the visibility predicate panicked");
                    false
                })
            }
        }
    }
}
