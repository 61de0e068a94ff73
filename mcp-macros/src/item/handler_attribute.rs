//! The attribute that makes a method of a `#[handlers]` block a handler, plain or in a `cfg_attr`.
//!
//! What is in its parentheses is read by `attr`, and checked by `check::attribute`.

use crate::kind::Kind;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, MacroDelimiter, Meta, MetaList, Token, parse_quote};

/// The argument with which `#[handlers]` marks the attribute of a method as processed. If it
/// removed the attribute, its import would be reported as unused.
pub(crate) const HANDLED: &str = "__handled";

pub(crate) struct Mark {
    pub(crate) kind: Kind,
    pub(crate) written: Attribute,
    /// The tokens in its parentheses.
    pub(crate) arguments: TokenStream,
    /// The `#[cfg]` that its `cfg_attr` is equivalent to.
    pub(crate) condition: Option<Attribute>,
    /// The attribute to leave on the method.
    pub(crate) emptied: Attribute,
}

/// Reads the attribute, if it makes a handler.
pub(crate) fn mark(attribute: &Attribute) -> Option<Mark> {
    if let Some((kind, arguments, meta)) = plain(&attribute.meta) {
        let emptied = Attribute { meta, ..attribute.clone() };
        return Some(Mark {
            kind,
            written: attribute.clone(),
            arguments,
            condition: None,
            emptied,
        });
    }
    let (condition, mut metas) = conditioned(attribute)?;
    let (position, (kind, arguments, meta)) =
        metas.iter().enumerate().find_map(|(position, meta)| Some((position, plain(meta)?)))?;
    metas[position] = meta;
    Some(Mark {
        kind,
        written: attribute.clone(),
        arguments,
        emptied: parse_quote!(#[cfg_attr(#condition, #(#metas),*)]),
        condition: Some(parse_quote!(#[cfg(#condition)])),
    })
}

/// The part of an attribute that decides whether its item exists.
pub(crate) fn condition(attribute: &Attribute) -> Option<Attribute> {
    if attribute.path().is_ident("cfg") {
        return Some(attribute.clone());
    }
    let (condition, metas) = conditioned(attribute)?;
    let cfgs: Vec<_> = metas.iter().filter(|meta| meta.path().is_ident("cfg")).collect();
    (!cfgs.is_empty()).then(|| parse_quote!(#[cfg_attr(#condition, #(#cfgs),*)]))
}

/// Whether the attribute is a `cfg`, or may bring one.
pub(crate) fn conditional(attribute: &Attribute) -> bool {
    attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr")
}

/// Whether a `cfg_attr` brings an attribute of one of these names.
pub(crate) fn brings(attribute: &Attribute, names: &[&str]) -> bool {
    let metas = conditioned(attribute).map(|(_, metas)| metas).unwrap_or_default();
    metas.iter().any(|meta| names.iter().any(|name| meta.path().is_ident(name)))
}

/// The parts of a handler attribute, and the attribute without its arguments.
fn plain(meta: &Meta) -> Option<(Kind, TokenStream, Meta)> {
    let kind = Kind::of(meta.path())?;
    let arguments = match meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        // Parsed as an argument without a name, and rejected as such.
        Meta::NameValue(pair) => pair.value.to_token_stream(),
    };
    let handled = Ident::new(HANDLED, Span::call_site());
    let emptied = MetaList {
        path: meta.path().clone(),
        delimiter: MacroDelimiter::Paren(syn::token::Paren::default()),
        tokens: quote!(#handled),
    };
    Some((kind, arguments, Meta::List(emptied)))
}

/// The condition of a `cfg_attr`, and the attributes it brings.
fn conditioned(attribute: &Attribute) -> Option<(Meta, Vec<Meta>)> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    if !list.path.is_ident("cfg_attr") {
        return None;
    }
    let mut metas = Punctuated::<Meta, Token![,]>::parse_terminated
        .parse2(list.tokens.clone())
        .ok()?
        .into_iter();
    Some((metas.next()?, metas.collect()))
}
