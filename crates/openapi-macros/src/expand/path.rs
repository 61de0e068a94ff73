//! The path by which generated code reaches the runtime.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// The hidden module that generated code imports from.
pub(super) fn krate() -> TokenStream {
    quote_spanned!(Span::mixed_site()=> ::mcp_runtime_openapi::__private)
}
