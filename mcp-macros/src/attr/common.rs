//! The arguments that every kind of handler takes, and those of `#[prompt]`, which has no others.

use super::duration::DurationValue;
use super::json::Entry;
use super::refusal::{ICON, hint, refused};
use super::values::{Code, Switch, Text};
use super::words::Texts;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use darling::ast::MetaNameValueInvalidExpr;
use syn::punctuated::Punctuated;
use syn::{LitStr, Meta, Token};

#[derive(Default, FromMeta)]
pub(crate) struct Common {
    pub(crate) name: Option<Text>,
    pub(crate) title: Option<Code>,
    pub(crate) description: Option<Code>,
    #[darling(multiple, rename = "icon")]
    pub(crate) icons: Vec<Icon>,
    #[darling(multiple)]
    pub(crate) meta: Vec<Entries>,
    pub(crate) visible: Option<Code>,
    /// The scopes that a request over HTTP needs.
    pub(crate) scopes: Option<Scopes>,
    pub(crate) timeout: Option<DurationValue>,
    #[darling(default)]
    pub(crate) blocking: Switch,
    pub(crate) rename_all: Option<Text>,
    #[darling(rename = "crate")]
    pub(crate) krate: Option<RuntimePath>,
}

#[derive(FromMeta)]
#[darling(from_word = || hint(ICON), from_expr = |_| hint(ICON))]
pub(crate) struct Icon {
    pub(crate) src: Text,
    pub(crate) mime_type: Option<Text>,
    #[darling(default)]
    pub(crate) sizes: Texts,
    pub(crate) theme: Option<Text>,
}

/// `meta("key" = JSON, ..)`.
pub(crate) struct Entries(pub(crate) Vec<Entry>);

const ENTRIES: &str = "write the entries in parentheses: `meta(\"key\" = ..)`";

impl FromMeta for Entries {
    /// An object is not a Rust expression.
    fn from_invalid_expr(pair: &MetaNameValueInvalidExpr) -> darling::Result<Self> {
        Err(refused(&pair.value, ENTRIES))
    }

    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Meta::List(list) = item else { return Err(refused(item, ENTRIES)) };
        let entries = list.parse_args_with(Punctuated::<Entry, Token![,]>::parse_terminated)?;
        Ok(Self(entries.into_iter().collect()))
    }
}

/// `scopes("files:read", ..)`.
#[derive(Clone)]
pub(crate) struct Scopes(pub(crate) Vec<LitStr>);

impl FromMeta for Scopes {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let Texts(scopes) = Texts::from_meta(item)?;
        if scopes.is_empty() {
            let message = "name the scopes that a call needs, as in `scopes(\"files:write\")`";
            return Err(refused(item, message));
        }
        Ok(Self(scopes))
    }
}
