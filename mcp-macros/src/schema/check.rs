//! Rejects every shape that has no schema we could serve, at its own tokens.

use quote::ToTokens;
use syn::{Attribute, Data, DataEnum, DeriveInput, Field, Fields, Ident, LitStr, Type, Variant};

use super::attrs;

use crate::attr::named::all;
use crate::check::{is_unit, unfit_keys};
use crate::errors::Errors;
use crate::serde::{Case, Key, Serde};
use crate::types::{IfStandard, Json, bare, key, last, option, parts, pointee, text};

/// Checks an item.
pub(super) fn check(input: &DeriveInput, errors: &mut Errors) {
    let serde = Serde::of(&input.attrs);
    rules(&serde, errors);
    match &input.data {
        Data::Struct(data) => {
            let tag = serde.text("tag").map(|tag| Key::of_text(&tag));
            unit(&data.fields, &input.ident, errors);
            fields(&data.fields, serde.case("rename_all"), tag, None, errors);
            closed(&data.fields, &serde, errors);
        }
        Data::Enum(data) if data.variants.is_empty() => {
            let message = format!(
                "enum `{}` has no variants, so it has no values: add a variant",
                input.ident
            );
            errors.refuse(&input.ident, message);
        }
        Data::Enum(data) => {
            let tagging = Tagging::of(&serde);
            let buffered = buffered_by(data, &serde);
            for variant in &data.variants {
                tagging.check(variant, &serde, buffered, errors);
            }
        }
        Data::Union(data) => {
            errors.refuse(
                &data.union_token,
                "a union cannot be represented in JSON: use a struct or an enum",
            );
        }
    }
}

fn unit(fields: &Fields, name: &Ident, errors: &mut Errors) {
    if matches!(fields, Fields::Unit) {
        let message = format!(
            "unit struct `{name}` carries no data (serde serializes it as `null`): use a `bool` \
             or remove it"
        );
        errors.refuse(name, message);
    }
}

fn closed(fields: &Fields, serde: &Serde, errors: &mut Errors) {
    let flattens = fields.iter().any(|field| Serde::of(&field.attrs).has("flatten"));
    if let Some(denies) = serde.get("deny_unknown_fields").filter(|_| flattens) {
        errors.refuse(
            denies,
            "serde does not support `deny_unknown_fields` together with `flatten`: remove one",
        );
    }
    if let Some(denies) = serde.get("deny_unknown_fields").filter(|_| serde.has("tag")) {
        let message = "serde writes the `tag` of a struct, but rejects it as an unknown field when it \
                       reads: remove `tag`, or `deny_unknown_fields`";
        errors.refuse_as_input(denies, message);
    }
}

/// Rejects rules of renaming that serde does not have; its own errors come with those of the copy.
fn rules(serde: &Serde, errors: &mut Errors) {
    for rule in ["rename_all", "rename_all_fields"].iter().filter_map(|name| serde.text(name)) {
        if let Some(refusal) = Case::refusal(&rule.value()) {
            errors.refuse(&rule, refusal);
        }
    }
}

/// The attribute because of which serde reads a whole value before it knows its variant, and so the
/// keys of all maps in it as strings.
pub(super) fn buffered_by(data: &DataEnum, serde: &Serde) -> Option<&'static str> {
    let is_untagged = |variant: &Variant| Serde::of(&variant.attrs).has("untagged");
    match Tagging::of(serde) {
        Tagging::Internal(_) => Some("tag"),
        Tagging::Untagged => Some("untagged"),
        _ if data.variants.iter().any(is_untagged) => Some("untagged"),
        Tagging::External | Tagging::Adjacent(_) => None,
    }
}

/// How the variants of an enum are distinguished.
enum Tagging {
    External,
    Internal(Key),
    Adjacent(Vec<Key>),
    Untagged,
}

impl Tagging {
    fn of(serde: &Serde) -> Self {
        let key = |name| serde.text(name).map(|text| Key::of_text(&text));
        match (key("tag"), key("content")) {
            _ if serde.has("untagged") => Self::Untagged,
            (Some(tag), None) => Self::Internal(tag),
            (Some(tag), Some(content)) => Self::Adjacent(vec![tag, content]),
            (None, _) => Self::External,
        }
    }

