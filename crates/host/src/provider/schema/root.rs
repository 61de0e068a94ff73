//! The root of a schema: an object with properties, which is all that providers take there.

use serde_json::{Value, json};

use super::budget::Budget;
use super::fault::kind;
use super::union::Objects;
use super::value::{is_type, types};
use super::{Fault, Object, merge, note};

/// What providers refuse at the root, or do not read there: lint's `root.combinator` and
/// `root.keyword`.
const WORDS: [&str; 7] = ["not", "enum", "const", "if", "then", "else", "dependentSchemas"];

/// How deep alternatives at the root nest.
const MAX_DEPTH: usize = 8;

/// A root that is an object.
#[derive(Debug)]
pub(super) struct Root {
    pub(super) schema: Object,
    /// Whether there were alternatives, which it does not tell apart any more.
    pub(super) is_union: bool,
}

/// The root as one object, with the arguments of all alternatives.
pub(super) fn flatten(root: Object, definitions: &Object) -> Result<Root, Fault> {
    if !types(&root).is_empty() && !is_type(&root, "object") {
        let found = root.get("type").unwrap_or(&Value::Null);
        return Err(Fault::new(
            "input.root-type",
            format!("the type of the root must be \"object\", not {found}"),
        ));
    }
    let (mut schema, is_union) =
        Flattener { definitions, budget: Budget::default() }.object(root, MAX_DEPTH)?;
    let removed: Vec<(&str, Value)> = WORDS
        .into_iter()
        .filter_map(|keyword| Some((keyword, schema.shift_remove(keyword)?)))
        .filter(|(keyword, value)| !is_if_of_nothing(keyword, value))
        .collect();
    let words: Vec<(&str, &Value)> =
        removed.iter().map(|(keyword, value)| (*keyword, value)).collect();
    note::add(&mut schema, &words, " ");
    schema.insert("type".into(), "object".into());
    schema.entry("properties").or_insert_with(|| json!({}));
    Ok(Root { schema, is_union })
}

fn is_if_of_nothing(keyword: &str, value: &Value) -> bool {
    matches!(keyword, "then" | "else") && value.as_object().is_some_and(Object::is_empty)
}

struct Flattener<'d> {
    definitions: &'d Object,
    budget: Budget,
}

impl Flattener<'_> {
    fn object(&mut self, schema: Object, depth: usize) -> Result<(Object, bool), Fault> {
        let depth = depth.checked_sub(1).ok_or_else(|| {
            Fault::new(
                "root.combinator",
                format!("alternatives (`anyOf`, `oneOf`) nest more than {MAX_DEPTH} levels deep"),
            )
        })?;
        let mut schema = self.without_reference(schema)?;
        let mut is_union = false;
        if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
            for part in parts {
                let Value::Object(part) = part else { continue };
                let (part, had) = self.object(part, depth)?;
                schema = merge::both(schema, part);
                is_union |= had;
            }
        }
        for keyword in ["anyOf", "oneOf"] {
            match schema.shift_remove(keyword) {
                Some(Value::Array(branches)) => {
                    let mut objects = Objects::default();
                    let mut count = 0;
                    for branch in branches {
                        let Value::Object(branch) = branch else { continue };
                        let (branch, had) = self.object(branch, depth)?;
                        if types(&branch).is_empty() || is_type(&branch, "object") {
                            objects.add(&branch);
                            count += 1;
                            is_union |= had;
                        }
                    }
                    is_union |= count > 1;
                    schema = objects.into_schema(schema);
                }
                None => {}
                Some(other) => {
                    let why = format!("`{keyword}` cannot be {}", kind(&other));
                    return Err(Fault::new("schema.invalid", why));
                }
            }
        }
        Ok((schema, is_union))
    }

    /// Alternatives may be recursive; the root has what they point at.
    fn without_reference(&mut self, mut schema: Object) -> Result<Object, Fault> {
        let Some(Value::String(reference)) = schema.shift_remove("$ref") else {
            return Ok(schema);
        };
        let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
        match self.definitions.get(name) {
            Some(value @ Value::Object(definition)) => {
                self.budget.value(value)?;
                let mut definition = definition.clone();
                definition.shift_remove("$ref");
                Ok(merge::both(schema, definition))
            }
            _ => Ok(schema),
        }
    }
}
