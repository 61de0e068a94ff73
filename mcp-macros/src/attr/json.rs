//! JSON written in Rust tokens, as text.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::fmt::Write;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Lit, LitFloat, LitStr, Token};

/// Reads one value: a string, a number, `true`, `false`, `null`, `[..]` or `{"key": ..}`.
pub(crate) fn text(tokens: TokenStream) -> syn::Result<String> {
    value.parse2(tokens)
}

/// A string as JSON text, with its quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(json, "\\u{:04x}", u32::from(control));
            }
            other => json.push(other),
        }
    }
    json.push('"');
    json
}

/// `"key": value` or `"key" = value`.
pub(crate) struct Entry {
    pub(crate) key: LitStr,
    pub(crate) value: String,
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let key = input.parse::<LitStr>().map_err(|error| {
            syn::Error::new(error.span(), "a key must be a string, as in `\"key\" = 1`")
        })?;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
        } else {
            input.parse::<Token![:]>()?;
        }
        Ok(Self { key, value: value(input)? })
    }
}

fn value(input: ParseStream<'_>) -> syn::Result<String> {
    // Also a negative number, which is two tokens.
    if let Some(literal) = input.parse::<Option<Lit>>()? {
        return scalar(&literal);
    }
    match input.parse()? {
        TokenTree::Ident(word) if word == "null" => Ok("null".to_owned()),
        TokenTree::Group(group) => composite(&group),
        other => Err(wrong(&other)),
    }
}

fn scalar(literal: &Lit) -> syn::Result<String> {
    match literal {
        Lit::Str(text) => Ok(quoted(&text.value())),
        Lit::Bool(value) => Ok(value.value.to_string()),
        Lit::Int(number) if number.suffix().is_empty() => Ok(number.base10_digits().to_owned()),
        Lit::Float(number) if number.suffix().is_empty() => Ok(float(number)),
        other => Err(wrong(other)),
    }
}

/// A number as JSON text. Unlike Rust, JSON has no `1.`.
pub(super) fn float(number: &LitFloat) -> String {
    let digits = number.base10_digits();
    if digits.ends_with('.') { format!("{digits}0") } else { digits.to_owned() }
}

fn composite(group: &Group) -> syn::Result<String> {
    let inner = group.stream();
    match group.delimiter() {
        Delimiter::Bracket => {
            let parser = |input: ParseStream<'_>| {
                Punctuated::<String, Token![,]>::parse_terminated_with(input, value)
            };
            let items: Vec<String> = parser.parse2(inner)?.into_iter().collect();
            Ok(format!("[{}]", items.join(",")))
        }
        Delimiter::Brace => {
            let entries = Punctuated::<Entry, Token![,]>::parse_terminated.parse2(inner)?;
            let members: Vec<String> = entries
                .iter()
                .map(|entry| format!("{}:{}", quoted(&entry.key.value()), entry.value))
                .collect();
            Ok(format!("{{{}}}", members.join(",")))
        }
        Delimiter::None => text(inner),
        Delimiter::Parenthesis => Err(wrong(group)),
    }
}

fn wrong(at: &impl quote::ToTokens) -> syn::Error {
    syn::Error::new_spanned(
        at,
        "write a JSON value: \"text\", 1.5, true, null, [..] or {\"key\": ..}",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn every_kind_of_value() {
        let json = |tokens| text(tokens).unwrap();
        assert_eq!(
            json(quote!({"a": [1, -2.5, true, null], "b": {}})),
            r#"{"a":[1,-2.5,true,null],"b":{}}"#
        );
        assert_eq!(json(quote!("say \"hi\"\n\u{1}")), r#""say \"hi\"\n\u0001""#);
        assert_eq!(json(quote!(0x10)), "16");
        for wrong in [
            quote!(foo),
            quote!((1)),
            quote!(1 2),
            quote!(1u8),
            quote!({a: 1}),
            quote!(-"x"),
            quote!(--1),
        ] {
            assert!(text(wrong.clone()).is_err(), "{wrong}");
        }
    }
}
