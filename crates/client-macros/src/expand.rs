//! Writes the module.

use std::fmt::Write as _;

use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

use crate::check::{Module, alias};
use crate::model::{MacroCall, Mistake};

/// The module of a client.
pub(crate) fn expand(call: MacroCall, checked: &Module) -> TokenStream {
    let Module { module, file, items } = checked;
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write!(
        text,
        "/// The lock that the client was generated from.\npub const LOCK: &str = ::core::include_str!({file:?});\n{items}"
    );
    let Ok(mut inner) = text.parse::<TokenStream>() else {
        return refuse(&Mistake::new(call.path.span, "cannot generate a client from this lock"));
    };
    inner.extend(formats(call));
    let head = format!(
        "#[allow(rustdoc::bare_urls, dead_code, unreachable_pub, reason = \"a program does not need all of a server\")]
         /// A client, generated from a lock.
         pub mod {module}"
    );
    let mut output = head.parse::<TokenStream>().unwrap_or_default();
    output.extend([TokenTree::Group(Group::new(Delimiter::Brace, inner))]);
    output
}

/// A module with an alias for the type of each format, which sees what the caller sees.
fn formats(call: MacroCall) -> TokenStream {
    if call.formats.is_empty() {
        return TokenStream::new();
    }
    let head =
        "#[allow(unused_imports, reason = \"types may have full paths\")] use super::super::*;";
    let mut inner = head.parse::<TokenStream>().unwrap_or_default();
    for (at, format) in call.formats.into_iter().enumerate() {
        let alias = alias(at);
        let name = alias.rsplit(':').next().unwrap_or_default();
        let item = format!("/// A type for strings of a format.\npub type {name} =");
        inner.extend(item.parse::<TokenStream>().unwrap_or_default());
        inner.extend(format.of);
        inner.extend([TokenTree::from(Punct::new(';', Spacing::Alone))]);
    }
    let mut module = "mod formats".parse::<TokenStream>().unwrap_or_default();
    module.extend([TokenTree::Group(Group::new(Delimiter::Brace, inner))]);
    module
}

/// The error of the compiler for a mistake.
pub(crate) fn refuse(mistake: &Mistake) -> TokenStream {
    let span = mistake.span;
    let at = |token: TokenTree| {
        let mut token = token;
        token.set_span(span);
        token
    };
    let colon = |spacing| at(Punct::new(':', spacing).into());
    let message = TokenStream::from(at(Literal::string(&mistake.why).into()));
    [
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        at(Ident::new("core", Span::call_site()).into()),
        colon(Spacing::Joint),
        colon(Spacing::Alone),
        at(Ident::new("compile_error", Span::call_site()).into()),
        at(Punct::new('!', Spacing::Alone).into()),
        at(Group::new(Delimiter::Brace, message).into()),
    ]
    .into_iter()
    .collect()
}
