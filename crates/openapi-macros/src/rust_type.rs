//! What the tokens of a type show, and whether a schema allows it.

use quote::ToTokens;
use serde_json::Value;
use syn::{GenericArgument, PathArguments, PathSegment, Type};

use crate::document::Document;
use crate::kinds::Kinds;

const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
const LISTS: [&str; 4] = ["Vec", "VecDeque", "HashSet", "BTreeSet"];
const MAPS: [&str; 2] = ["HashMap", "BTreeMap"];

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

/// What goes through the type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Direction {
    Request,
    Response,
}

/// What a schema plainly has instead of the type, in words.
pub(crate) fn misfit(
    document: &Document,
    ty: &Type,
    schema: &Value,
    direction: Direction,
) -> Option<String> {
    let ty = option(ty).unwrap_or(ty);
    let kinds = Kinds::of(document, schema);
    let (mut expected, item) = kinds_of(ty)?;
    if expected == Kinds::FRACTION && direction == Direction::Response {
        // An integer can be read as a float, too.
        expected = Kinds::NUMBER;
    }
    if !kinds.has(expected) {
        return Some(kinds.words().to_owned());
    }
    let items = document.resolve(schema).ok()?.get("items")?;
    let words = misfit(document, item?, items, direction)?;
    Some(format!("a list whose items are each {words}"))
}

/// A type for a schema, if there is one without a name of its own.
pub(crate) fn type_for(document: &Document, schema: &Value) -> Option<String> {
    let resolved = document.resolve(schema).ok()?;
    let is_positive =
        || resolved.get("minimum").and_then(Value::as_f64).is_some_and(|least| least >= 0.0);
    match Kinds::of(document, schema).without_null() {
        Kinds::BOOLEAN => Some("bool".to_owned()),
        Kinds::INTEGER if is_positive() => Some("u64".to_owned()),
        Kinds::INTEGER => Some("i64".to_owned()),
        Kinds::NUMBER => Some("f64".to_owned()),
        Kinds::STRING => Some("String".to_owned()),
        Kinds::ARRAY => {
            let item = resolved.get("items").and_then(|items| type_for(document, items));
            Some(format!("Vec<{}>", item.as_deref().unwrap_or("..")))
        }
        _ => None,
    }
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
    let is_one_of = |names: &[&str]| names.iter().any(|name| last.ident == name);
    if is_one_of(&INTEGERS) {
        Some((Kinds::INTEGER, None))
    } else if is_one_of(&["f32", "f64"]) {
        Some((Kinds::FRACTION, None))
    } else if is_one_of(&["String", "str", "char"]) {
        Some((Kinds::STRING, None))
    } else if is_one_of(&["bool"]) {
        Some((Kinds::BOOLEAN, None))
    } else if is_one_of(&LISTS) {
        Some((Kinds::ARRAY, argument(last)))
    } else if is_one_of(&MAPS) {
        Some((Kinds::OBJECT, None))
    } else {
        None
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
