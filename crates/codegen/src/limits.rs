//! Limits: a lock is what a stranger's server offers.

use crate::error::{CodegenError, CodegenResult as Result};

/// The maximum size of a lock.
pub(crate) const MAX_LOCK_BYTES: usize = 16 * 1024 * 1024;

/// The maximum size of a client.
pub(crate) const MAX_CLIENT_BYTES: usize = 16 * 1024 * 1024;

/// How deep types are within each other; what is deeper is any value.
pub(crate) const MAX_DEPTH: usize = 32;

/// How many forms a value has; one with more is any value.
pub(crate) const MAX_BRANCHES: usize = 64;

/// How many schemas and members are read, those that are read through a reference each time.
const MAX_STEPS: usize = 200_000;

/// How much of a lock can still be read: references may lead to the same schema many times.
#[derive(Debug)]
pub(crate) struct Budget(usize);

impl Budget {
    pub(crate) fn new() -> Self {
        Self(MAX_STEPS)
    }

    /// # Errors
    ///
    /// When nothing is left.
    pub(crate) fn spend(&mut self, steps: usize) -> Result<()> {
        let left = self.0.checked_sub(steps);
        self.0 = left.ok_or_else(|| {
            CodegenError::new(format!(
                "the schemas of the lock are too large: they have more than {MAX_STEPS} subschemas \
                 and members, and the target of a `$ref` counts at each reference"
            ))
        })?;
        Ok(())
    }
}
