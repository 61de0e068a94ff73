//! An enum that is flattened into a struct: one object with the properties of all variants.
//!
//! Model providers reject a union at the root of an input schema, so constraints that need one are
//! stated in words, and checked when the value is decoded.

use serde_json::{Value, json};

use super::Object;
use super::join::{Branch, tags};
use super::keywords::{is_type, strings, take_object};
use super::merge::describe;

/// Merges the variants into the object. Returns them unchanged if one of them is not an object.
pub(super) fn flatten(object: &mut Object, branches: Vec<Branch>) -> Result<(), Vec<Branch>> {
    let mut variants: Vec<Object> =
        branches.iter().flat_map(|branch| alternatives(&branch.schema)).collect();
    let all = variants.len();
    variants.retain(|variant| !variant.is_empty());
    let optional = variants.len() < all;
    if variants.is_empty() || !variants.iter().all(|variant| is_type(variant, "object")) {
        return Err(branches);
    }
    let tag = shared_tag(&variants);
    let words = match &tag {
        Some(tag) => words_by_tag(&variants, tag),
        None => words_by_fields(&variants, optional),
    };
    add_properties(object, &variants, tag.as_deref());
    if !optional {
        add_required(object, &variants);
    }
    if !words.is_empty() {
        describe(object, &words);
    }
    Ok(())
}

/// Returns the objects that a branch stands for. A unit variant is a key without a value here.
fn alternatives(branch: &Object) -> Vec<Object> {
    if let Some(Value::Array(inner)) = branch.get("anyOf") {
        let inner = inner.iter().filter_map(Value::as_object);
        return inner.flat_map(alternatives).collect();
    }
    if !is_type(branch, "string") {
        return vec![branch.clone()];
    }
    let unit = |name: &str| {
        let object = json!({
            "type": "object",
            "properties": { name: { "type": "null" } },
            "required": [name],
        });
        object.as_object().cloned().unwrap_or_default()
    };
    strings(branch, "enum").into_iter().map(unit).collect()
}

fn shared_tag(variants: &[Object]) -> Option<String> {
    let (first, others) = variants.split_first()?;
    let has = |variant: &Object, tag: &str| tags(variant).iter().any(|(name, _)| *name == tag);
    tags(first)
        .into_iter()
        .map(|(name, _)| name)
        .find(|name| others.iter().all(|other| has(other, name)))
        .map(str::to_owned)
}

fn words_by_tag(variants: &[Object], tag: &str) -> String {
    let sentence = |variant: &Object| {
        let fields: Vec<&str> = names(variant).filter(|name| *name != tag).collect();
        let tags: Vec<&str> = tag_values(variant, tag).filter_map(Value::as_str).collect();
        let values = tags.join(", ");
        (!fields.is_empty()).then(|| format!("{tag} {values}: {}.", fields.join(", ")))
    };
    variants.iter().filter_map(sentence).collect::<Vec<_>>().join(" ")
}

fn words_by_fields(variants: &[Object], optional: bool) -> String {
    let fields_of = |variant: &Object| names(variant).collect::<Vec<_>>().join(" with ");
    let fields: Vec<String> = variants.iter().map(fields_of).collect();
    let number = if optional { "at most" } else { "exactly" };
    format!("Give {number} one of: {}.", fields.join(", "))
}

fn add_properties(object: &mut Object, variants: &[Object], tag: Option<&str>) {
    let mut properties = take_object(object, "properties");
    if let Some(tag) = tag {
        let values: Vec<&Value> =
            variants.iter().flat_map(|variant| tag_values(variant, tag)).collect();
        properties.insert(tag.to_owned(), json!({ "type": "string", "enum": values }));
    }
    for variant in variants {
        let fields = variant.get("properties").and_then(Value::as_object);
        for (name, schema) in fields.into_iter().flatten().filter(|(name, _)| tag != Some(name)) {
            add_property(&mut properties, name, schema);
        }
    }
    object.insert("properties".to_owned(), Value::Object(properties));
}

/// Adds a property; if two variants define it differently, it accepts either form.
fn add_property(properties: &mut Object, name: &str, schema: &Value) {
    match properties.get_mut(name) {
        None => {
            properties.insert(name.to_owned(), schema.clone());
        }
        Some(known) if known == schema => {}
        Some(known) => {
            let mut forms = match known.get_mut("anyOf").map(Value::take) {
                Some(Value::Array(forms)) => forms,
                _ => vec![known.take()],
            };
            if !forms.contains(schema) {
                forms.push(schema.clone());
            }
            *known = json!({ "anyOf": forms });
        }
    }
}

/// Marks the properties that every variant requires as required.
fn add_required(object: &mut Object, variants: &[Object]) {
    let Some((first, others)) = variants.split_first() else {
        return;
    };
    let mut required: Vec<String> =
        strings(object, "required").into_iter().map(str::to_owned).collect();
    for name in strings(first, "required") {
        let everywhere = others.iter().all(|other| strings(other, "required").contains(&name));
        if everywhere && !required.iter().any(|known| known == name) {
            required.push(name.to_owned());
        }
    }
    if !required.is_empty() {
        object.insert("required".to_owned(), required.into());
    }
}

fn names(variant: &Object) -> impl Iterator<Item = &str> {
    let properties = variant.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(name, _)| name.as_str())
}

fn tag_values<'a>(variant: &'a Object, tag: &str) -> impl Iterator<Item = &'a Value> {
    let values = tags(variant).into_iter().find(|(name, _)| *name == tag);
    values.into_iter().flat_map(|(_, values)| values)
}
