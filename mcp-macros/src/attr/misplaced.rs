//! Arguments that belong in the parentheses of another one, or to another kind of handler: the structs
//! that are read from arguments say which those are.

use super::common::Common;
use super::parse;
use super::refusal::{name, refused};
use super::resource::{Cache, Resource};
use super::tool::{Task, Tool};
use crate::kind::Kind;
use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use syn::Meta;

/// Explains why the arguments of a handler cannot be read: the error says where one of them belongs, if
/// that is known.
pub(crate) fn explain(error: syn::Error, kind: Kind, arguments: TokenStream) -> syn::Error {
    let arguments = parse::list(arguments).unwrap_or_default();
    let found = arguments.iter().find_map(|argument| match argument {
        NestedMeta::Meta(meta) => Some((meta, instead(kind, meta)?)),
        NestedMeta::Lit(_) | NestedMeta::NameValueInvalidExpr(_) => None,
    });
    found.map_or(error, |(meta, instead)| {
        refused(meta, format!("unknown argument `{}`: {instead}", name(meta))).into()
    })
}

/// Where an argument belongs that a handler of this kind does not take.
fn instead(kind: Kind, meta: &Meta) -> Option<String> {
    let name = name(meta);
    let other = kind.name();
    let written = if let Meta::Path(_) = meta { name } else { format!("{name} = ..") };
    match kind {
        Kind::Tool if takes::<Tool>(meta) => None,
        Kind::Tool if takes::<Task>(meta) => Some(format!("write `task({written})`")),
        Kind::Resource if takes::<Resource>(meta) => None,
        Kind::Resource if takes::<Cache>(meta) => Some(
            "write `cache(ttl = \"60s\")`, with `public` if all callers may share it".to_owned(),
        ),
        Kind::Prompt if takes::<Common>(meta) => None,
        Kind::Prompt | Kind::Resource if takes::<Tool>(meta) => {
            Some(format!("only a tool takes it, not a {other}: remove it"))
        }
        Kind::Tool | Kind::Prompt if takes::<Resource>(meta) => {
            Some(format!("only a resource takes it, not a {other}: remove it"))
        }
        _ => None,
    }
}

/// Whether the arguments that a struct is read from include one with this name.
fn takes<T: FromMeta>(meta: &Meta) -> bool {
    // Without a value, it has no arguments of its own that could be unknown.
    let name = NestedMeta::Meta(Meta::Path(meta.path().clone()));
    let is_unknown = |error: darling::Error| error.to_string().starts_with("Unknown field");
    T::from_list(&[name]).map_or_else(|errors| !errors.into_iter().any(is_unknown), |_| true)
}
