//! Rewrites a schema of schemars.

use serde_json::{Value, json};

use super::join::{Branch, is_unit_variant, join, never, under};
use super::keywords::{
    NULLABLE, has_constraint, is_constraint, is_type, ordered, strings, take_object,
    without_dropped,
};
use super::merge::overlay;
use super::source::SchemaSource;
use super::{
    Contract, NormalisedSchema, Object, buffered, described, flatten, lists, maps, null, scalar,
    without_null, words,
};
use crate::SchemaError;

/// Rewrites the source.
pub(super) fn rewrite(
    source: &SchemaSource,
    contract: Contract,
) -> Result<NormalisedSchema, SchemaError> {
    let mut rewriter = Rewriter {
        source,
        contract,
        defs: Object::new(),
        open: Vec::new(),
        path: Vec::new(),
        constrained: false,
        buffered: false,
    };
    let schema = rewriter.schema(&source.root)?;
    let Rewriter { defs, constrained, .. } = rewriter;
    Ok(NormalisedSchema {
        schema,
        defs,
        constrained,
        nullable: source.root.get(NULLABLE).is_some(),
    })
}

struct Rewriter<'a> {
    source: &'a SchemaSource,
    contract: Contract,
    defs: Object,
    /// The definitions that are currently being inlined.
    open: Vec<&'a str>,
    /// The current path, for messages.
    path: Vec<String>,
    constrained: bool,
    /// Whether serde reads the current value as a whole before it knows its type.
    buffered: bool,
}

impl<'a> Rewriter<'a> {
    fn schema(&mut self, raw: &Value) -> Result<Object, SchemaError> {
        let outside = self.buffered;
        self.buffered |= buffered::is_marked(raw);
        let schema = self.rewritten(raw);
        self.buffered = outside;
        schema
    }

    fn rewritten(&mut self, raw: &Value) -> Result<Object, SchemaError> {
        let mut schema = match raw {
            Value::Object(schema) => without_dropped(schema),
            Value::Bool(false) => return Ok(never()),
            _ => return Ok(Object::new()),
        };
        if let Some(Value::String(reference)) = schema.remove("$ref") {
            return self.reference(&reference, schema);
        }
        let nullable = lists::take_null(&mut schema);
        self.constrained |= scalar::rewrite(&mut schema, self.contract == Contract::Output);
        scalar::rewrite_enum(&mut schema);
        self.array(&mut schema)?;
        let unions = self.unions(&mut schema);
        self.object(&mut schema)?;
        for union in unions {
            schema = self.union(schema, &union)?;
        }
        Ok(ordered(if nullable { or_null(schema) } else { schema }))
    }

    /// Rewrites a reference to a named type: inlined, unless it is recursive.
    fn reference(&mut self, reference: &str, beside: Object) -> Result<Object, SchemaError> {
        let Some((name, definition)) = self.source.definition(reference) else {
            return self.schema(&Value::Object(beside));
        };
        // The tag next to a newtype variant can only be joined with the inlined properties.
        let named = self.source.closes_cycle(name) && !beside.contains_key("properties");
        let below =
            if named { self.named(name, definition)? } else { self.inlined(name, definition)? };
        let over = self.schema(&Value::Object(beside))?;
        let mut schema = overlay(below, over);
        scalar::fit_bounds(&mut schema);
        Ok(ordered(schema))
    }

