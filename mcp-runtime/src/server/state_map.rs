//! The values that a server shares with its handlers, by type.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::sync::Arc;

/// The shared values of a server, one per type.
#[derive(Clone, Debug, Default)]
pub struct States {
    values: HashMap<TypeId, Option<Arc<dyn Any + Send + Sync>>>,
    /// The settings of the program that are among them, by the methods that set them.
    settings: Vec<&'static str>,
}

impl States {
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.values.insert(TypeId::of::<T>(), Some(Arc::new(value)));
    }

    /// Inserts a setting of the program, such as its commands: one that is mounted in another server
    /// has no use for it.
    #[inline]
    pub(crate) fn set<T: Send + Sync + 'static>(&mut self, setting: &'static str, value: T) {
        self.insert(value);
        if !self.settings.contains(&setting) {
            self.settings.push(setting);
        }
    }

    /// The settings of the program, by the methods that set them.
    #[inline]
    pub(super) fn settings(&self) -> &[&'static str] {
        &self.settings
    }

    /// Declares that there will be a value of a type when the server runs.
    pub(crate) fn promise<T: Send + Sync + 'static>(&mut self) {
        self.values.insert(TypeId::of::<T>(), None);
    }

    /// Whether there is a value of a type, or will be.
    pub(super) fn has<T: 'static>(&self) -> bool {
        self.values.contains_key(&TypeId::of::<T>())
    }

    /// The value of a type.
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.values.get(&TypeId::of::<T>())?.as_ref()?).downcast().ok()
    }
}
