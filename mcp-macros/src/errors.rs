//! All errors of one item, reported together.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use std::fmt::Display;

use crate::types::IfStandard;

/// Collects errors; each keeps the tokens it is about.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<syn::Error>,
    late: Vec<LateError>,
}

/// An error that only applies if something holds that only the compiler knows.
pub(crate) struct LateError {
    pub(crate) at: TokenStream,
    pub(crate) message: String,
    /// Values of the type are read.
    pub(crate) if_read: bool,
    /// This type is one of the standard library.
    pub(crate) if_standard: Option<TokenStream>,
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
        let at = at.to_token_stream();
        let message = message.to_string();
        self.late.push(LateError { at, message, if_read: true, if_standard: None });
    }

    /// Adds an error that only applies if a type is one of the standard library and, if that is asked
    /// for, values of it are arguments.
    pub(crate) fn refuse_if_standard(&mut self, unexpected: IfStandard<'_>, if_read: bool) {
        let IfStandard { ty, at, message } = unexpected;
        let at = at.to_token_stream();
        let ty = ty.to_token_stream();
        self.late.push(LateError { at, message, if_read, if_standard: Some(ty) });
    }

    /// Takes the errors that only the compiler can decide.
    pub(crate) fn take_late(&mut self) -> Vec<LateError> {
        std::mem::take(&mut self.late)
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
