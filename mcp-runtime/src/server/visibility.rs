//! Decides what a caller may see and use.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::Context;
use super::catalog::{Entry, Feature};
use super::handler::{CallDef, Handler};
use crate::protocol::apps::shows_pages;
use crate::protocol::{ClientCapability, ExtensionId};

/// Whether the caller of a request may see something that the server offers.
pub(super) type VisibilityRule = Box<dyn Fn(&Context, Feature<'_>) -> bool + Send + Sync>;

impl Context {
    /// Whether the caller may see an entry of the catalog: both its own predicate and that of the
    /// server have to agree.
    pub(super) fn can_see(&self, entry: &impl Entry) -> bool {
        self.can_see_if(entry, |id| self.request().can(ClientCapability::Extension(id)))
    }

    /// Whether the rules of the servers show a feature of a handler that is not in the catalog.
    #[inline]
    pub(super) fn sees(&self, handler: &Handler, feature: Feature<'_>) -> bool {
        catch_unwind(AssertUnwindSafe(|| self.rules_show(handler, feature))).unwrap_or_else(|_| {
            tracing::error!("the visibility predicate panicked");
            false
        })
    }

    /// Whether the rule of the server shows a feature, and those of mounted ones that it is in.
    fn rules_show(&self, handler: &Handler, feature: Feature<'_>) -> bool {
        let rule = self.server().mount().hooks.visible.as_ref();
        rule.is_none_or(|rule| rule(self, feature))
            && handler.mount.as_ref().filter(|mount| mount.has_rules).is_none_or(|mount| {
                let is_shown = self.server().0.mounts.is_shown;
                is_shown.is_none_or(|is_shown| is_shown(self, mount, feature))
            })
    }

    /// Whether the caller may name an entry of the catalog. This includes entries for clients with
    /// an extension, if the revision has an error that reports what the client lacks.
    pub(super) fn can_name(&self, entry: &impl Entry) -> bool {
        self.can_see_if(entry, |id| {
            self.request().version.has_capability_errors()
                || self.request().can(ClientCapability::Extension(id))
        })
    }

    /// Whether the request has these scopes. Only HTTP has scopes: a process that starts a server
    /// over stdio has decided what it may do.
    ///
    /// Source: [2026-07-28, "Authorization", Protocol Requirements](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization#protocol-requirements).
    pub(super) fn has_scopes(&self, scopes: &[&str]) -> bool {
        let transport = self.request().transport.as_ref();
        scopes.is_empty() || transport.is_none_or(|request| request.has_scopes(scopes))
    }

    /// Whether the client shows pages, which it declares with the media type of pages.
    fn shows_pages(&self) -> bool {
        self.request().can(ClientCapability::Extension(ExtensionId::UI))
            && self.client().capabilities.extensions.as_ref().is_some_and(|extensions| {
                extensions.get(ExtensionId::UI.as_str()).is_some_and(shows_pages)
            })
    }

    fn can_see_if(&self, entry: &impl Entry, has: impl Fn(ExtensionId) -> bool) -> bool {
        let handler = entry.handler();
        if !handler.target.is_restricted && self.server().mount().hooks.visible.is_none() {
            return true;
        }
        let target = &handler.target;
        let is_visible = || {
            let CallDef { visible, scopes, only, .. } = &target.call;
            self.has_scopes(scopes)
                && visible.is_none_or(|is_visible| is_visible(self))
                && only.is_none_or(&has)
                && (!target.app_only || self.shows_pages())
                && self.rules_show(handler, entry.feature())
        };
        // A predicate that panics hides the entry.
        catch_unwind(AssertUnwindSafe(is_visible)).unwrap_or_else(|_| {
            tracing::error!(entry = entry.key(), "the visibility predicate panicked");
            false
        })
    }
}
