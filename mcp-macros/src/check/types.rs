//! Types that cannot be arguments, as far as their tokens show.

use crate::errors::Errors;
use crate::types::{
    IfStandard, Json, arguments, bare, is_strings, key, last, named, option, parts, reference, text,
};
use syn::{Expr, GenericArgument, Lit, PathArguments, Type, TypeReference};

/// What the attributes of a parameter allow.
#[derive(Clone, Copy, Default)]
pub(super) struct AllowedTypes {
    /// `#[arg(nullable)]`
    pub(super) nullable: bool,
    /// `#[arg(seconds)]` or `#[arg(humantime)]`
    pub(super) duration: bool,
}

/// Checks the type of a parameter.
pub(super) fn parameter(name: &str, ty: &Type, allowed: AllowedTypes, errors: &mut Errors) {
    if is_unit(ty) {
        errors.refuse(
            ty,
            format!("parameter `{name}` has type `()`, which carries no data: remove it"),
        );
        return;
    }
    let within = option(ty).unwrap_or(ty);
    let value = match reference(within) {
        Some(outer) if lent(outer, errors) => &outer.elem,
        Some(_) => return,
        None if allowed.nullable => option(within).unwrap_or(within),
        None if allowed.duration => return,
        None => {
            if let Some(refusal) = unsized_refusal(within) {
                return errors.refuse(within, refusal);
            }
            ty
        }
    };
    if reference(ty).is_some() && is_strings(value) {
        return;
    }
    argument(value, errors);
}

/// Why a value of this type cannot be passed, if it has no size.
fn unsized_refusal(ty: &Type) -> Option<String> {
    let owned = match bare(ty) {
        ty if named(ty, &["str"]) => "String".to_owned(),
        Type::Slice(slice) => format!("Vec<{}>", text(&slice.elem)),
        _ => return None,
    };
    let ty = text(ty);
    Some(format!("`{ty}` is unsized: take `&{ty}` or `{owned}`"))
}

/// Rejects the two kinds of references that cannot be lent to a call.
fn lent(reference: &TypeReference, errors: &mut Errors) -> bool {
    let inner = text(&reference.elem);
    if reference.mutability.is_some() {
        errors.refuse(
            reference,
            "an argument cannot be `&mut`, since the caller would not see the change: take it by value",
        );
    } else if reference.lifetime.as_ref().is_some_and(|lifetime| lifetime.ident == "static") {
        let owned = if inner == "str" { " or `String`" } else { "" };
        let message =
            format!("`&'static {inner}` cannot come from a request: use `&{inner}`{owned}");
        errors.refuse(reference, message);
    } else {
        return true;
    }
    false
}

/// Rejects a type that borrows, as its own lifetime says: the runtime owns what it lends to a call. A
/// `Cow` is owned, whatever its lifetime.
pub(super) fn borrowing(ty: &Type, errors: &mut Errors) -> bool {
    let Some(PathArguments::AngleBracketed(list)) = last(ty).map(|last| &last.arguments) else {
        return false;
    };
    let borrows = list.args.iter().any(|argument| {
        matches!(argument, GenericArgument::Lifetime(lifetime) if lifetime.ident != "static")
    });
    if !borrows || last(ty).is_some_and(|last| last.ident == "Cow") {
        return false;
    }
    let message = format!(
        "`{}` borrows from the request, which does not live long enough: give it owned types, such as `String` in \
         place of `&str`, and no lifetime",
        text(ty)
    );
    errors.refuse(ty, message);
    true
}

fn argument(ty: &Type, errors: &mut Errors) {
    if borrowing(ty, errors) {
        return;
    }
    if let Some(refusal) = refusal(ty) {
        errors.refuse(ty, refusal);
        return;
    }
    for part in parts(ty) {
        argument(part, errors);
    }
}

