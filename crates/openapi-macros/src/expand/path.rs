//! The path by which generated code reaches the runtime.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The hidden module that generated code imports from.
pub(super) fn krate() -> TokenStream {
    krate_at(Span::mixed_site())
}

/// The same, for errors that are to be shown at a type of the user's.
pub(super) fn krate_at(at: Span) -> TokenStream {
    quote_spanned!(Span::mixed_site().located_at(at)=> ::mcp_runtime_openapi::__private)
}
