//! Types that the runtime has a hint for, as far as tokens show: those of other crates, whose
//! schemas need a feature, and the wrappers in which programs share state.

use crate::types::{self, arguments, bare, last, option, parts};
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Ident, Type, TypePath};

/// The wrappers in which programs share state.
const SHARED: [&str; 4] = ["Arc", "Rc", "Mutex", "RwLock"];

/// Context parameters that demand something of the type in them, and their hints.
const HOLDERS: [(&str, &str); 3] =
    [("State", "state"), ("SessionState", "session_state"), ("Auth", "auth")];

/// Crates, with those of their types that are recognized without a path.
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

/// The crate that the type appears to come from.
pub(crate) fn named(ty: &Type) -> Option<&'static str> {
    let Type::Path(TypePath { qself: None, path, .. }) = bare(ty) else { return None };
    let first = path.segments.first()?;
    let last = path.segments.last()?;
    let of = |(name, types): &(&'static str, &[&str])| {
        let usual = path.segments.len() == 1 && types.iter().any(|name| last.ident == name);
        (usual || path.segments.len() > 1 && first.ident == name).then_some(*name)
    };
    // Several crates have a `DateTime`, but only this one gives it a time zone.
    let zoned = || (last.ident == "DateTime" && !last.arguments.is_empty()).then_some("chrono");
    CRATES.iter().find_map(of).or_else(|| zoned().filter(|_| path.segments.len() == 1))
}

/// The crate that the type, or a type inside it, appears to come from.
pub(crate) fn named_in(ty: &Type) -> Option<&'static str> {
    let result = last(ty).filter(|last| last.ident == "Result").map(arguments);
    let inner = || result.unwrap_or_else(|| parts(ty)).into_iter().find_map(named_in);
    named(ty).or_else(inner)
}

/// Whether the type is, or has in it, what appears to be a time of a clock that only runs here.
fn clocked(ty: &Type) -> bool {
    types::named(ty, &["Instant"]) || parts(ty).into_iter().any(clocked)
}

/// The name of the hint for a parameter of this type, which its attribute may make an argument.
pub(crate) fn of_parameter(ty: &Type, is_argument: bool) -> Option<&'static str> {
    let shared = last(ty).is_some_and(|last| {
        SHARED.iter().any(|name| last.ident == name) && !last.arguments.is_empty()
    });
    let holder = || {
        if is_argument {
            return None;
        }
        let last = last(option(ty).unwrap_or(ty)).filter(|last| !last.arguments.is_empty())?;
        HOLDERS.iter().find(|(name, _)| last.ident == name).map(|(_, hint)| *hint)
    };
    named_in(ty)
        .or_else(|| shared.then_some("shared"))
        .or_else(holder)
        .or_else(|| clocked(ty).then_some("instant"))
}

/// The module of the runtime that has the hint of this name.
pub(crate) fn module(name: &str, runtime: &TokenStream, ty: &Type) -> TokenStream {
    let at = ty.span();
    let name = Ident::new(name, at);
    quote_spanned!(at=> #runtime::spelled::#name)
}
