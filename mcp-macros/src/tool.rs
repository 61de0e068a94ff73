//! What only tools have: annotations, a question before, a timeout.

use crate::attr::Tool;
use crate::confirm::{Piece, pieces};
use crate::krate::Krate;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The fields of the definition.
pub(crate) fn definition(tool: &Tool, krate: &Krate) -> TokenStream {
    let annotations = [
        ("read_only", tool.read_only),
        ("destructive", tool.destructive),
        ("idempotent", tool.idempotent),
        ("open_world", tool.open_world),
    ];
    let annotations = annotations.into_iter().filter_map(|(name, value)| {
        let (name, value) = (format_ident!("{name}"), value?.0);
        Some(quote!(#name: ::core::option::Option::Some(#value),))
    });
    let confirm = tool.confirm.as_ref().map(|question| {
        // One that is not well formed has been refused.
        let pieces = pieces(&question.0.value()).unwrap_or_default();
        let pieces = pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => quote!(#krate::Piece::Text(#text)),
            Piece::Argument(name) => quote!(#krate::Piece::Argument(#name)),
        });
        quote!(confirm: &[#(#pieces),*],)
    });
    let timeout = tool.timeout.as_ref();
    let timeout = timeout.map(|timeout| quote!(timeout: ::core::option::Option::Some(#timeout),));
    let flags = [("strict", &tool.strict), ("allow_dots", &tool.allow_dots)];
    let flags = flags.into_iter().filter(|(_, flag)| flag.0).map(|(name, _)| {
        let name = format_ident!("{name}");
        quote!(#name: true,)
    });
    quote!(#(#annotations)* #confirm #timeout #(#flags)*)
}
