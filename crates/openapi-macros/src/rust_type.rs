//! What the tokens of a type show, and whether a schema allows it.

use quote::ToTokens;
use serde_json::Value;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::document::ApiDocument;
use crate::kinds::Kinds;

/// `T` of `Option<T>`.
pub(crate) fn option(ty: &Type) -> Option<&Type> {
    last(ty).filter(|last| last.ident == "Option").and_then(argument)
}

/// Whether the type is spelled with this name.
pub(crate) fn is(ty: &Type, name: &str) -> bool {
    last(ty).is_some_and(|last| last.ident == name)
}

/// Whether the type is `()`.
pub(crate) fn is_unit(ty: &Type) -> bool {
    matches!(bare(ty), Type::Tuple(tuple) if tuple.elems.is_empty())
}

/// What a schema plainly has instead of the type, in words. `is_read` is for types of responses.
pub(crate) fn misfit(
    document: &ApiDocument,
    ty: &Type,
    schema: &Value,
    is_read: bool,
) -> Option<String> {
    let ty = option(ty).unwrap_or(ty);
    let kinds = Kinds::of(document, schema, 0);
    let (mut expected, item) = kinds_of(ty)?;
    if expected == Kinds::FRACTION && is_read {
        // An integer can be read as a float, too.
        expected = Kinds::NUMBER;
    }
    if !kinds.has(expected) {
        return Some(kinds.explain().0.to_owned());
    }
    let items = document.resolve(schema).ok()?.get("items")?;
    let words = misfit(document, item?, items, is_read)?;
    Some(format!("a list whose items are each {words}"))
}

/// A type for a schema, if there is one without a name of its own.
pub(crate) fn type_for(document: &ApiDocument, schema: &Value) -> Option<String> {
    let resolved = document.resolve(schema).ok()?;
    let ty = Kinds::of(document, schema, 0).explain().1?;
    let item = resolved.get("items").and_then(|items| type_for(document, items));
    let least = resolved.get("minimum").and_then(Value::as_f64);
    Some(match (ty, item) {
        ("Vec<..>", Some(item)) => format!("Vec<{item}>"),
        ("i64", _) if least.is_some_and(|least| least >= 0.0) => "u64".to_owned(),
        _ => ty.to_owned(),
    })
}

/// The kinds of values that a type has, if its name shows that, and the type of its items.
fn kinds_of(ty: &Type) -> Option<(Kinds, Option<&Type>)> {
    if let Type::Reference(reference) = bare(ty) {
        return kinds_of(&reference.elem);
    }
    if let Type::Slice(slice) = bare(ty) {
        return Some((Kinds::ARRAY, Some(&slice.elem)));
    }
    let last = last(ty)?;
    match last.ident.to_string().as_str() {
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128"
        | "isize" => Some((Kinds::INTEGER, None)),
        "f32" | "f64" => Some((Kinds::FRACTION, None)),
        "String" | "str" | "char" => Some((Kinds::STRING, None)),
        "bool" => Some((Kinds::BOOLEAN, None)),
        "Vec" | "VecDeque" | "HashSet" | "BTreeSet" => Some((Kinds::ARRAY, argument(last))),
        "HashMap" | "BTreeMap" => Some((Kinds::OBJECT, None)),
        _ => None,
    }
}

fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}

fn last(ty: &Type) -> Option<&PathSegment> {
    match bare(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The first type in the angle brackets.
fn argument(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(list) = &segment.arguments else { return None };
    list.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// A type as a person writes it.
pub(crate) fn text(ty: &Type) -> String {
    let text = ty.to_token_stream().to_string();
    [(" < ", "<"), (" >", ">"), (" :: ", "::"), ("& ", "&")]
        .iter()
        .fold(text, |text, (from, to)| text.replace(from, to))
}

/// Whether a text can be read as the type, as far as its name shows.
pub(crate) fn is_text(ty: &Type) -> bool {
    kinds_of(option(ty).unwrap_or(ty)).is_none_or(|(kinds, _)| kinds == Kinds::STRING)
}
