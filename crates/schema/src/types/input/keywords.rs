//! The keywords that the author of a parameter adds to the schema of its type.

use crate::SchemaError;
use crate::json::Object;
use crate::types::normalise::{
    fit_bounds, is_constraint, is_property_key, keyword_refusal, overlay, push_constraints,
};

/// Overlays keywords, given as the text of a JSON object, on a schema; returns whether they
/// constrain the values.
pub(super) fn apply(mut schema: Object, keywords: &str) -> Result<(Object, bool), SchemaError> {
    if keywords.is_empty() {
        return Ok((schema, false));
    }
    let mut added: Object = serde_json::from_str(keywords).map_err(|error| {
        SchemaError::new(format!("its keywords are not a JSON object: {error}"))
    })?;
    let constrained = added.keys().any(|keyword| is_constraint(keyword));
    push_constraints(&mut added, &mut schema);
    let mut schema = overlay(schema, added);
    fit_bounds(&mut schema);
    match keyword_refusal(&schema) {
        Some(refusal) => Err(SchemaError::new(refusal)),
        None => Ok((schema, constrained)),
    }
}

pub(super) fn check_name(name: &str) -> Result<(), SchemaError> {
    if is_property_key(name) {
        return Ok(());
    }
    Err(SchemaError::new(format!(
        "the name `{name}` does not match ^[a-zA-Z0-9_.-]{{1,64}}$: some model providers reject \
         requests with such a name, so choose another"
    )))
}
