//! The arguments of `#[extension]`, and those of the derives for what an extension sends. A text
//! comes first, then those with names.

use crate::attr::refusal::refused;
use crate::attr::values::{Code, Switch, Text, Type};
use crate::attr::version::Version;
use crate::attr::words::parenthesized;
use crate::attr::{named, parse};
use crate::literal::string;
use crate::runtime_path::RuntimePath;
use darling::FromMeta;
use proc_macro2::{Span, TokenStream};
use syn::{Expr, LitStr, Meta, Path};

/// Of `#[extension]`.
#[derive(Default, FromMeta)]
pub(super) struct Extension {
    pub(super) since: Option<Version>,
    pub(super) settings: Option<Code>,
    pub(super) client: Option<Type>,
    pub(super) results: Option<Literals>,
    pub(super) notifies: Option<Paths>,
    #[darling(default)]
    pub(super) official: Switch,
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
}

/// Of `#[derive(ExtensionRequest)]`.
#[derive(Default, FromMeta)]
pub(super) struct Request {
    pub(super) extension: Option<Type>,
    pub(super) result: Option<Type>,
    pub(super) name: Option<Text>,
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
}

/// Of `#[derive(ExtensionNotification)]`.
#[derive(Default, FromMeta)]
pub(super) struct Notification {
    pub(super) extension: Option<Type>,
    pub(super) topic: Option<Text>,
    pub(super) key: Option<Code>,
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
}

/// Of `#[derive(MetaEntry)]`.
#[derive(Default, FromMeta)]
pub(super) struct Entry {
    #[darling(rename = "crate")]
    pub(super) krate: Option<RuntimePath>,
}

/// Strings in parentheses: `results("batch")`.
pub(super) struct Literals(pub(super) Vec<LitStr>);

impl FromMeta for Literals {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "write the kinds of results in parentheses: `results(\"batch\")`";
        parenthesized(item).map(Self).ok_or_else(|| refused(item, message))
    }
}

/// Types in parentheses: `notifies(Progress)`.
pub(super) struct Paths(pub(super) Vec<Path>);

impl FromMeta for Paths {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        let message = "write the types of notifications in parentheses: `notifies(Progress)`";
        parenthesized(item).map(Self).ok_or_else(|| refused(item, message))
    }
}

/// Reads the text, and the arguments after it.
pub(super) fn read<T: FromMeta>(
    name: &str,
    arguments: TokenStream,
    at: Span,
    hint: &str,
) -> syn::Result<(LitStr, T)> {
    let (first, rest) = parse::split_first(arguments);
    if first.is_empty() {
        return Err(syn::Error::new(at, hint));
    }
    let text = syn::parse2::<Expr>(first.clone()).ok();
    let Some(text) = text.as_ref().and_then(string) else {
        return Err(refused(&first, hint).into());
    };
    Ok((text.clone(), named::read(name, rest)?))
}
