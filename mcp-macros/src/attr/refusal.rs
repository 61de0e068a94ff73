//! How an argument is refused.

use quote::ToTokens;
use syn::Meta;

/// An error that spans these tokens.
pub(crate) fn refused(at: &impl ToTokens, message: impl std::fmt::Display) -> darling::Error {
    syn::Error::new_spanned(at, message).into()
}

/// The error of an argument that is written without parentheses.
pub(super) fn hint<T>(message: &str) -> darling::Result<T> {
    Err(darling::Error::custom(message))
}

pub(super) const CACHE: &str =
    "write how long a result may be cached, as in `cache(ttl = \"60s\", public)`";

pub(super) const ICON: &str = "write the icon as `icon(src = \"https://..\")`";

/// The name of an argument, for messages.
pub(crate) fn name(meta: &Meta) -> String {
    meta.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// The error of an argument that is written differently; the message gets its name.
pub(crate) fn wrong(item: &Meta, message: impl FnOnce(&str) -> String) -> darling::Error {
    refused(item, message(&name(item)))
}
