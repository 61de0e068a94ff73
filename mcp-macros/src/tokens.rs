//! Tokens that are generated in several places.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::DeriveInput;

/// `Some` of the value, or `None`.
pub(crate) fn some(value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The field with this name and `Some` of the value, if there is one: without, it has its default.
pub(crate) fn field(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let (name, value) = (format_ident!("{name}"), some(Some(&value?)));
    Some(quote!(#name: #value,))
}

/// An assertion that fails to compile, at this span, with the message. `import` comes before it.
pub(crate) fn assertion(
    at: Span,
    import: &TokenStream,
    condition: &TokenStream,
    message: &str,
) -> TokenStream {
    // `assert!` takes it as a format string.
    let message = message.replace('{', "{{").replace('}', "}}");
    quote_spanned! {at=>
        const _: () = {
            use #import as _;
            ::core::assert!(#condition, #message);
        };
    }
}

/// The implementation of a trait for the type.
pub(crate) fn implement(
    input: &DeriveInput,
    of: &TokenStream,
    members: &TokenStream,
) -> TokenStream {
    let (parameters, arguments, conditions) = input.generics.split_for_impl();
    let name = &input.ident;
    quote!(impl #parameters #of for #name #arguments #conditions { #members })
}
