//! The tokens of arguments, separated.

use super::refusal::refused;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Block, Expr, Token};

/// The arguments of an attribute, separated by commas.
///
/// A JSON object is not an expression, which the expression parser notices too late: it is
/// extracted first, and so is a list with one in it.
pub(crate) fn list(tokens: TokenStream) -> syn::Result<Vec<NestedMeta>> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut extracted, mut others) = (Vec::new(), TokenStream::new());
    let (mut rest, mut starts) = (&tokens[..], true);
    while let Some((token, after)) = rest.split_first() {
        if let Some(json) = json(rest).filter(|_| starts) {
            extracted.push(json);
            rest = rest.get(4..).unwrap_or_default();
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

/// `name = {..}` or `name = [..]`, up to a comma, if what is in the braces or brackets is not Rust.
fn json(tokens: &[TokenTree]) -> Option<NestedMeta> {
    let [TokenTree::Ident(name), TokenTree::Punct(sign), TokenTree::Group(value), after @ ..] =
        tokens
    else {
        return None;
    };
    let is_rust = match value.delimiter() {
        Delimiter::Brace => syn::parse2::<Block>(value.to_token_stream()).is_ok(),
        Delimiter::Bracket => syn::parse2::<Expr>(value.to_token_stream()).is_ok(),
        Delimiter::Parenthesis | Delimiter::None => true,
    };
    let is_json = sign.as_char() == '=' && after.first().is_none_or(is_comma) && !is_rust;
    is_json.then(|| {
        NestedMeta::NameValueInvalidExpr(MetaNameValueInvalidExpr {
            path: name.clone().into(),
            eq_token: Token![=](sign.span()),
            value: value.to_token_stream(),
            error: refused(value, "expected a Rust expression, and not JSON"),
        })
    })
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
