//! An annotated impl block. The bodies of its functions stay tokens.

use crate::function::Function;
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, ImplItem, ItemImpl};

pub(crate) struct Block {
    /// What stands before the braces, read.
    pub(crate) head: ItemImpl,
    /// The same as it was written.
    written: TokenStream,
    braces: Span,
    inner: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
}

pub(crate) enum Item {
    Function(Box<Function>),
    Other(TokenStream),
}

impl Block {
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(&**function),
            Item::Other(_) => None,
        })
    }
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut head: Vec<TokenTree> = input.parse::<TokenStream>()?.into_iter().collect();
        let Some(TokenTree::Group(body)) = head.pop() else {
            return Err(input.error("expected an impl block"));
        };
        let (written, braces) = (head.into_iter().collect::<TokenStream>(), body.span());
        let head = syn::parse2(quote!(#written {}))?;
        let Body { inner, items } = syn::parse2(body.stream())?;
        Ok(Self { head, written, braces, inner, items })
    }
}

struct Body {
    inner: Vec<Attribute>,
    items: Vec<Item>,
}

impl Parse for Body {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let inner = input.call(Attribute::parse_inner)?;
        let mut items = Vec::new();
        while !input.is_empty() {
            let ahead = input.fork();
            items.push(match ahead.parse::<Function>() {
                Ok(function) => {
                    input.advance_to(&ahead);
                    Item::Function(Box::new(function))
                }
                Err(_) => Item::Other(input.parse::<ImplItem>()?.into_token_stream()),
            });
        }
        Ok(Self { inner, items })
    }
}

impl ToTokens for Block {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { written, braces, inner, items, .. } = self;
        let mut body = Group::new(Delimiter::Brace, quote!(#(#inner)* #(#items)*));
        body.set_span(*braces);
        tokens.extend(quote!(#written #body));
    }
}

impl ToTokens for Item {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Function(function) => function.to_tokens(tokens),
            Self::Other(item) => item.to_tokens(tokens),
        }
    }
}
