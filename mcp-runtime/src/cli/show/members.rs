//! The members of a schema, recursively, each on a line.

use serde_json::Value;

use super::text::Look;
use crate::protocol::reference::target;
use crate::schema::validate::expected;

/// How deep the types of items in arrays and maps are shown.
const DEPTH: usize = 8;

/// The schema of the members, and how they are shown.
#[derive(Clone, Copy)]
pub(super) struct SchemaMembers<'a> {
    /// The schema in which references are looked up.
    root: &'a Value,
    look: Look,
    indent: usize,
    open: Option<&'a OpenReference<'a>>,
}

/// A reference that is being shown, and is not shown again inside of itself.
struct OpenReference<'a> {
    name: &'a str,
    outer: Option<&'a Self>,
}

impl<'a> SchemaMembers<'a> {
    pub(super) fn of(root: &'a Value, look: Look, indent: usize) -> Self {
        Self { root, look, indent, open: None }
    }

    /// The members of an object, each with its own members below it.
    pub(super) fn properties(self, schema: &Value) -> String {
        let members = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let mut text = String::new();
        for (name, member) in members.into_iter().flatten() {
            let required = required.is_some_and(|all| all.iter().any(|one| one == name));
            let need = match member.get("default") {
                Some(default) => format!("; {default} if left out"),
                None if required => String::new(),
                None => "; may be left out".to_owned(),
            };
            let line = format!(": {}{need}", self.described(member));
            text += &self.look.named(name, &line, self.indent, self.indent + 4);
            let description = member.get("description").and_then(Value::as_str);
            text += &self.look.text(description.unwrap_or_default(), self.indent + 4);
            text += &self.below().inside(member);
        }
        text
    }

    /// The members of an object, the objects of an array, the values of a map or the variants of an
    /// enum.
    pub(super) fn inside(self, schema: &Value) -> String {
        let Some(name) = reference(schema) else { return self.held_by(schema) };
        let mut outer = std::iter::successors(self.open, |open| open.outer);
        if outer.any(|open| open.name == name) {
            return String::new();
        }
        let open = OpenReference { name, outer: self.open };
        SchemaMembers { open: Some(&open), ..self }.held_by(self.target(schema))
    }

    fn held_by(self, schema: &Value) -> String {
        let text = self.properties(schema);
        if let Some(one) = schema.get("items").or_else(|| values(schema)) {
            return text + &self.inside(one);
        }
        let variants = schema
            .get("anyOf")
            .or_else(|| schema.get("oneOf"))
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        let held: Vec<String> = variants
            .map(|variant| Self { indent: self.indent + 2, ..self }.inside(variant))
            .filter(|held| !held.is_empty())
            .collect();
        if let [only] = &held[..] {
            return text + only;
        }
        held.iter().enumerate().fold(text, |text, (number, held)| {
            let word = if number == 0 { "either" } else { "or" };
            text + &self.look.text(word, self.indent) + held
        })
    }

    /// Describes what a schema accepts, with the items of an array or a map.
    pub(super) fn described(self, schema: &Value) -> String {
        self.described_to(schema, DEPTH)
    }

    fn described_to(self, schema: &Value, depth: usize) -> String {
        let expected = schema
            .as_object()
            .map(|schema| expected(schema, self.root))
            .unwrap_or_else(|| "a value".to_owned());
        let schema = self.target(schema);
        let depth = depth.saturating_sub(1);
        match (schema.get("items"), values(schema)) {
            _ if depth == 0 => expected,
            (Some(item), _) => format!("{expected}, each {}", self.described_to(item, depth)),
            (None, Some(value)) => {
                format!("{expected}, each value {}", self.described_to(value, depth))
            }
            (None, None) => expected,
        }
    }

    fn below(self) -> Self {
        Self { indent: self.indent + 4, ..self }
    }

    /// The target of a reference.
    fn target<'s>(self, schema: &'s Value) -> &'s Value
    where
        'a: 's,
    {
        reference(schema).and_then(|reference| target(self.root, reference)).unwrap_or(schema)
    }
}

fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()
}

/// The schema of the values of a map.
fn values(schema: &Value) -> Option<&Value> {
    schema.get("additionalProperties").filter(|values| values.is_object())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_holds_itself_is_shown_once() {
        let schema = json!({
            "type": "object",
            "properties": { "tree": { "$ref": "#/$defs/Tree" } },
            "required": ["tree"],
            "$defs": { "Tree": { "anyOf": [
                { "type": "integer" },
                {
                    "type": "object",
                    "properties": {
                        "left": { "$ref": "#/$defs/Tree" },
                        "names": { "type": "object", "additionalProperties": {
                            "type": "array", "items": { "$ref": "#/$defs/Tree" },
                        } },
                    },
                    "required": ["left", "names"],
                },
            ] } },
        });
        let shown = SchemaMembers::of(&schema, Look::plain(), 0).properties(&schema);
        let expected = "\
tree: an integer or an object
      left: an integer or an object
      names: an object, each value an array, each an integer or an object
";
        assert_eq!(shown, expected);
    }
}
