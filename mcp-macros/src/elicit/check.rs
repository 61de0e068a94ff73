//! Every rejection of a form, at the tokens that it is about.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{DataEnum, DeriveInput, Fields, Ident, Meta, Type};

use super::attrs::Field;
use super::formats::FORMATS;
use crate::attr::constraints::Constraints;
use crate::check::{constraints, default};
use crate::errors::Errors;
use crate::runtime_path::RuntimePath;
use crate::serde::{Key, Serde};
use crate::types::{last, option, text};

pub(super) fn key(key: &Key, others: &[Key], errors: &mut Errors) {
    if let Some(refusal) = key.refusal() {
        errors.refuse(key, refusal);
    }
    if others.iter().any(|other| other.name == key.name) {
        errors.refuse(key, format!("two fields are called `{}`: rename one", key.name));
    }
}

/// Rejects two choices with the same value, which could not be distinguished.
pub(super) fn value(key: &Key, others: &[Key], errors: &mut Errors) {
    if others.iter().any(|other| other.name == key.name) {
        let message = format!("two variants are called `{}` in the answer: rename one", key.name);
        errors.refuse(key, message);
    }
}

/// An attribute that serde reads and a form does not, and what to do instead.
type Unread = (&'static str, &'static str);

pub(super) const OF_FORM: [Unread; 7] = [
    ("default", "write `#[elicit(default)]` at the fields"),
    ("from", REMOVE),
    ("try_from", REMOVE),
    ("tag", REMOVE),
    ("transparent", REMOVE),
    ("remote", REMOVE),
    ("deny_unknown_fields", REMOVE),
];

pub(super) const OF_CHOICE: [Unread; 7] = [
    ("tag", REMOVE),
    ("content", REMOVE),
    ("untagged", REMOVE),
    ("from", REMOVE),
    ("try_from", REMOVE),
    ("remote", REMOVE),
    ("variant_identifier", REMOVE),
];

pub(super) const OF_VARIANT: [Unread; 6] = [
    ("alias", "answers contain only the values that the form offers, so remove it"),
    ("other", "answers contain only the values that the form offers, so remove it"),
    ("skip", ALL),
    ("skip_deserializing", ALL),
    ("untagged", REMOVE),
    ("deserialize_with", REMOVE),
];

const OF_FIELD: [Unread; 6] = [
    ("skip", "a form asks for every field, so move it out of the form"),
    ("skip_deserializing", "a form asks for every field, so move it out of the form"),
    ("alias", "answers contain only the keys that are in the form, so remove it"),
    ("flatten", "put its fields next to the others"),
    ("with", REMOVE),
    ("deserialize_with", REMOVE),
];

const REMOVE: &str = "remove it, or use a separate type for the form";

const ALL: &str = "a form offers every variant, so remove it from the enum";

/// Rejects the attributes that only serde would read.
pub(super) fn read(serde: &Serde, unread: &[Unread], errors: &mut Errors) {
    for (name, instead) in unread {
        if let Some(argument) = serde.get(name) {
            errors.refuse(argument, format!("forms do not support serde's `{name}`: {instead}"));
        }
    }
}

/// Assertions that fail to compile where a bound does not apply to the type, which an alias may
/// hide.
pub(super) fn fit(field: &Field, ty: &Type, krate: &RuntimePath) -> Vec<TokenStream> {
    let Constraints { range, length, format, .. } = &field.constraints;
    let bounds = [
        (range.as_ref().map(|range| range.tokens.span()), "range", "numbers"),
        (length.as_ref().map(|length| length.tokens.span()), "length", "strings and lists"),
        (format.as_ref().map(|format| format.0.span()), "format", "strings"),
    ];
    let assertion = |(span, name, of): (Option<Span>, &str, &str)| {
        let span = span?;
        let message = format!("`{name}` applies only to {of} in a form: remove it");
        let name = Ident::new(name, Span::call_site());
        Some(quote_spanned! {span=>
            const _: () = ::core::assert!(<#ty as #krate::ElicitField>::BOUNDS.#name, #message);
        })
    };
    bounds.into_iter().filter_map(assertion).collect()
}

pub(super) fn field(field: &Field, of: &syn::Field, errors: &mut Errors) {
    let ty = &of.ty;
    let serde = Serde::of(&of.attrs);
    read(&serde, &OF_FIELD, errors);
    if let (Some(default), None) = (serde.get("default"), &field.default) {
        let message = "forms do not support serde's `default`: write `#[elicit(default)]`";
        errors.refuse(default, message);
    }
    let constraints = &field.constraints;
    if !constraints.examples.is_empty() {
        let own = Serde::named(&of.attrs, "elicit");
        let at =
            own.get("example").map_or_else(|| of.ident.to_token_stream(), Meta::to_token_stream);
        errors.refuse(&at, "forms do not show examples: put them in the description");
    }
    constraints::fit(constraints, ty, errors);
    if let Some(preset) = &field.default {
        default(preset, constraints.range.as_ref(), ty, errors);
    }
    if let Some(pattern) = &constraints.pattern {
        errors.refuse(pattern, "forms do not support patterns: use `format`, or check the answer");
    }
    if let Some(format) = &constraints.format
        && !FORMATS.contains(&format.0.value().as_str())
    {
        errors.refuse(format, format!("forms support only the formats {}", FORMATS.join(", ")));
    }
    if let Some(range) = constraints.range.as_ref().filter(|range| range.half_open) {
        let message = "ranges of form fields are inclusive: write `..=`";
        if range.max.is_some() {
            errors.refuse(&range.tokens, message);
        }
    }
    if last(option(ty).unwrap_or(ty))
        .is_some_and(|last| last.ident.to_string().starts_with("Secret"))
    {
        let message = format!(
            "a form must not ask for a secret, `{}`: send the user to a URL (`ElicitUrl`)",
            text(ty)
        );
        errors.refuse(ty, message);
    }
}

pub(super) fn variants(input: &DeriveInput, data: &DataEnum, errors: &mut Errors) {
    if data.variants.is_empty() {
        errors.refuse(&input.ident, "an enum without variants offers no choice: add variants");
    }
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let message = format!(
                "a choice must be a unit variant, but `{}` carries data: remove its fields",
                variant.ident
            );
            errors.refuse(&variant.fields, message);
        }
    }
}