/// Why no value of this type can come from JSON, and what to do.
fn refusal(ty: &Type) -> Option<String> {
    let ty = bare(ty);
    let refusal = match ty {
        Type::ImplTrait(_) => {
            "`impl Trait` cannot be the type of an argument: use a concrete type, e.g. `String`"
        }
        Type::TraitObject(_) => {
            return Some(format!(
                "`{}` does not implement `Deserialize`: take a concrete type",
                text(ty)
            ));
        }
        Type::FnPtr(_) => "function pointers cannot come from JSON",
        Type::Ptr(_) => "raw pointers cannot come from JSON",
        Type::Never(_) => "`!` cannot be an argument: no value exists",
        Type::Infer(_) => "the schema needs the type: write it out",
        Type::Reference(_) => {
            "a reference inside another type cannot be an argument: take the owned type, e.g. `String`"
        }
        Type::Tuple(tuple) if tuple.elems.is_empty() => "`()` carries no data: use another type",
        Type::Array(array) if length(&array.len).is_some_and(|length| length > 32) => {
            let item = text(&array.elem);
            let length = text(&array.len);
            return Some(format!(
                "serde supports arrays up to 32 items: use `Vec<{item}>` with `#[arg(len = {length})]`"
            ));
        }
        ty if named(ty, &["Result"]) => {
            "`Result` as an argument would be {\"Ok\":..} or {\"Err\":..} in JSON: use the type inside \
             `Ok`"
        }
        _ => return option_refusal(ty),
    };
    Some(refusal.to_owned())
}

fn option_refusal(ty: &Type) -> Option<String> {
    let inner = option(ty)?;
    if option(inner).is_some() {
        let inner = text(inner);
        let hint = "or mark the parameter `#[arg(nullable)]`";
        return Some(format!(
            "`Option<{inner}>` does not distinguish null from absent: use `{inner}`, {hint}"
        ));
    }
    is_unit(inner)
        .then(|| "`Option<()>` cannot be distinguished from an absent value: use `bool`".to_owned())
}

/// The types in this one that serde reads in an unexpected way, and what to do then.
pub(crate) fn unexpected(ty: &Type) -> Vec<IfStandard<'_>> {
    const TYPES: [(&str, &str); 3] = [
        ("OsString", "is platform dependent in JSON: use `String` or `PathBuf`"),
        (
            "Duration",
            "is {\"secs\": .., \"nanos\": ..} in JSON, which models get wrong: use \
             `#[arg(seconds)]` (number) or `#[arg(humantime)]` (\"1h 30m\")",
        ),
        (
            "SystemTime",
            "is {\"secs_since_epoch\": .., ..} in JSON: use `chrono::DateTime<Utc>` or \
             `jiff::Timestamp`",
        ),
    ];
    let own = TYPES.iter().filter(|(name, _)| named(ty, &[*name])).map(|(name, refusal)| {
        let ty = bare(ty);
        IfStandard { ty, at: ty, message: format!("`{name}` {refusal}") }
    });
    own.chain(parts(ty).into_iter().flat_map(unexpected)).collect()
}

/// The maps in a type whose keys are no strings, as the keys of JSON objects are.
pub(crate) fn unfit_keys(ty: &Type) -> Vec<IfStandard<'_>> {
    unfit_key(ty).into_iter().chain(parts(ty).into_iter().flat_map(unfit_keys)).collect()
}

pub(super) fn unfit_key(ty: &Type) -> Option<IfStandard<'_>> {
    let ty = bare(ty);
    let key = key(ty)?;
    let is_unfit = matches!(Json::of(key), Json::List | Json::Map | Json::Bool);
    (is_unfit || option(key).is_some()).then(|| {
        let key_text = text(key);
        let list = last(ty).map(arguments).unwrap_or_default();
        let value = list.get(1).map_or_else(|| "_".to_owned(), text);
        let instead = format!("use `Vec<({key_text}, {value})>` or a string key");
        let message =
            format!("JSON object keys are strings: `{key_text}` cannot be a key; {instead}");
        IfStandard { ty, at: key, message }
    })
}

pub(crate) fn is_unit(ty: &Type) -> bool {
    matches!(bare(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
}

fn length(length: &Expr) -> Option<usize> {
    match length {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}
