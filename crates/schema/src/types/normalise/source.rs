//! The schema of schemars, and which of its definitions are recursive.

use std::collections::HashSet;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use super::{Contract, Object, defaults, trace};
use crate::SchemaError;
use mcp_runtime_protocol::reference::definition_name;

/// The schema that schemars generates for a type.
pub(super) struct SchemaSource {
    pub(super) root: Value,
    definitions: Object,
    closers: HashSet<String>,
}

impl SchemaSource {
    pub(super) fn of<T: JsonSchema + ?Sized>(contract: Contract) -> Result<Self, SchemaError> {
        let mut source = Self::once::<T>(contract)?;
        if contract == Contract::Input && source.has_default() {
            let again = Self::once::<T>(contract)?;
            defaults::keep_steady(&mut source.root, &again.root);
            for (name, definition) in &mut source.definitions {
                let again = again.definitions.get(name);
                again.into_iter().for_each(|again| defaults::keep_steady(definition, again));
            }
        }
        source.closers = Cycles::closers(&source);
        Ok(source)
    }

    fn once<T: JsonSchema + ?Sized>(contract: Contract) -> Result<Self, SchemaError> {
        let settings = SchemaSettings::draft2020_12();
        let mut generator = match contract {
            Contract::Input => settings.for_deserialize(),
            Contract::Output => settings.for_serialize(),
        }
        .into_generator();
        trace::ask(&mut generator);
        // Generated as a subschema, so that a recursive root has a name, too.
        let root = generator.subschema_for::<T>().to_value();
        let mut definitions = generator.take_definitions(true);
        if let Some(name) = trace::find_lost(&root, &mut definitions) {
            return Err(SchemaError::new(format!(
                "JSON object keys are strings: `{name}` cannot be a key"
            )));
        }
        Ok(Self { root, definitions, closers: HashSet::new() })
    }

    fn has_default(&self) -> bool {
        let mut all = std::iter::once(&self.root).chain(self.definitions.values());
        all.any(|schema| trace::has_key(schema, "default"))
    }

    /// Returns the schema if it names its dialect: no derive does that, so it is handwritten.
    pub(super) fn by_hand(&self) -> Option<&Object> {
        let reference = self.root.get("$ref").and_then(Value::as_str);
        let named = reference.and_then(|reference| self.definition(reference));
        let schema = named.map_or(&self.root, |(_, definition)| definition);
        schema.as_object().filter(|schema| schema.contains_key("$schema"))
    }

    /// Returns the definition that a `$ref` points to.
    pub(super) fn definition(&self, reference: &str) -> Option<(&str, &Value)> {
        let (name, definition) = self.definitions.get_key_value(&definition_name(reference)?)?;
        Some((name, definition))
    }

    pub(super) fn closes_cycle(&self, name: &str) -> bool {
        self.closers.contains(name)
    }
}

/// A depth-first search; a definition that is found within itself is recursive.
struct Cycles<'a> {
    source: &'a SchemaSource,
    open: Vec<&'a str>,
    done: HashSet<&'a str>,
    closers: HashSet<String>,
}

impl<'a> Cycles<'a> {
    fn closers(source: &'a SchemaSource) -> HashSet<String> {
        let mut cycles =
            Self { source, open: Vec::new(), done: HashSet::new(), closers: HashSet::new() };
        cycles.walk(&source.root);
        cycles.closers
    }

    fn walk(&mut self, value: &'a Value) {
        match value {
            Value::Object(schema) => {
                if let Some(Value::String(reference)) = schema.get("$ref") {
                    self.follow(reference);
                }
                for (keyword, value) in schema {
                    match (keyword.as_str(), value) {
                        // The values of these are data, not schemas.
                        ("default" | "enum" | "const" | "examples", _) => {}
                        ("properties" | "patternProperties", Value::Object(named)) => {
                            named.values().for_each(|schema| self.walk(schema));
                        }
                        _ => self.walk(value),
                    }
                }
            }
            Value::Array(schemas) => schemas.iter().for_each(|schema| self.walk(schema)),
            _ => {}
        }
    }

    fn follow(&mut self, reference: &'a str) {
        let Some((name, definition)) = self.source.definition(reference) else {
            return;
        };
        if self.open.contains(&name) {
            self.closers.insert(name.to_owned());
        } else if self.done.insert(name) {
            self.open.push(name);
            self.walk(definition);
            self.open.pop();
        }
    }
}
