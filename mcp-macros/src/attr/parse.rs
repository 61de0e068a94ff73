//! The tokens of arguments, separated.

use super::refusal::refused;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{ParseStream, Parser};
use syn::{Block, Expr, Meta, MetaNameValue, Token, Type};

/// The arguments of an attribute, separated by commas.
///
/// A JSON object is not an expression, and neither is a type such as `Page<Item>`, which the expression
/// parser notices too late: they are extracted first.
pub(crate) fn list(tokens: TokenStream) -> syn::Result<Vec<NestedMeta>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut extracted = Vec::new();
    let mut others = TokenStream::new();
    let mut rest = &tokens[..];
    let mut starts = true;
    while let Some((token, after)) = rest.split_first() {
        if let Some((argument, length)) = no_expression(rest).filter(|_| starts) {
            extracted.push(argument);
            rest = rest.get(length + 1..).unwrap_or_default();
        } else {
            starts = is_comma(token);
            others.extend([token.clone()]);
            rest = after;
        }
    }
    let mut arguments = NestedMeta::parse_meta_list(others.clone())
        .map_err(|error| wrong_syntax(&error, &others))?;
    arguments.append(&mut extracted);
    Ok(arguments)
}

/// `name = ..`, up to a comma, if the value is JSON or a type and not an expression; and the number of
/// its tokens.
fn no_expression(tokens: &[TokenTree]) -> Option<(NestedMeta, usize)> {
    let [TokenTree::Ident(name), TokenTree::Punct(sign), value @ ..] = tokens else {
        return None;
    };
    if sign.as_char() != '=' {
        return None;
    }
    let path = name.clone().into();
    let eq_token = Token![=](sign.span());
    if let Some(value) = json(value) {
        let error = refused(&value, "expected a Rust expression, not JSON");
        let pair = MetaNameValueInvalidExpr { path, eq_token, value, error };
        return Some((NestedMeta::NameValueInvalidExpr(pair), 3));
    }
    let (ty, length) = generic_type(value)?;
    let pair = MetaNameValue { path, eq_token, value: Expr::Verbatim(ty) };
    Some((NestedMeta::Meta(Meta::NameValue(pair)), 2 + length))
}

/// `{..}` or `[..]`, up to a comma, if what is in the braces or brackets is not Rust.
fn json(tokens: &[TokenTree]) -> Option<TokenStream> {
    let [TokenTree::Group(value), after @ ..] = tokens else { return None };
    let is_rust = match value.delimiter() {
        Delimiter::Brace => syn::parse2::<Block>(value.to_token_stream()).is_ok(),
        Delimiter::Bracket => syn::parse2::<Expr>(value.to_token_stream()).is_ok(),
        Delimiter::Parenthesis | Delimiter::None => true,
    };
    (after.first().is_none_or(is_comma) && !is_rust).then(|| value.to_token_stream())
}

/// A type, up to a comma, if it is no expression; and the number of its tokens.
fn generic_type(tokens: &[TokenTree]) -> Option<(TokenStream, usize)> {
    let first = |input: ParseStream<'_>| Ok((input.parse::<Type>()?, input.parse()?));
    let (ty, after): (Type, TokenStream) = first.parse2(tokens.iter().cloned().collect()).ok()?;
    let ty = ty.into_token_stream();
    let is_whole = after.clone().into_iter().next().is_none_or(|next| is_comma(&next));
    let is_type = is_whole && syn::parse2::<Expr>(ty.clone()).is_err();
    is_type.then(|| (ty, tokens.len() - after.into_iter().count()))
}

/// The tokens of the first argument, and those after its comma.
pub(crate) fn split_first(arguments: TokenStream) -> (TokenStream, TokenStream) {
    let mut rest = arguments.into_iter();
    (rest.by_ref().take_while(|token| !is_comma(token)).collect(), rest.collect())
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',')
}

/// Moves an "unexpected end" error, which would cover the whole macro, to the last token, and
/// explains a colon, which the parser would take for the end of an argument.
fn wrong_syntax(error: &syn::Error, tokens: &TokenStream) -> syn::Error {
    if let Some(colon) = colon(tokens) {
        return colon;
    }
    match (error.to_string(), tokens.clone().into_iter().last()) {
        (message, Some(last)) if message.starts_with("unexpected end") => {
            syn::Error::new_spanned(last, message)
        }
        _ => error.clone(),
    }
}

/// The error for `name: value`, if that is written somewhere.
pub(super) fn colon(tokens: &TokenStream) -> Option<syn::Error> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    tokens.windows(3).find_map(|three| match three {
        [TokenTree::Ident(name), TokenTree::Punct(colon), after] if colon.as_char() == ':' => {
            let is_path = matches!(after, TokenTree::Punct(sign) if sign.as_char() == ':');
            let message = format!("write `{name} = ..`, with an equals sign");
            (!is_path).then(|| refused(colon, message).into())
        }
        _ => None,
    })
}
