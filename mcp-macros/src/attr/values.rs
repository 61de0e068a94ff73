//! The value types of attribute arguments. The error of each type shows how it is written.

use super::json;
use super::refusal::{refused, wrong};
use crate::literal::{literal, string, ungrouped};
use darling::FromMeta;
use darling::ast::MetaNameValueInvalidExpr;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, Lit, LitStr, Meta, Path};

/// A string literal: `title = ".."`.
#[derive(Clone)]
pub(crate) struct Text(pub(crate) LitStr);

impl FromMeta for Text {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let text = value_of(item).and_then(string).cloned().map(Self);
        text.ok_or_else(|| {
            wrong(item, |name| format!("`{name}` takes a string: `{name} = \"..\"`"))
        })
    }
}

impl ToTokens for Text {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// The value of `name = value`.
pub(crate) fn value_of(item: &Meta) -> Option<&Expr> {
    if let Meta::NameValue(pair) = item { Some(&pair.value) } else { None }
}

/// Any expression: `description = EXPR`.
#[derive(Clone)]
pub(crate) struct Code(pub(crate) Expr);

impl FromMeta for Code {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match value_of(item) {
            // As which a type is read that is no expression.
            Some(Expr::Verbatim(ty)) if syn::parse2::<syn::Type>(ty.clone()).is_ok() => {
                Err(refused(ty, "expected a value, not a type"))
            }
            Some(value) => Ok(Self(value.clone())),
            None => Err(wrong(item, |name| format!("`{name}` takes a value: `{name} = ..`"))),
        }
    }
}

impl ToTokens for Code {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// A type: `client = Settings`.
pub(crate) struct Type(TokenStream);

impl FromMeta for Type {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let tokens = value_of(item).map(ToTokens::to_token_stream);
        let ty = tokens.filter(|tokens| syn::parse2::<syn::Type>(tokens.clone()).is_ok());
        ty.map(Self)
            .ok_or_else(|| wrong(item, |name| format!("`{name}` takes a type: `{name} = Type`")))
    }
}

impl ToTokens for Type {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// A flag that can be negated: `read_only` or `read_only = false`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Switch(pub(crate) bool);

impl FromMeta for Switch {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        match (item, value_of(item).and_then(literal)) {
            (Meta::Path(_), _) => Ok(Self(true)),
            (_, Some(Lit::Bool(value))) => Ok(Self(value.value)),
            _ => Err(wrong(item, |name| format!("write `{name}` or `{name} = false`"))),
        }
    }
}

/// A count of at least one: `attempts = 3`.
#[derive(Clone, Copy)]
pub(crate) struct Count(pub(crate) u32);

impl FromMeta for Count {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(Lit::Int(number)) = value_of(item).and_then(literal)
            && let Ok(count @ 1..) = number.base10_parse()
        {
            return Ok(Self(count));
        }
        Err(wrong(item, |name| format!("`{name}` takes a positive integer: `{name} = 3`")))
    }
}

/// The name of a function: `complete = names`.
#[derive(Clone)]
pub(crate) struct Function(pub(crate) Path);

impl FromMeta for Function {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(Expr::Path(path)) = value_of(item).map(ungrouped) {
            return Ok(Self(path.path.clone()));
        }
        let what = "the name of a function from `&str` to `Vec<String>`";
        Err(wrong(item, |name| format!("`{name}` takes {what}: `{name} = names`")))
    }
}

/// The name of a function: `preview = show`.
#[derive(Clone)]
pub(crate) struct Preview(pub(crate) Path);

impl FromMeta for Preview {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(Expr::Path(path)) = value_of(item).map(ungrouped) {
            return Ok(Self(path.path.clone()));
        }
        let what =
            "the name of a function with the parameters of the tool, which returns a `ToolView`";
        Err(wrong(item, |name| format!("`{name}` takes {what}: `{name} = show`")))
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
