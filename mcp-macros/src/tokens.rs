//! Tokens that are generated in several places.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::DeriveInput;
use syn::spanned::Spanned;

use crate::runtime_path::RuntimePath;
use crate::types::IfStandard;

/// `Some` of the value, or `None`.
pub(crate) fn some(value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(::core::option::Option::Some(#value)),
        None => quote!(::core::option::Option::None),
    }
}

/// The field with this name and `Some` of the value, if there is one: without, it has its default.
pub(crate) fn field(name: &str, value: Option<impl ToTokens>) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    let value = some(Some(&value?));
    Some(quote!(#name: #value,))
}

/// Returns the tokens with a span at which errors are shown.
pub(crate) fn located(tokens: &TokenStream, at: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        token.set_span(token.span().located_at(at));
        token
    });
    tokens.collect()
}

/// An assertion that fails to compile, at this span, with the message. `imports` come before it.
pub(crate) fn assertion(
    at: Span,
    imports: &[TokenStream],
    condition: &TokenStream,
    message: &str,
) -> TokenStream {
    // `assert!` takes it as a format string.
    let message = message.replace('{', "{{").replace('}', "}}");
    quote_spanned! {at=>
        const _: () = {
            #(use #imports as _;)*
            ::core::assert!(#condition, #message);
        };
    }
}

/// An assertion that fails to compile where a type is one of the standard library.
pub(crate) fn if_standard(unexpected: &IfStandard<'_>, krate: &RuntimePath) -> TokenStream {
    let IfStandard { ty, at, message } = unexpected;
    let at = at.span();
    let runtime = krate.at(at);
    let of_user = quote_spanned!(at=> #runtime::OfUser);
    let is_standard = is_standard(at, ty, &runtime);
    assertion(at, &[of_user], &quote_spanned!(at=> !(#is_standard)), message)
}

/// Whether a type is one of the standard library: a condition for the compiler. That `()` is none needs
/// the import of the fallback, which would be reported as unused otherwise.
pub(crate) fn is_standard(at: Span, ty: &impl ToTokens, runtime: &impl ToTokens) -> TokenStream {
    let standard = quote_spanned!(at=> #runtime::Standard);
    quote_spanned!(at=> !#standard::<()>::IS_STANDARD && #standard::<#ty>::IS_STANDARD)
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
