//! All errors of one item, reported together.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::fmt::Display;

/// Collects errors; each keeps the tokens it is about.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    /// Errors that only apply if values of the type are read.
    of_input: Vec<(TokenStream, String)>,
}

impl Errors {
    /// Adds an error that spans these tokens.
    pub(crate) fn refuse(&mut self, at: &impl ToTokens, message: impl Display) {
        self.found.push(syn::Error::new_spanned(at, message));
    }

    /// Adds an error at a span.
    pub(crate) fn refuse_at(&mut self, at: Span, message: impl Display) {
        self.found.push(syn::Error::new(at, message));
    }

    /// Adds an error that only applies if values of the type are arguments.
    pub(crate) fn refuse_as_input(&mut self, at: &impl ToTokens, message: impl Display) {
        self.of_input.push((at.to_token_stream(), message.to_string()));
    }

    /// Takes the errors that only apply if values of the type are read.
    pub(crate) fn take_of_input(&mut self) -> Vec<(TokenStream, String)> {
        std::mem::take(&mut self.of_input)
    }

    /// Records the errors of a step that may have failed.
    pub(crate) fn keep<T>(&mut self, result: Result<T, impl Into<syn::Error>>) -> Option<T> {
        result.map_err(|error| self.found.push(error.into())).ok()
    }

    /// Records the errors of a step; if it failed, its result is empty.
    pub(crate) fn or_default<T: Default>(&mut self, result: syn::Result<T>) -> T {
        self.keep(result).unwrap_or_default()
    }

    /// Finishes the collection; fails with the macro calls that make the compiler report the
    /// errors.
    pub(crate) fn finish(self) -> Result<(), TokenStream> {
        if self.found.is_empty() {
            return Ok(());
        }
        Err(self.found.iter().map(syn::Error::to_compile_error).collect())
    }
}

/// The item, and an error at the attribute.
pub(crate) fn beside(item: &TokenStream, message: impl Display) -> TokenStream {
    let error = syn::Error::new(Span::call_site(), message).into_compile_error();
    quote!(#item #error)
}

/// The tokens, or the error in their place.
pub(crate) fn or_error(tokens: syn::Result<TokenStream>) -> TokenStream {
    tokens.unwrap_or_else(syn::Error::into_compile_error)
}
