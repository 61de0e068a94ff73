//! Values that requests share, one per type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

use crate::sync::Mutex;

/// Values that requests share, one per type; each is created on first use.
#[derive(Debug, Default)]
pub(crate) struct SharedValues(Mutex<HashMap<TypeId, Arc<dyn Any + Send + Sync>>>);

impl SharedValues {
    /// The value of a type.
    pub(crate) fn get_or_default<T: Default + Send + Sync + 'static>(&self) -> Arc<T> {
        let known = self.0.lock().get(&TypeId::of::<T>()).cloned();
        // Code of the type does not run under the lock.
        let value = known.unwrap_or_else(|| Arc::new(T::default()));
        let shared = Arc::clone(self.0.lock().entry(TypeId::of::<T>()).or_insert(value));
        shared.downcast().unwrap_or_default()
    }
}
