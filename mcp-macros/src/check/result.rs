//! Types that cannot be results, as far as their tokens show.

use super::types::unfit_key;
use crate::errors::Errors;
use crate::types::{IfStandard, arguments, bare, last, named, parts, text};
use syn::punctuated::Punctuated;
use syn::{Token, Type, TypeParamBound};

const FUTURE: &str = "a future cannot be a result: write `async fn` and return its output";

/// Checks the type of a result.
pub(super) fn check(ty: &Type, errors: &mut Errors) {
    let ty = bare(ty);
    match ty {
        Type::ImplTrait(opaque) if is_future(&opaque.bounds) => errors.refuse(ty, FUTURE),
        Type::ImplTrait(_) => {
            errors.refuse(ty, "the result needs a schema: name the type, or return `Json<Value>`");
        }
        Type::TraitObject(_) | Type::FnPtr(_) | Type::Ptr(_) => {
            errors.refuse(
                ty,
                format!("`{}` cannot be written as JSON: return a concrete type", text(ty)),
            );
        }
        Type::Reference(reference)
            if reference.lifetime.as_ref().is_none_or(|of| of.ident != "static") =>
        {
            let owned = match bare(&reference.elem) {
                elem if named(elem, &["str"]) => "String".to_owned(),
                Type::Slice(slice) => format!("Vec<{}>", text(&slice.elem)),
                elem => text(elem),
            };
            errors.refuse(ty, format!("a result must be owned: return `{owned}`"));
        }
        Type::Never(_) => {
            errors.refuse(ty, "a handler cannot return `!`: name a type, or `()`");
        }
        // A type of the user may have such a name, but not with the arguments of these.
        Type::Path(_) if is_boxed_future(ty) => errors.refuse(ty, FUTURE),
        _ => written(ty).into_iter().for_each(|part| check(part, errors)),
    }
}

/// The maps in a result whose keys are no strings.
pub(crate) fn unfit_keys_of_result(ty: &Type) -> Vec<IfStandard<'_>> {
    unfit_key(ty)
        .into_iter()
        .chain(written(ty).into_iter().flat_map(unfit_keys_of_result))
        .collect()
}

/// The types whose values are written with a value of this type.
fn written(ty: &Type) -> Vec<&Type> {
    match last(ty) {
        // The error type of a `Result` only has to be `Display`.
        Some(last) if last.ident == "Result" => arguments(last).into_iter().take(1).collect(),
        Some(last) if last.ident == "Json" => arguments(last),
        _ => parts(ty),
    }
}

fn is_future(bounds: &Punctuated<TypeParamBound, Token![+]>) -> bool {
    bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| last.ident == "Future")
        }
        _ => false,
    })
}

/// `Pin<Box<dyn Future>>`, or its usual names.
fn is_boxed_future(ty: &Type) -> bool {
    let Some(last) = last(ty) else { return false };
    let of = arguments(last);
    match (last.ident.to_string().as_str(), of.as_slice()) {
        ("BoxFuture" | "LocalBoxFuture", [_]) => true,
        ("Pin" | "Box", [inner]) => match bare(inner) {
            Type::TraitObject(object) => is_future(&object.bounds),
            inner => is_boxed_future(inner),
        },
        _ => false,
    }
}