    fn named(&mut self, name: &'a str, definition: &Value) -> Result<Object, SchemaError> {
        let key: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "_.-".contains(c) { c } else { '_' })
            .collect();
        if !self.defs.contains_key(&key) {
            self.defs.insert(key.clone(), Value::Null);
            let schema = self.schema(definition)?;
            self.defs.insert(key.clone(), Value::Object(schema));
        }
        let reference = format!("#/$defs/{key}");
        Ok(Object::from_iter([("$ref".to_owned(), reference.into())]))
    }

    fn inlined(&mut self, name: &'a str, definition: &Value) -> Result<Object, SchemaError> {
        if self.open.contains(&name) {
            return Err(self.refuse(format!("`{name}` is infinitely recursive")));
        }
        self.open.push(name);
        let schema = self.schema(definition);
        self.open.pop();
        schema
    }

    fn array(&mut self, schema: &mut Object) -> Result<(), SchemaError> {
        if let Some(Value::Array(items)) = schema.remove("prefixItems") {
            let items =
                items.iter().map(|item| self.schema(item)).collect::<Result<Vec<_>, _>>()?;
            if items.windows(2).any(|pair| pair[0] != pair[1]) {
                let words = words::items(&items);
                schema.entry("description").or_insert(words.into());
            }
            let branches = items.into_iter().map(|schema| Branch { schema, unit: false });
            schema.insert("items".to_owned(), Value::Object(join(branches.collect())));
        } else if let Some(items) = schema.remove("items") {
            let items = self.schema(&items)?;
            schema.insert("items".to_owned(), Value::Object(items));
        } else if is_type(schema, "array") {
            let empty = schema.get("maxItems").is_some_and(|max| *max == 0);
            schema.insert("items".to_owned(), if empty { byte() } else { json!({}) });
            if empty {
                schema.insert("minItems".to_owned(), 0.into());
            }
        }
        Ok(())
    }

    fn object(&mut self, schema: &mut Object) -> Result<(), SchemaError> {
        if !is_type(schema, "object") && !schema.contains_key("properties") {
            return Ok(());
        }
        let raw = take_object(schema, "properties");
        let required: Vec<String> = strings(schema, "required")
            .into_iter()
            .filter(|name| raw.contains_key(*name))
            .map(str::to_owned)
            .collect();
        let is_written = self.contract == Contract::Output;
        let of_map = if is_written { maps::keys(schema, &raw, &required) } else { Vec::new() };
        self.additional(schema)?;
        let mut properties = Object::new();
        for (name, raw) in raw {
            self.path.push(name.clone());
            let may_be_null = required.contains(&name) || of_map.contains(&name);
            let property = self.property(&name, &raw, may_be_null)?;
            self.path.pop();
            properties.insert(name, Value::Object(property));
        }
        schema.insert("type".to_owned(), "object".into());
        schema.insert("properties".to_owned(), Value::Object(properties));
        schema.remove("required");
        if !required.is_empty() {
            schema.insert("required".to_owned(), required.into());
        }
        Ok(())
    }

    fn property(
        &mut self,
        name: &str,
        raw: &Value,
        may_be_null: bool,
    ) -> Result<Object, SchemaError> {
        if self.contract == Contract::Input && !is_property_key(name) {
            return Err(self.refuse(format!(
                "the property key `{name}` does not match ^[a-zA-Z0-9_.-]{{1,64}}$: some model \
                 providers reject requests with such a key, so rename it"
            )));
        }
        let schema = self.schema(raw)?;
        let keeps_null = may_be_null || raw.get(NULLABLE).is_some();
        Ok(described(if keeps_null { schema } else { without_null(schema) }))
    }

    fn additional(&mut self, schema: &mut Object) -> Result<(), SchemaError> {
        let unevaluated = schema.remove("unevaluatedProperties");
        let additional = schema.remove("additionalProperties").or(unevaluated);
        let by_pattern = take_object(schema, "patternProperties");
        let (additional, words) = match (additional, by_pattern.into_iter().next()) {
            (Some(Value::Bool(false)) | None, Some((pattern, value))) => {
                let is_read = self.contract == Contract::Input;
                if is_read && self.buffered && buffered::is_integer(&pattern) {
                    return Err(self.refuse(
                        "the integer keys of this map are inside a type with #[serde(flatten)], \
                         `tag` or `untagged`, where serde cannot read integer keys, so only an \
                         empty map would be accepted: use `String` keys"
                            .to_owned(),
                    ));
                }
                (value, Some(words::keys(&pattern)))
            }
            (Some(Value::Bool(false)), None) => {
                schema.insert("additionalProperties".to_owned(), false.into());
                return Ok(());
            }
            (Some(value @ Value::Object(_)), _) => (value, None),
            _ => return Ok(()),
        };
        if let Some(words) = words {
            schema.entry("description").or_insert(words.into());
        }
        let additional = self.schema(&additional)?;
        // Allowing any additional value is the same as omitting the keyword.
        if !additional.is_empty() {
            schema.insert("additionalProperties".to_owned(), Value::Object(additional));
        }
        Ok(())
    }

    /// Removes and returns the unions of a schema, also those within an `allOf`, which itself is
    /// merged.
    fn unions(&self, schema: &mut Object) -> Vec<Vec<Value>> {
        let mut unions = Vec::new();
        take_unions(schema, &mut unions);
        if let Some(Value::Array(parts)) = schema.remove("allOf") {
            for part in parts {
                let reference = part.get("$ref").and_then(Value::as_str);
                let target = reference.and_then(|reference| self.source.definition(reference));
                let mut part = target
                    .map_or(&part, |(_, definition)| definition)
                    .as_object()
                    .map(without_dropped)
                    .unwrap_or_default();
                take_unions(&mut part, &mut unions);
                *schema = overlay(std::mem::take(schema), part);
            }
        }
        unions
    }

    fn union(&mut self, mut schema: Object, raw: &[Value]) -> Result<Object, SchemaError> {
        let mut branches = Vec::with_capacity(raw.len());
        for raw in raw {
            let unit = is_unit_variant(raw);
            branches.push(Branch { schema: self.schema(raw)?, unit });
        }
        if is_type(&schema, "object") {
            branches = match flatten::flatten(&mut schema, branches) {
                Ok(()) => return Ok(schema),
                Err(branches) => branches,
            };
        }
        let mut joined = join(branches);
        push_constraints(&mut schema, &mut joined);
        Ok(under(joined, schema))
    }

    fn refuse(&self, message: String) -> SchemaError {
        SchemaError::new(message).at(&self.path)
    }
}

