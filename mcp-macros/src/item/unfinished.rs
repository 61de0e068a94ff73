//! Code that is still being written, and does not parse. The compiler has reported that before it
//! called the macro, so no error is added; names stay usable as far as they can be parsed.

use super::handler_attribute;
use crate::attr::arg::{OURS, is};
use crate::errors::beside;
use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Attribute, Visibility};

/// The start of a function that does not parse as a whole.
pub(crate) struct Start {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) visibility: Visibility,
    pub(crate) ident: Ident,
}

impl Parse for Start {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attributes = input.call(Attribute::parse_outer)?;
        let visibility = input.parse()?;
        // Skips `async`, `extern "C"` and other qualifiers.
        while !input.peek(syn::Token![fn]) {
            input.parse::<TokenTree>()?;
        }
        input.parse::<syn::Token![fn]>()?;
        let ident = input.parse()?;
        input.parse::<TokenStream>()?;
        Ok(Self { attributes, visibility, ident })
    }
}

/// Whether these tokens are an item, of whatever kind.
pub(crate) fn is_item(tokens: &TokenStream) -> bool {
    syn::parse2::<syn::Item>(tokens.clone()).is_ok()
}

/// The item with an error, or what is no item yet as it is.
pub(crate) fn refuse_item(tokens: &TokenStream, message: &str) -> TokenStream {
    if is_item(tokens) { beside(tokens, message) } else { tokens.clone() }
}

/// The placeholder for the definitions of handlers. It never runs, unless this crate is older than
/// the syntax.
pub(crate) fn body() -> TokenStream {
    quote!(::core::panic!("mcp-runtime-macros cannot read this code"))
}

/// The tokens without what only our macros understand, which would be an error of its own: the
/// attributes that mark a handler, and those of parameters.
pub(crate) fn without_ours(tokens: TokenStream) -> TokenStream {
    let mut cleaned = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let token = match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                if let Some(TokenTree::Group(group)) = tokens.peek()
                    && let Some(attribute) = attribute(group)
                {
                    let mark = handler_attribute::mark(&attribute);
                    mark.map_or(attribute, |mark| mark.emptied).to_tokens(&mut cleaned);
                    tokens.next();
                    continue;
                }
                TokenTree::Punct(sign)
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                regrouped(&group, parameters(group.stream()))
            }
            other => other,
        };
        cleaned.extend([token]);
    }
    cleaned
}

/// The group with these tokens in it.
fn regrouped(group: &Group, tokens: TokenStream) -> TokenTree {
    let mut regrouped = Group::new(group.delimiter(), tokens);
    // Errors inside are mostly reported at the end of the group: at the same place, the compiler
    // takes a second report for the same error.
    regrouped.set_span(group.span_close());
    regrouped.into()
}

/// A list of parameters without our attributes.
fn parameters(tokens: TokenStream) -> TokenStream {
    let mut cleaned = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let (TokenTree::Punct(sign), Some(TokenTree::Group(group))) = (&token, tokens.peek())
            && sign.as_char() == '#'
            && attribute(group).is_some_and(|attribute| is(&attribute, &OURS))
        {
            tokens.next();
        } else {
            cleaned.extend([token]);
        }
    }
    cleaned
}

/// The attribute whose brackets these are.
fn attribute(brackets: &Group) -> Option<Attribute> {
    let attributes = Attribute::parse_outer.parse2(quote!(# #brackets)).ok();
    attributes.and_then(|mut attributes| attributes.pop())
}
