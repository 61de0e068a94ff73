//! What a server offers now: fixed when it is built, or changing while it runs.

use std::ops::Deref;
use std::sync::Arc;

use super::catalog::Catalog;
use super::list_results::EncodedLists;
use crate::protocol::ServerCapabilities;
use crate::sync::RwLock;

/// The current catalog, with its encoded lists.
pub(super) struct Current {
    pub(super) catalog: Catalog,
    pub(super) capabilities: ServerCapabilities,
    pub(super) encoded: EncodedLists,
    /// Whether callers may see different entries.
    pub(super) is_filtered: bool,
    /// Whether any tool mirrors arguments in headers.
    #[allow(dead_code, reason = "only HTTP has headers")]
    pub(super) mirrors: bool,
    /// Whether the calls of any tool may become tasks.
    pub(super) has_tasks: bool,
}

/// The storage of the catalog.
pub(super) enum Catalogs {
    /// Most servers never change: they have no lock or count that all threads would write to.
    Fixed(Box<Current>),
    Changing(RwLock<Arc<Current>>),
}

impl Catalogs {
    pub(super) fn new(current: Current, can_change: bool) -> Self {
        if can_change {
            Self::Changing(RwLock::new(Arc::new(current)))
        } else {
            Self::Fixed(Box::new(current))
        }
    }

    pub(super) fn now(&self) -> CurrentRef<'_> {
        match self {
            Self::Fixed(current) => CurrentRef::Fixed(current),
            Self::Changing(current) => CurrentRef::Shared(Arc::clone(&current.read())),
        }
    }
}

/// The catalog at one moment.
pub(super) enum CurrentRef<'a> {
    Fixed(&'a Current),
    Shared(Arc<Current>),
}

impl Deref for CurrentRef<'_> {
    type Target = Current;

    fn deref(&self) -> &Current {
        match self {
            Self::Fixed(current) => current,
            Self::Shared(current) => current,
        }
    }
}
