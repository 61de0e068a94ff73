//! Words, and lists of values in parentheses: `audience(user, assistant)`.

use super::refusal::{name, refused, wrong};
use super::values::value_of;
use darling::FromMeta;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Meta, Token};

/// The values in the parentheses of `name(a, b)`; `None` for anything else.
pub(crate) fn parenthesized<T: Parse>(item: &Meta) -> Option<Vec<T>> {
    let Meta::List(list) = item else { return None };
    let values = list.parse_args_with(Punctuated::<T, Token![,]>::parse_terminated).ok()?;
    Some(values.into_iter().collect())
}

/// Strings in parentheses: `sizes("48x48", "96x96")`.
#[derive(Clone, Default)]
pub(crate) struct Texts(pub(crate) Vec<LitStr>);

impl FromMeta for Texts {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        parenthesized(item).map(Self).ok_or_else(|| {
            let hint = |name: &str| format!("strings in parentheses: `{name}(\"..\", \"..\")`");
            wrong(item, |name| format!("`{name}` takes {}", hint(name)))
        })
    }
}

/// A word: `part = reading`.
pub(crate) struct Word(pub(crate) Ident);

impl FromMeta for Word {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(Expr::Path(path)) = value_of(item)
            && let Some(word) = path.path.get_ident()
        {
            return Ok(Self(word.clone()));
        }
        Err(refused(item, "write the name of the part, as in `part = reading`"))
    }
}

/// Words in parentheses: `audience(user, assistant)`.
pub(crate) struct Words(pub(crate) Vec<Ident>);

impl Words {
    pub(crate) fn texts(&self) -> impl Iterator<Item = String> {
        self.0.iter().map(ToString::to_string)
    }
}

impl FromMeta for Words {
    fn from_meta(item: &Meta) -> darling::Result<Self> {
        if let Some(words) = parenthesized(item) {
            return Ok(Self(words));
        }
        let name = name(item);
        let words = match &*name {
            "parts" => "reading, writing",
            "permissions" => "camera, clipboard_write",
            _ => "user, assistant",
        };
        Err(refused(item, format!("`{name}` takes words in parentheses: `{name}({words})`")))
    }
}
