//! The types of fields, so that one without a schema is told in few words.
//!
//! schemars' derive asks for its own trait, and the compiler answers with a list of the types
//! that have it. `<T as DeriveSchema>::This` is `T`, and asks for ours.

use syn::{GenericArgument, Generics, PathArguments, Type, parse_quote};

use crate::krate::Krate;
use crate::types::{Json, arguments, bare, last};

/// Containers that put no bounds on what is in them.
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

/// The type, asking for the schema of each part that may lack one; `None` if none may.
pub(super) fn told(ty: &Type, generics: &Generics, krate: &Krate) -> Option<Type> {
    let told_in = |part: &mut Type| match told(part, generics, krate) {
        Some(told) => {
            *part = told;
            true
        }
        None => false,
    };
    let mut ty = bare(ty).clone();
    let changed = match &mut ty {
        Type::Array(array) => told_in(&mut array.elem),
        Type::Slice(slice) => told_in(&mut slice.elem),
        Type::Reference(reference) => told_in(&mut reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter_mut().fold(false, |any, part| told_in(part) | any),
        Type::Path(path) => {
            let segment = path.path.segments.last_mut()?;
            if CONTAINERS.iter().any(|name| segment.ident == name) {
                let PathArguments::AngleBracketed(list) = &mut segment.arguments else {
                    return None;
                };
                list.args.iter_mut().fold(false, |any, argument| match argument {
                    GenericArgument::Type(part) => told_in(part) | any,
                    _ => any,
                })
            } else if is_known(&ty, generics) {
                false
            } else {
                return Some(parse_quote!(<#ty as #krate::DeriveSchema>::This));
            }
        }
        _ => false,
    };
    changed.then_some(ty)
}

/// Types that have a schema, and parameters, for which schemars writes a bound.
fn is_known(ty: &Type, generics: &Generics) -> bool {
    let is_parameter = |ty: &Type| match ty {
        Type::Path(path) => generics.type_params().any(|known| path.path.is_ident(&known.ident)),
        _ => false,
    };
    let of_parameters = || last(ty).map(arguments).unwrap_or_default();
    Json::of(ty) != Json::Unknown || is_parameter(ty) || !of_parameters().is_empty()
}