    fn check(
        &self,
        variant: &Variant,
        container: &Serde,
        buffered: Option<&str>,
        errors: &mut Errors,
    ) {
        let serde = Serde::of(&variant.attrs);
        if serde.is_skipped() {
            return;
        }
        rules(&serde, errors);
        let own: attrs::Variant = all(&variant.attrs, "schema", &mut Errors::default());
        if own.words.shape.is_none() {
            reshaped(&variant.attrs, &variant.ident, errors);
        }
        let case = if serde.has("rename_all") {
            serde.case("rename_all")
        } else {
            container.case("rename_all_fields")
        };
        let mut tag = None;
        match self {
            Self::External if !matches!(variant.fields, Fields::Unit) && !serde.has("untagged") => {
                let name = Key::of_variant(&variant.ident, &serde, container.case("rename_all"));
                legal(&name, errors);
            }
            Self::Internal(key) => {
                carries_tag(variant, errors);
                tag = Some(key.clone());
            }
            Self::Adjacent(keys) => keys.iter().for_each(|key| legal(key, errors)),
            Self::External | Self::Untagged => {}
        }
        if let Fields::Unnamed(fields) = &variant.fields
            && let Some(first) = fields.unnamed.first().filter(|first| is_unit(&first.ty))
            && matches!(self, Self::External | Self::Adjacent(_))
            && !serde.has("untagged")
        {
            let message = format!("`()` carries no data: write the variant as `{}`", variant.ident);
            errors.refuse_as_input(&first.ty, message);
        }
        fields(&variant.fields, case, tag, buffered, errors);
    }
}

/// Checks that the content of an internally tagged variant is an object, which can carry the tag.
fn carries_tag(variant: &Variant, errors: &mut Errors) {
    let Fields::Unnamed(fields) = &variant.fields else {
        return;
    };
    let Some(first) = fields.unnamed.first() else {
        return;
    };
    if fields.unnamed.len() > 1 {
        errors.refuse(
            fields,
            "serde: an internally tagged variant cannot be a tuple: name its fields",
        );
    } else if let Some(inner) = option(pointee(&first.ty)) {
        let inner = text(inner);
        let message = format!(
            "serde cannot write an `Option` with a tag: use `{inner}`, and a unit variant for \
             its absence"
        );
        errors.refuse(&first.ty, message);
    } else if is_no_object(&first.ty) {
        let ty = text(&first.ty);
        let message = format!(
            "an internally tagged variant must be a struct or a map: `{ty}` cannot carry the tag \
             (serde fails only at run time)"
        );
        errors.refuse(&first.ty, message);
    }
}

fn fields(
    fields: &Fields,
    case: Case,
    tag: Option<Key>,
    buffered: Option<&str>,
    errors: &mut Errors,
) {
    let mut keys: Vec<Key> = tag.into_iter().collect();
    keys.iter().for_each(|key| legal(key, errors));
    for field in fields {
        let serde = Serde::of(&field.attrs);
        // Errors in it are reported where it is used.
        let own: attrs::Field = all(&field.attrs, "schema", &mut Errors::default());
        let hidden = own.skip.0 || Serde::named(&field.attrs, "schemars").has("skip");
        if serde.is_skipped() || hidden {
            continue;
        }
        one_field(field, &own, &serde, errors);
        let read_by_code = serde.has("with") || serde.has("deserialize_with");
        let flattened = serde.has("flatten").then_some("flatten");
        if let Some(by) = buffered.or(flattened).filter(|_| !read_by_code) {
            integer_keys(&field.ty, by, errors);
        }
        let Some(ident) = field.ident.as_ref().filter(|_| !serde.has("flatten")) else {
            continue;
        };
        let key = Key::of_field(ident, &serde, case);
        legal(&key, errors);
        if keys.iter().any(|other| other.name == key.name) {
            errors
                .refuse(&key, format!("two fields are called `{}` in JSON: rename one", key.name));
        }
        keys.push(key);
    }
}

