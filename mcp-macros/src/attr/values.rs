//! The value types of attribute arguments. The error of each type shows how it is written.

use super::json;
use super::refusal::{name, refused};
use darling::FromMeta;
use darling::ast::MetaNameValueInvalidExpr;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, Lit, LitStr, Meta, Path};

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
