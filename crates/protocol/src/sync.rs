//! Locks without poisoning.

use std::sync::{MutexGuard, PoisonError, RwLockReadGuard, RwLockWriteGuard};

/// A mutex without poisoning: its data is consistent between any two statements, and a handler that
/// panics must not end the connections of others.
#[derive(Debug, Default)]
pub struct Mutex<T>(std::sync::Mutex<T>);

impl<T> Mutex<T> {
    #[doc(hidden)]
    pub const fn new(value: T) -> Self {
        Self(std::sync::Mutex::new(value))
    }

    /// Acquires the lock exclusively, blocking until it is available.
    #[doc(hidden)]
    #[inline]
    pub fn lock(&self) -> MutexGuard<'_, T> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the data to the exclusive owner.
    #[doc(hidden)]
    pub fn get_mut(&mut self) -> &mut T {
        self.0.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A readers-writer lock without poisoning, like [`Mutex`].
#[derive(Default, Debug)]
pub struct RwLock<T>(std::sync::RwLock<T>);

impl<T> RwLock<T> {
    #[doc(hidden)]
    pub fn new(value: T) -> Self {
        Self(std::sync::RwLock::new(value))
    }

    /// Acquires the lock for reading.
    #[doc(hidden)]
    #[inline]
    pub fn read(&self) -> RwLockReadGuard<'_, T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Acquires the lock exclusively, blocking until it is available.
    #[doc(hidden)]
    #[inline]
    pub fn write(&self) -> RwLockWriteGuard<'_, T> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn what_is_guarded_can_be_used_after_a_panic() {
        let mutex = Mutex::new(1);
        let lock = RwLock::new(1);
        let panics = AssertUnwindSafe(|| {
            let _guards = (mutex.lock(), lock.write());
            panic!("while both are held");
        });
        assert!(catch_unwind(panics).is_err());
        assert_eq!((*mutex.lock(), *lock.read()), (1, 1));
    }
}
