//! What the tokens of a type show. An alias hides everything: what has to be certain is left to the
//! compiler.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    GenericArgument, GenericParam, Generics, Path, PathArguments, PathSegment, Type, TypeReference,
};

/// The type without parentheses and invisible groups.
pub(crate) fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        other => other,
    }
}

pub(crate) fn reference(ty: &Type) -> Option<&TypeReference> {
    match bare(ty) {
        Type::Reference(reference) => Some(reference),
        _ => None,
    }
}

/// Whether the type is `[&str]`, which is lent in two steps.
pub(crate) fn is_strings(ty: &Type) -> bool {
    let Type::Slice(slice) = bare(ty) else {
        return false;
    };
    let item = reference(&slice.elem).filter(|item| item.mutability.is_none());
    item.is_some_and(|item| named(&item.elem, &["str"]))
}

/// `T` of `Option<T>`.
pub(crate) fn option(ty: &Type) -> Option<&Type> {
    match arguments(last(ty)?).as_slice() {
        [inner] if named(ty, &["Option"]) => Some(*inner),
        _ => None,
    }
}

/// Whether the type is spelled as one of these types of the standard library. A type of that name
/// from elsewhere is distinguished by its path, as in `crate::Duration`.
pub(crate) fn named(ty: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = bare(ty) else {
        return false;
    };
    let standard = path.path.segments.len() == 1 || starts_in_std(&path.path);
    standard && last(ty).is_some_and(|last| names.iter().any(|name| last.ident == name))
}

fn starts_in_std(path: &Path) -> bool {
    path.segments
        .first()
        .is_some_and(|first| ["std", "core", "alloc"].iter().any(|std| first.ident == std))
}

/// The last segment of a path.
pub(crate) fn last(ty: &Type) -> Option<&PathSegment> {
    match bare(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The type arguments of a path segment.
pub(crate) fn arguments(segment: &PathSegment) -> Vec<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(list) => {
            let types = list.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.collect()
        }
        PathArguments::None | PathArguments::Parenthesized(_) => Vec::new(),
    }
}

const LISTS: [&str; 7] =
    ["Vec", "VecDeque", "LinkedList", "HashSet", "BTreeSet", "BinaryHeap", "IndexSet"];
const MAPS: [&str; 3] = ["HashMap", "BTreeMap", "IndexMap"];
const WRAPPERS: [&str; 9] =
    ["Option", "Box", "Rc", "Arc", "Cow", "Mutex", "RwLock", "Cell", "RefCell"];

/// The types whose values are part of a value of this type. Nothing is known of a type that is
/// not among the usual containers: it may be a context parameter.
pub(crate) fn parts(ty: &Type) -> Vec<&Type> {
    match bare(ty) {
        Type::Array(array) => vec![&array.elem],
        Type::Slice(slice) => vec![&slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        Type::Reference(reference) => vec![&reference.elem],
        ty if [&LISTS[..], &MAPS, &WRAPPERS].iter().any(|names| spelled(ty, names)) => {
            last(ty).map(arguments).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// What a smart pointer, or several, point to.
pub(crate) fn pointee(ty: &Type) -> &Type {
    let pointers = ["Box", "Rc", "Arc", "Cow"];
    let inner = last(ty).filter(|_| spelled(ty, &pointers)).map(arguments).unwrap_or_default();
    inner.last().map_or(ty, |inner| pointee(inner))
}

/// The key of a map.
pub(crate) fn key(ty: &Type) -> Option<&Type> {
    is_map(ty).then(|| last(ty).map(arguments)?.first().copied())?
}

fn is_list(ty: &Type) -> bool {
    spelled(ty, &LISTS) && last(ty).is_some_and(|last| !arguments(last).is_empty())
}

fn is_map(ty: &Type) -> bool {
    spelled(ty, &MAPS) && last(ty).is_some_and(|last| arguments(last).len() > 1)
}

/// Like [`named`], whatever the crate: containers have the same names everywhere. What a type of the
/// user with such a name would be wrongly refused for is [asked](IfStandard) of the compiler.
fn spelled(ty: &Type, names: &[&str]) -> bool {
    last(ty).is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Whether the tokens mention a type parameter, any lifetime, or the type itself.
pub(crate) fn mentions(tokens: TokenStream, generics: &Generics) -> bool {
    let is_parameter = |word: &Ident| {
        generics.params.iter().any(|param| match param {
            GenericParam::Type(param) => param.ident == *word,
            GenericParam::Const(param) => param.ident == *word,
            GenericParam::Lifetime(_) => false,
        }) || *word == "Self"
    };
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => is_parameter(&word),
        TokenTree::Punct(sign) => sign.as_char() == '\'',
        TokenTree::Group(group) => mentions(group.stream(), generics),
        TokenTree::Literal(_) => false,
    })
}

/// Something wrong with a type if it is one of the standard library, and not one of the user that has
/// its name: only the compiler knows.
pub(crate) struct IfStandard<'a> {
    pub(crate) ty: &'a Type,
    pub(crate) at: &'a Type,
    pub(crate) message: String,
}

/// The kind of JSON value that a type is known to be.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Json {
    Integer,
    Float,
    Text,
    Bool,
    List,
    Map,
    Unknown,
}

pub(crate) const INTEGERS: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];

impl Json {
    pub(crate) fn of(ty: &Type) -> Self {
        match bare(ty) {
            Type::Reference(reference) => Self::of(&reference.elem),
            Type::Slice(_) | Type::Array(_) | Type::Tuple(_) => Self::List,
            ty if spelled(ty, &WRAPPERS) => last(ty)
                .map(arguments)
                .and_then(|inner| inner.last().copied())
                .map_or(Self::Unknown, Self::of),
            ty if named(ty, &INTEGERS) => Self::Integer,
            ty if named(ty, &["f32", "f64"]) => Self::Float,
            ty if named(ty, &["String", "str", "char", "PathBuf", "Path"]) => Self::Text,
            ty if named(ty, &["bool"]) => Self::Bool,
            ty if is_list(ty) => Self::List,
            ty if is_map(ty) => Self::Map,
            _ => Self::Unknown,
        }
    }
}

/// Whether model providers accept the name of a tool or of an argument, with these signs in it.
pub(crate) fn is_provider_name(name: &str, signs: &str) -> bool {
    let legal = |next: char| next.is_ascii_alphanumeric() || signs.contains(next);
    (1..=64).contains(&name.len()) && name.chars().all(legal)
}

/// The type as a person writes it.
pub(crate) fn text(tokens: &impl ToTokens) -> String {
    let text = tokens.to_token_stream().to_string();
    [
        (" :: ", "::"),
        (" < ", "<"),
        (" >", ">"),
        (" ,", ","),
        ("& ", "&"),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        ("* ", "*"),
    ]
    .iter()
    .fold(text, |text, (from, to)| text.replace(from, to))
}
