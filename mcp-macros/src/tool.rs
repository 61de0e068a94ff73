//! What only tools have: annotations, a question before. What all handlers have is in `definition`.

use crate::attr::Tool;
use crate::confirm::{Piece, pieces};
use crate::krate::Krate;
use crate::values::Switch;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// The fields of the definition.
pub(crate) fn definition(tool: &Tool, krate: &Krate) -> TokenStream {
    let annotations = hints(tool).into_iter().filter_map(|(name, said, if_pure)| {
        let value = if tool.pure.0 { if_pure } else { said?.0 };
        let name = format_ident!("{name}");
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
    let flags = [("strict", &tool.strict), ("allow_dots", &tool.allow_dots)];
    let flags = flags.into_iter().filter(|(_, flag)| flag.0).map(|(name, _)| {
        let name = format_ident!("{name}");
        quote!(#name: true,)
    });
    quote!(#(#annotations)* #confirm #(#flags)*)
}

/// The hints by their names: what is said, and what `pure` says.
pub(crate) fn hints(tool: &Tool) -> [(&'static str, Option<Switch>, bool); 4] {
    [
        ("read_only", tool.read_only, true),
        ("destructive", tool.destructive, false),
        ("idempotent", tool.idempotent, true),
        ("open_world", tool.open_world, false),
    ]
}
