//! The value types of attribute arguments. The error of each type shows how it is written.

use crate::attr::json;
use crate::attr::parse;
use crate::errors::Errors;
use darling::FromMeta;
use darling::ast::{MetaNameValueInvalidExpr, NestedMeta};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, LitStr, Meta, Path, Token};

/// An error that spans these tokens.
pub(crate) fn refused(at: &impl ToTokens, message: impl std::fmt::Display) -> darling::Error {
    syn::Error::new_spanned(at, message).into()
}

/// Reads all attributes of this name.
pub(crate) fn all<T: FromMeta + Default>(
    attributes: &[Attribute],
    name: &str,
    errors: &mut Errors,
) -> T {
    let mut arguments = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(name)) {
        match &attribute.meta {
            Meta::List(list) => {
                let more = parse::list(list.tokens.clone());
                arguments.extend(errors.keep(more).into_iter().flatten());
            }
            meta => errors.refuse(
                meta,
                format!("`#[{name}]` has no arguments: remove it, or write `#[{name}(..)]`"),
            ),
        }
    }
    if name == "schema" {
        arguments.retain(|argument| !is_of_serde(argument, errors));
    }
    errors.keep(parse::read(name, &arguments)).unwrap_or_default()
}

/// Rejects an argument that belongs in `#[serde(..)]`: the schema follows serde's attributes.
fn is_of_serde(argument: &NestedMeta, errors: &mut Errors) -> bool {
    const NAMES: [&str; 9] = [
        "alias",
        "content",
        "default",
        "deny_unknown_fields",
        "flatten",
        "rename",
        "rename_all",
        "tag",
        "untagged",
    ];
    let NestedMeta::Meta(meta) = argument else { return false };
    let Some(name) = NAMES.iter().find(|name| meta.path().is_ident(name)) else { return false };
    errors.refuse(meta, format!("`{name}` is an attribute of serde: write `#[serde({name} ..)]`"));
    true
}

/// The name of an argument, for messages.
pub(crate) fn name(meta: &Meta) -> String {
    meta.path().segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// A string literal: `title = ".."`.
#[derive(Clone)]
pub(crate) struct Text(pub(crate) LitStr);

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Some(Lit::Str(text)) = literal(&pair.value)
        {
            return Ok(Self(text.clone()));
        }
        let name = name(item);
        Err(refused(item, format!("`{name}` takes a string: `{name} = \"..\"`")))
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// The expression as a literal, if it is one.
pub(crate) fn literal(value: &Expr) -> Option<&Lit> {
    match ungrouped(value) {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

/// Any expression: `description = EXPR`.
#[derive(Clone)]
pub(crate) struct Code(pub(crate) Expr);

impl FromMeta for Code {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::NameValue(pair) => Ok(Self(pair.value.clone())),
            Meta::Path(_) | Meta::List(_) => {
                let name = name(item);
                Err(refused(item, format!("`{name}` takes a value: `{name} = ..`")))
            }
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// A flag that can be negated: `read_only` or `read_only = false`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Switch(pub(crate) bool);

impl FromMeta for Switch {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match item {
            Meta::Path(_) => return Ok(Self(true)),
            Meta::NameValue(pair) => {
                if let Some(Lit::Bool(value)) = literal(&pair.value) {
                    return Ok(Self(value.value));
                }
            }
            Meta::List(_) => {}
        }
        let name = name(item);
        Err(refused(item, format!("write `{name}` or `{name} = false`")))
    }
}

/// A count of at least one: `attempts = 3`.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u32);

impl FromMeta for Count {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Some(Lit::Int(number)) = literal(&pair.value)
            && let Ok(count @ 1..) = number.base10_parse()
        {
            return Ok(Self(count));
        }
        let name = name(item);
        Err(refused(item, format!("`{name}` takes a positive integer: `{name} = 3`")))
    }
}

/// The name of a function: `complete = names`.
#[derive(Clone)]
pub(crate) struct Function(pub(crate) Path);

impl FromMeta for Function {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Meta::NameValue(pair) = item
            && let Expr::Path(path) = ungrouped(&pair.value)
        {
            return Ok(Self(path.path.clone()));
        }
        let name = name(item);
        let message = format!(
            "`{name}` takes the name of a function from `&str` to `Vec<String>`: `{name} = names`"
        );
        Err(refused(item, message))
    }
}

/// The expression without the invisible groups that a `macro_rules!` variable adds.
fn ungrouped(value: &Expr) -> &Expr {
    match value {
        Expr::Group(group) => ungrouped(&group.expr),
        other => other,
    }
}

/// The values in the parentheses of `name(a, b)`; `None` for anything else.
pub(crate) fn parenthesized<T: Parse>(item: &Meta) -> Option<Vec<T>> {
    let Meta::List(list) = item else { return None };
    let values = list.parse_args_with(Punctuated::<T, Token![,]>::parse_terminated).ok()?;
    Some(values.into_iter().collect())
}

/// Strings in parentheses: `sizes("48x48", "96x96")`.
#[derive(Clone, Default)]
pub(crate) struct Texts(pub(crate) Vec<LitStr>);

impl FromMeta for Texts {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        parenthesized(item).map(Self).ok_or_else(|| {
            let name = name(item);
            refused(
                item,
                format!("`{name}` takes strings in parentheses: `{name}(\"..\", \"..\")`"),
            )
        })
    }
}

/// A value written as JSON: `example = {"x": [1, true]}`.
#[derive(Clone)]
pub(crate) struct Json {
    pub(crate) text: String,
    /// As it is written, for error messages.
    pub(crate) written: TokenStream,
}

impl FromMeta for Json {
    /// An object is not a Rust expression.
    fn from_invalid_expr(pair: &MetaNameValueInvalidExpr) -> darling::Result<Self> {
        Self::of(pair.value.clone())
    }

    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Code(value) = Code::from_meta(item)?;
        Self::of(value.to_token_stream())
    }
}

impl Json {
    fn of(written: TokenStream) -> darling::Result<Self> {
        Ok(Self { text: json::text(written.clone())?, written })
    }
}
