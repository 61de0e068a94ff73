//! Every mistake of one item, to be reported together.

use proc_macro2::TokenStream;
use quote::ToTokens;
use std::fmt::Display;

/// Collects mistakes; each keeps the tokens it is about.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    /// Mistakes only if the type is read.
    of_input: Vec<(TokenStream, String)>,
}

impl Errors {
    /// Adds the message, to be shown at all of these tokens.
    pub(crate) fn refuse(&mut self, at: &impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(at, message));
    }

    /// Adds the message for the case that values of the type are arguments.
    pub(crate) fn refuse_as_input(&mut self, at: &impl ToTokens, message: impl Display) {
        self.of_input.push((at.to_token_stream(), message.to_string()));
    }

    /// Takes what is wrong only if the type is read.
    pub(crate) fn take_of_input(&mut self) -> Vec<(TokenStream, String)> {
        std::mem::take(&mut self.of_input)
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
