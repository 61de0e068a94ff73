//! Lints apply to the item of the user, and not to what is generated beside it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::{Attribute, Meta};

/// The lint attributes that apply to generated code as to the code of the user: to allow deprecated
/// items, or whatever else they allow.
pub(crate) fn lints(attributes: &[Attribute]) -> Vec<TokenStream> {
    let of = |attribute: &Attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("allow") || list.path.is_ident("expect") => {
            let lints = &list.tokens;
            Some(quote!(#[allow(#lints)]))
        }
        meta if meta.path().is_ident("deprecated") => Some(quote!(#[allow(deprecated)])),
        _ => None,
    };
    attributes.iter().filter_map(of).collect()
}

/// The name as if from the code of another crate. A word that is a keyword only there, in a newer
/// edition than that of the user, becomes a raw identifier, which is the same name.
pub(crate) fn unlinted(name: &Ident) -> Ident {
    let span = Span::mixed_site().located_at(name.span());
    let text = name.to_string();
    match text.strip_prefix("r#") {
        Some(raw) => Ident::new_raw(raw, span),
        None if text == "gen" => Ident::new_raw(&text, span),
        None => Ident::new(&text, span),
    }
}
