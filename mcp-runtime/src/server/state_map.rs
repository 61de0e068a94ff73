//! The values that a server shares with its handlers, by type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// The shared values of a server, one per type.
#[derive(Clone, Debug, Default)]
pub struct States(HashMap<TypeId, Option<Arc<dyn Any + Send + Sync>>>);

impl States {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.0.insert(TypeId::of::<T>(), Some(Arc::new(value)));
    }

    /// Declares that there will be a value of a type when the server runs.
    pub(crate) fn promise<T: Send + Sync + 'static>(&mut self) {
        self.0.insert(TypeId::of::<T>(), None);
    }

    /// Whether there is a value of a type, or will be.
    pub(super) fn has<T: 'static>(&self) -> bool {
        self.0.contains_key(&TypeId::of::<T>())
    }

    /// The value of a type.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?.as_ref()?).downcast().ok()
    }
}
