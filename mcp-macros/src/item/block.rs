//! An annotated impl block. The bodies of its functions stay tokens, and so does unfinished code.

use super::function::Function;
use super::unfinished::{Start, without_ours};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, ImplItem, ItemImpl};

pub(crate) struct Block {
    /// The part before the braces, parsed.
    pub(crate) head: ItemImpl,
    /// That part as it was written.
    written: TokenStream,
    braces: Span,
    inner: Vec<Attribute>,
    pub(crate) items: Vec<Item>,
}

pub(crate) enum Item {
    Function(Box<Function>),
    Other(TokenStream),
    /// What does not parse, up to the next function that does.
    Unfinished(TokenStream),
}

impl Block {
    pub(crate) fn functions(&self) -> impl Iterator<Item = &Function> {
        self.items.iter().filter_map(|item| match item {
            Item::Function(function) => Some(&**function),
            Item::Other(_) | Item::Unfinished(_) => None,
        })
    }

    /// Whether the block is still being written: the compiler has already reported that.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Unfinished(_)))
    }
}

impl Parse for Block {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut head: Vec<TokenTree> = input.parse::<TokenStream>()?.into_iter().collect();
        let Some(TokenTree::Group(body)) = head.pop() else {
            return Err(input.error("expected an impl block"));
        };
        let written: TokenStream = head.into_iter().collect();
        let braces = body.span();
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
                Err(_) => match other(input) {
                    Some(item) => Item::Other(item),
                    None => Item::Unfinished(unfinished(input)?),
                },
            });
        }
        Ok(Self { inner, items })
    }
}

/// The next item, if it is complete and the compiler does not report that its body is missing.
fn other(input: ParseStream<'_>) -> Option<TokenStream> {
    let ahead = input.fork();
    let item = ahead.parse::<ImplItem>().ok()?;
    if matches!(item, ImplItem::Verbatim(_)) {
        return None;
    }
    input.advance_to(&ahead);
    Some(item.into_token_stream())
}

/// All tokens to the end of a body, or before the next function.
fn unfinished(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let mut tokens = TokenStream::new();
    loop {
        let token = input.parse::<TokenTree>()?;
        let is_body =
            matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        tokens.extend([token]);
        if is_body || input.is_empty() || input.fork().parse::<Function>().is_ok() {
            break;
        }
    }
    Ok(if is_function(&tokens) { without_ours(tokens) } else { TokenStream::new() })
}

/// Whether the compiler recovered a function from these tokens. Anything less ends in the middle,
/// and would cause a second error in what follows.
fn is_function(tokens: &TokenStream) -> bool {
    let ends = match tokens.clone().into_iter().last() {
        Some(TokenTree::Group(body)) => body.delimiter() == Delimiter::Brace,
        _ => false,
    };
    ends && syn::parse2::<Start>(tokens.clone()).is_ok()
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
            Self::Other(item) | Self::Unfinished(item) => item.to_tokens(tokens),
        }
    }
}
