//! All mistakes of a trait, reported together.

use quote::ToTokens;
use syn::{Error, Result};

/// Collects errors, to report all of them.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    /// Adds an error that spans these tokens.
    pub(crate) fn refuse(&mut self, at: &impl ToTokens, why: &str) {
        self.add(Error::new_spanned(at, why));
    }

    pub(crate) fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn keep<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    /// # Errors
    ///
    /// When there are any.
    pub(crate) fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
