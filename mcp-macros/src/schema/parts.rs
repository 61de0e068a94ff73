//! Stand-ins for the types of fields, for a short error about a type without a schema.
//!
//! schemars' derive requires its own trait, and the compiler would list the types that implement
//! it. The derive gets a stand-in instead, which requires our trait.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericArgument, Generics, PathArguments, Type, parse_quote};

use crate::foreign;
use crate::runtime_path::RuntimePath;
use crate::types::{Json, bare, mentions};

/// Containers without bounds on their contents.
const CONTAINERS: [&str; 11] = [
    "Option",
    "Vec",
    "VecDeque",
    "LinkedList",
    "HashSet",
    "BTreeSet",
    "BinaryHeap",
    "HashMap",
    "BTreeMap",
    "Box",
    "Arc",
];

/// A stand-in for a type that may lack a schema.
pub(super) struct Part {
    name: Ident,
    ty: Type,
    krate: RuntimePath,
    /// The other crate that it appears to come from.
    foreign: Option<&'static str>,
}

/// The type with stand-ins for each part that may lack a schema; `None` if none may.
pub(super) fn with_parts(
    ty: &Type,
    generics: &Generics,
    krate: &RuntimePath,
    parts: &mut Vec<Part>,
) -> Option<Type> {
    let mut replace_in = |part: &mut Type| match with_parts(part, generics, krate, parts) {
        Some(replaced) => {
            *part = replaced;
            true
        }
        None => false,
    };
    let mut ty = bare(ty).clone();
    let foreign = foreign::named(&ty).filter(|_| !mentions(ty.to_token_stream(), generics));
    let changed = match &mut ty {
        Type::Array(array) => replace_in(&mut array.elem),
        Type::Slice(slice) => replace_in(&mut slice.elem),
        Type::Reference(reference) => replace_in(&mut reference.elem),
        Type::Tuple(tuple) => {
            tuple.elems.iter_mut().fold(false, |any, part| replace_in(part) | any)
        }
        Type::Path(path) => {
            let segment = path.path.segments.last_mut()?;
            if foreign.is_none() && CONTAINERS.iter().any(|name| segment.ident == name) {
                let PathArguments::AngleBracketed(list) = &mut segment.arguments else {
                    return None;
                };
                list.args.iter_mut().fold(false, |any, argument| match argument {
                    GenericArgument::Type(part) => replace_in(part) | any,
                    _ => any,
                })
            } else if foreign.is_none() && is_known(&ty, generics) {
                false
            } else {
                let name = format_ident!("__Part{}", parts.len());
                parts.push(Part { name: name.clone(), ty, krate: krate.clone(), foreign });
                return Some(parse_quote!(#krate::Standing<#name>));
            }
        }
        _ => false,
    };
    changed.then_some(ty)
}

/// Whether the type certainly has a schema, or is only known to the derived code: it has
/// parameters, for which schemars writes a bound.
fn is_known(ty: &Type, generics: &Generics) -> bool {
    Json::of(ty) != Json::Unknown || mentions(ty.to_token_stream(), generics)
}

impl ToTokens for Part {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, ty, krate, foreign } = self;
        let at = ty.span();
        let runtime = krate.at(at);
        let asked = match foreign {
            Some(name) => {
                let module = foreign::module(name, &runtime, ty);
                quote_spanned!(at=> <#ty as #module::SpelledSchema>)
            }
            None => quote_spanned!(at=> <#ty as #runtime::DeriveSchema>),
        };
        let schema = quote_spanned!(at=> #asked::SCHEMA);
        tokens.extend(quote! {
            struct #name;
            #[automatically_derived]
            impl #krate::Part for #name {
                const SCHEMA: #krate::PartSchema = #schema;
            }
        });
    }
}
