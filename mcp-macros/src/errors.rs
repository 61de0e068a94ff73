//! Every mistake of one item, to be reported together.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::Display;

/// Collects mistakes; each keeps the tokens it is about.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
}

impl Errors {
    /// Adds the message, to be shown at all of these tokens.
    pub(crate) fn refuse(&mut self, at: &impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(at, message));
    }

    /// Keeps the mistakes of a step that may have failed.
    pub(crate) fn keep<T>(&mut self, result: Result<T, impl Into<syn::Error>>) -> Option<T> {
        result.map_err(|error| self.found.push(error.into())).ok()
    }

    /// Ends the collection: the macro calls that make the compiler report them.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(self.found.iter().map(syn::Error::to_compile_error).collect())
    }
}
