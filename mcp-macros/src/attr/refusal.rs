//! How an argument is refused.

use quote::ToTokens;
use syn::Meta;

/// An error that spans these tokens.
pub(crate) fn refused(at: &impl ToTokens, message: impl std::fmt::Display) -> darling::Error {
    syn::Error::new_spanned(at, message).into()
}

/// The name of an argument, for messages.
pub(crate) fn name(meta: &Meta) -> String {
    meta.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}
