//! Types of which the runtime has something to say, as far as tokens show: those of other crates, which
//! have a schema by a feature, and what programs put around a state.

use crate::types::{arguments, bare, last, parts};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Ident, Type, TypePath};

/// What programs share, around a state.
const SHARED: [&str; 4] = ["Arc", "Rc", "Mutex", "RwLock"];

/// Crates, with the names of theirs that are known without a path.
const CRATES: [(&str, &[&str]); 9] = [
    ("bytes", &["Bytes", "BytesMut"]),
    ("chrono", &["NaiveDate", "NaiveDateTime", "NaiveTime", "TimeDelta"]),
    ("indexmap", &["IndexMap", "IndexSet"]),
    ("jiff", &["Timestamp", "Zoned", "SignedDuration"]),
    ("rust_decimal", &["Decimal"]),
    ("semver", &["Version", "VersionReq"]),
    ("time", &["OffsetDateTime", "PrimitiveDateTime", "UtcDateTime"]),
    ("url", &["Url"]),
    ("uuid", &["Uuid"]),
];

/// The crate that the type looks to be of.
pub(crate) fn named(ty: &Type) -> Option<&'static str> {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return None };
    let (first, last) = (path.segments.first()?, path.segments.last()?);
    let of = |(name, types): &(&'static str, &[&str])| {
        let usual = path.segments.len() == 1 && types.iter().any(|name| last.ident == name);
        (usual || path.segments.len() > 1 && first.ident == name).then_some(*name)
    };
    // `DateTime` has many fathers, but a time zone only from this one.
    let zoned = || (last.ident == "DateTime" && !last.arguments.is_empty()).then_some("chrono");
    CRATES.iter().find_map(of).or_else(|| zoned().filter(|_| path.segments.len() == 1))
}

/// The crate of which the type, or one in it, looks to be.
pub(crate) fn named_in(ty: &Type) -> Option<&'static str> {
    let result = last(ty).filter(|last| last.ident == "Result").map(arguments);
    let inner = || result.unwrap_or_else(|| parts(ty)).into_iter().find_map(named_in);
    named(ty).or_else(inner)
}

/// What there is to say of a parameter of this type.
pub(crate) fn of_parameter(ty: &Type) -> Option<&'static str> {
    let shared = last(ty).is_some_and(|last| {
        SHARED.iter().any(|name| last.ident == name) && !last.arguments.is_empty()
    });
    named_in(ty).or_else(|| shared.then_some("shared"))
}

/// The module of the runtime that knows what to say of it.
pub(crate) fn module(name: &str, runtime: &TokenStream, ty: &Type) -> TokenStream {
    let at = ty.span();
    let name = Ident::new(name, at);
    quote_spanned!(at=> #runtime::spelled::#name)
}