/// Whether a name is allowed as a property key; model providers reject requests with any other.
pub(crate) fn is_property_key(name: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=64).contains(&name.len()) && name.bytes().all(allowed)
}

fn or_null(schema: Object) -> Object {
    let (beside, mut inner): (Object, Object) = schema
        .into_iter()
        .partition(|(key, _)| ["description", "deprecated", "default"].contains(&key.as_str()));
    let branches = match (inner.len(), inner.get_mut("anyOf")) {
        (1, Some(Value::Array(branches))) => {
            branches.push(null());
            std::mem::take(branches)
        }
        _ => vec![Value::Object(inner), null()],
    };
    let mut schema = Object::from_iter([("anyOf".to_owned(), Value::Array(branches))]);
    schema.extend(beside);
    schema
}

/// Moves the constraints of an `Option` to the value in it.
pub(crate) fn push_constraints(schema: &mut Object, joined: &mut Object) {
    let Some(Value::Array(branches)) = joined.get_mut("anyOf") else {
        return;
    };
    if !has_constraint(schema) || branches.last() != Some(&null()) {
        return;
    }
    let (constraints, rest): (Object, Object) =
        std::mem::take(schema).into_iter().partition(|(key, _)| is_constraint(key));
    *schema = rest;
    for branch in branches.iter_mut().filter(|branch| **branch != null()) {
        if let Value::Object(branch) = branch {
            *branch = overlay(std::mem::take(branch), constraints.clone());
            scalar::fit_bounds(branch);
            *branch = ordered(std::mem::take(branch));
        }
    }
}

fn take_unions(schema: &mut Object, unions: &mut Vec<Vec<Value>>) {
    for keyword in ["oneOf", "anyOf"] {
        if let Some(Value::Array(union)) = schema.remove(keyword) {
            unions.push(union);
        }
    }
}

/// Returns a placeholder for the items of an array that is always empty, which needs `items`, too.
fn byte() -> Value {
    json!({ "type": "integer", "minimum": 0, "maximum": 255 })
}
