//! Every shape that has no schema we could serve, at the tokens that it is about.

use quote::ToTokens;
use syn::{Attribute, Data, DeriveInput, Field, Fields, Variant};

use super::attrs;
use crate::errors::Errors;
use crate::serde::{Case, Key, Serde};
use crate::types::{Json, last};

/// Checks an item.
pub(super) fn check(input: &DeriveInput, errors: &mut Errors) {
    let serde = Serde::of(&input.attrs);
    let container = Container {
        name: input.ident.to_string(),
        tag: serde.text("tag").map(|tag| tag.value()),
        denies: serde.has("deny_unknown_fields"),
        content: serde.has("content"),
        untagged: serde.has("untagged"),
    };
    match &input.data {
        Data::Struct(data) => container.structure(&data.fields, &serde, &input.ident, errors),
        Data::Enum(data) if data.variants.is_empty() => {
            let message = format!("enum `{}` has no variants: no value exists", input.ident);
            errors.refuse(&input.ident, message);
        }
        Data::Enum(data) => {
            for variant in &data.variants {
                container.variant(variant, &serde, errors);
            }
        }
        Data::Union(data) => {
            errors.refuse(&data.union_token, "a union has no JSON: use a struct or an enum");
        }
    }
}
