//! What a server offers now: fixed when it is built, or changing while it runs.

use std::ops::Deref;
use std::sync::Arc;

use super::catalog::Catalog;
use super::feature_services::FeatureServices;
use super::list_results::EncodedLists;
use crate::protocol::ServerCapabilities;
use crate::sync::RwLock;

/// The current catalog, with its encoded lists.
pub(super) struct Current {
    pub(super) catalog: Catalog,
    pub(super) capabilities: ServerCapabilities,
    pub(super) encoded: EncodedLists,
    /// What serves the features that it offers.
    pub(super) services: FeatureServices,
    /// Whether callers may see different entries.
    pub(super) is_filtered: bool,
    /// Whether any tool mirrors arguments in headers.
    pub(super) mirrors: bool,
    /// Whether the calls of any tool may become tasks.
    pub(super) has_tasks: bool,
}

/// The storage of the catalog.
pub(super) enum Catalogs {
    /// Most servers never change: they have no lock or count that all threads would write to.
    Fixed(Box<Current>),
    Changing(Box<RwLock<ChangingCatalog>>),
}

/// A catalog that changes. What is derived from it is derived when it is read, once for all changes
/// until then.
pub(super) struct ChangingCatalog {
    current: Arc<Current>,
    /// The catalog that has been changed since; the current one may then be empty.
    next: Option<Catalog>,
    derive: Derive,
}

/// Derives what is to be known of a catalog.
pub(super) type Derive = Box<dyn Fn(Catalog) -> Current + Send + Sync>;

impl Catalogs {
    pub(super) fn new(catalog: Catalog, can_change: bool, derive: Derive) -> Self {
        let current = derive(catalog);
        if can_change {
            let current = Arc::new(current);
            Self::Changing(Box::new(RwLock::new(ChangingCatalog { current, next: None, derive })))
        } else {
            Self::Fixed(Box::new(current))
        }
    }

    pub(super) fn now(&self) -> CurrentRef<'_> {
        match self {
            Self::Fixed(current) => CurrentRef::Fixed(current),
            Self::Changing(catalogs) => {
                let changing = catalogs.read();
                if changing.next.is_none() {
                    return CurrentRef::Shared(Arc::clone(&changing.current));
                }
                drop(changing);
                // What was there before is dropped without the lock: that may run any code.
                let (current, _before) = catalogs.write().derive();
                CurrentRef::Shared(current)
            }
        }
    }
}

impl ChangingCatalog {
    /// The catalog, to be changed in place. It is only copied if somebody is reading it.
    #[inline]
    pub(super) fn newest(&mut self) -> &mut Catalog {
        let Self { current, next, .. } = self;
        next.get_or_insert_with(|| match Arc::get_mut(current) {
            Some(current) => std::mem::take(&mut current.catalog),
            None => current.catalog.clone(),
        })
    }

    /// The catalog with all of its changes.
    #[inline]
    pub(super) fn newest_catalog(&self) -> &Catalog {
        self.next.as_ref().unwrap_or(&self.current.catalog)
    }

    /// Sets the catalog, and returns what it replaces.
    pub(super) fn replace(&mut self, catalog: Catalog) -> Option<Catalog> {
        self.next.replace(catalog)
    }

    fn derive(&mut self) -> (Arc<Current>, Option<Arc<Current>>) {
        let before = self.next.take().map(|catalog| {
            let current = Arc::new((self.derive)(catalog));
            std::mem::replace(&mut self.current, current)
        });
        (Arc::clone(&self.current), before)
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