fn one_field(field: &Field, own: &attrs::Field, serde: &Serde, errors: &mut Errors) {
    if own.words.shape.is_none() {
        match &field.ident {
            Some(name) => reshaped(&field.attrs, name, errors),
            None => reshaped(&field.attrs, &field.ty, errors),
        }
    }
    if last(&field.ty).is_some_and(|last| last.ident == "PhantomData") {
        errors.refuse(
            &field.ty,
            "`PhantomData` would need an explicit null in JSON: add `#[serde(skip)]`",
        );
    }
    if !serde.has("with") && own.words.shape.is_none() {
        for unfit in unfit_keys(&field.ty) {
            errors.refuse_if_standard(unfit, false);
        }
        never_json(&field.ty, errors);
    }
    if serde.has("flatten") && is_no_object(&own.words.written_as(&field.attrs, &field.ty)) {
        let ty = text(&field.ty);
        let message =
            format!("`#[serde(flatten)]` needs a struct, an enum or a map; `{ty}` is not one");
        errors.refuse(&field.ty, message);
    }
    let nullable = own.nullable.0;
    if let Some(inner) = option(&field.ty).filter(|inner| option(inner).is_some() && !nullable) {
        let inner = text(inner);
        let message = format!(
            "`Option<{inner}>` does not distinguish null from absent: use `{inner}`, or mark the field \
             `#[schema(nullable)]` and decode it with `#[serde(deserialize_with)]`"
        );
        errors.refuse(&field.ty, message);
    }
}

/// Rejects types whose values are never written as JSON, anywhere in the type.
fn never_json(ty: &Type, errors: &mut Errors) {
    match bare(ty) {
        found @ (Type::FnPtr(_) | Type::TraitObject(_) | Type::Ptr(_)) => {
            let message = format!(
                "`{}` cannot be represented in JSON: leave the field out with `#[serde(skip)]`, or give its \
                 JSON type with `#[schema(as = \"String\")]`",
                text(found)
            );
            errors.refuse(found, message);
        }
        other => parts(other).into_iter().for_each(|part| never_json(part, errors)),
    }
}

/// Rejects maps with integer keys, of which serde could read only empty ones.
fn integer_keys(ty: &Type, by: &str, errors: &mut Errors) {
    if let Some(key) = key(ty).filter(|key| Json::of(key) == Json::Integer) {
        let key_text = text(key);
        let message = format!(
            "serde cannot read `{key_text}` keys inside `#[serde({by})]`, so only an empty map \
             would be accepted: use `String` keys"
        );
        errors.refuse_if_standard(IfStandard { ty, at: key, message }, true);
    }
    parts(ty).into_iter().for_each(|part| integer_keys(part, by, errors));
}

/// Requires a shape where custom code serializes the value: only its author knows the shape.
fn reshaped(attributes: &[Attribute], what: &impl ToTokens, errors: &mut Errors) {
    let serde = Serde::of(attributes);
    let theirs = Serde::named(attributes, "schemars");
    let is_module = |path: &LitStr| {
        let path = path.value();
        // The output of `#[serde_as]`: `As` has a schema only with a feature of serde_with.
        if path.contains("serde_with::As") {
            return true;
        }
        let last = path.rsplit("::").next().unwrap_or_default();
        last.starts_with(char::is_lowercase)
    };
    let module = serde.text("with").filter(is_module);
    let is_given = theirs.has("with") || theirs.has("schema_with");
    if let Some(with) = module.or_else(|| serde.text("serialize_with")).filter(|_| !is_given) {
        let what = text(what);
        let message = format!(
            "this changes the JSON of `{what}`: give its JSON type, as in `#[schema(as = \"String\")]`"
        );
        errors.refuse(&with, message);
    }
}

/// Checks the key of an argument. Results may have any key: no model provider reads them.
fn legal(key: &Key, errors: &mut Errors) {
    if let Some(refusal) = key.refusal() {
        let message =
            format!("{refusal}; a type that does not implement `Deserialize` may keep the key");
        errors.refuse_as_input(key, message);
    }
}

/// Whether the type is not an object, as far as the tokens show.
fn is_no_object(ty: &Type) -> bool {
    !matches!(Json::of(ty), Json::Map | Json::Unknown)
}
