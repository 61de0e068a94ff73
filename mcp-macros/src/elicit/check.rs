//! Every rejection of a form, at the tokens that it is about.

use syn::{DataEnum, DeriveInput, Fields, Type};

use super::attrs::Field;
use crate::check::default;
use crate::errors::Errors;
use crate::serde::Key;
use crate::types::{last, option, text};

/// The formats that a form has
/// (<https://modelcontextprotocol.io/specification/2026-07-28/schema#stringschema>).
const FORMATS: [&str; 4] = ["email", "uri", "date", "date-time"];

pub(super) fn key(key: &Key, others: &[Key], errors: &mut Errors) {
    if let Some(refusal) = key.refusal() {
        errors.refuse(key, refusal);
    }
    if others.iter().any(|other| other.name == key.name) {
        errors.refuse(key, format!("two fields are called `{}`: rename one", key.name));
    }
}

pub(super) fn field(field: &Field, ty: &Type, errors: &mut Errors) {
    let constraints = &field.constraints;
    constraints.fit(ty, errors);
    if let Some(preset) = &field.default {
        default(preset, constraints.range.as_ref(), ty, errors);
    }
    if let Some(pattern) = &constraints.pattern {
        errors.refuse(pattern, "a form cannot say a pattern: use `format`, or check the answer");
    }
    if let Some(format) = &constraints.format
        && !FORMATS.contains(&format.0.value().as_str())
    {
        errors.refuse(format, format!("a form has no other formats than {}", FORMATS.join(", ")));
    }
    if let Some(range) = constraints.range.as_ref().filter(|range| range.half_open) {
        let message = "a form says only bounds that are included: write `..=`";
        if range.max.is_some() {
            errors.refuse(&range.tokens, message);
        }
    }
    if last(option(ty).unwrap_or(ty))
        .is_some_and(|last| last.ident.to_string().starts_with("Secret"))
    {
        let message = format!(
            "a form must not ask for a secret, `{}`: send the person to a URL (`ElicitUrl`)",
            text(ty)
        );
        errors.refuse(ty, message);
    }
}

pub(super) fn variants(input: &DeriveInput, data: &DataEnum, errors: &mut Errors) {
    if data.variants.is_empty() {
        errors.refuse(&input.ident, "a choice without variants: nothing can be chosen");
    }
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            let message = format!("a choice is a plain variant, `{}` carries data", variant.ident);
            errors.refuse(&variant.fields, message);
        }
    }
}
