//! Random instances of the schemas that we advertise.
//!
//! What a schema of the common subset cannot say is said in words, and read from there: the
//! types of the items of a tuple, which keys of a flattened enum go together, and such.

use std::collections::BTreeSet;

use mcp_test_support::random::Random;
use serde_json::{Map, Value, json};

use super::words;

type Object = Map<String, Value>;

/// An instance of a schema that has its definitions in it; `open` if objects may have keys that
/// the schema does not name.
pub(super) fn of(schema: &Value, open: bool, random: &mut Random) -> Value {
    let mut generator = Generator { root: schema, open, random };
    generator.value(schema, DEEPEST).expect("a finite value")
}

/// Values nest no deeper.
const DEEPEST: usize = 14;

/// Below this, only what has to be there is.
const SPARSE: usize = 9;

struct Generator<'a> {
    root: &'a Value,
    open: bool,
    random: &'a mut Random,
}

impl Generator<'_> {
    /// An instance, unless it would be too deep.
    fn value(&mut self, schema: &Value, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let Value::Object(schema) = schema else {
            return Some(self.anything());
        };
        if let Some(default) = schema.get("default").filter(|_| self.random.once_in(4)) {
            return Some(default.clone());
        }
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            let root = self.root;
            return self.value(root.pointer(reference.trim_start_matches('#'))?, depth + 1);
        }
        if let Some(Value::Array(branches)) = schema.get("anyOf") {
            return self.branch(branches, depth + 1);
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return Some(self.random.pick(values).clone());
        }
        if let Some(values) = words::listed(schema) {
            return Some(self.random.pick(&values).clone());
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("null") => Some(Value::Null),
            Some("boolean") => Some(self.random.once_in(2).into()),
            Some("integer") => Some(self.integer(schema)),
            Some("number") => Some(self.number(schema)),
            Some("string") => Some(self.string(schema).into()),
            Some("array") => self.array(schema, depth),
            Some("object") => self.object(schema, depth),
            _ => Some(self.anything()),
        }
    }

    fn anything(&mut self) -> Value {
        let values = [json!(null), json!(true), json!(-3), json!(0.5), json!("a"), json!([1, "b"])];
        self.random.pick(&values).clone()
    }

    fn branch(&mut self, branches: &[Value], depth: usize) -> Option<Value> {
        let order = self.random.shuffled(branches);
        order.into_iter().find_map(|branch| self.value(branch, depth))
    }

    fn integer(&mut self, schema: &Object) -> Value {
        let end = |keyword: &str| schema.get(keyword)?.as_number()?.as_i128();
        let least = end("minimum").or(end("exclusiveMinimum").map(|least| least + 1));
        let most = end("maximum").into_iter().chain(end("exclusiveMaximum").map(|most| most - 1));
        // No schema tells 64 bits from 32 by a bound that many clients could not read.
        let least = least.unwrap_or(i64::MIN.into());
        let top = if least >= 0 { u64::MAX.into() } else { i64::MAX.into() };
        let most = most.min().unwrap_or(top);
        let step = end("multipleOf").unwrap_or(1);
        loop {
            let near = i128::from(self.random.any() % 200) - 100;
            let drawn = match self.random.below(4) {
                0 => least,
                1 => most,
                2 => least + i128::from(self.random.any()) % (most - least + 1),
                _ => near.clamp(least, most),
            };
            let number = drawn - drawn.rem_euclid(step);
            if number >= least && !(number == 0 && words::not_zero(schema)) {
                let number = serde_json::Number::from_i128(number).expect("64 bits");
                return Value::Number(number);
            }
        }
    }

    fn number(&mut self, schema: &Object) -> Value {
        let end = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
        let least = end("minimum").or(end("exclusiveMinimum")).unwrap_or(-1e30);
        let most = end("maximum").or(end("exclusiveMaximum")).unwrap_or(1e30);
        #[expect(clippy::cast_precision_loss, reason = "any share will do")]
        let share = (self.random.any() % 1000 + 1) as f64 / 1002.0;
        let number = match self.random.below(3) {
            0 => (1.5f64).clamp(least, most),
            _ => least + (most - least) * share,
        };
        json!(number)
    }

    fn string(&mut self, schema: &Object) -> String {
        if let Some(text) = words::text(schema, self.random) {
            return text;
        }
        let end = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let least = end("minLength").unwrap_or(0);
        let most = end("maxLength");
        let least = usize::try_from(least).unwrap();
        let most = most.map_or(least + 6, |most| usize::try_from(most).unwrap());
        let letters: &[char] = match schema.get("pattern").and_then(Value::as_str) {
            None => &['a', 'Z', '0', ' ', '"', '\\', '\n', 'ß', '日', '\u{1f600}'],
            Some(pattern) if pattern.starts_with("^[a-z]") => &['a', 'k', 'z'],
            Some(pattern) => panic!("no letters are known for the pattern {pattern}"),
        };
        let least = if schema.contains_key("pattern") { least.max(1) } else { least };
        let length = least + self.random.below(most.min(least + 6) - least + 1);
        (0..length).map(|_| *self.random.pick(letters)).collect()
    }

    fn array(&mut self, schema: &Object, depth: usize) -> Option<Value> {
        let end = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let least = usize::try_from(end("minItems").unwrap_or(0)).unwrap();
        let most = end("maxItems").map_or(least + 3, |most| usize::try_from(most).unwrap());
        let length = match depth {
            ..SPARSE => least,
            _ => least + self.random.below(most.min(least + 3) - least + 1),
        };
        let items = &schema["items"];
        if let Some(kinds) = words::items(schema) {
            let items = kinds.iter().map(|kind| self.item_of_kind(items, kind, depth));
            return items.collect();
        }
        let mut made = Vec::new();
        for _ in 0..length {
            let item = self.value(items, depth)?;
            if !schema.contains_key("uniqueItems") || !made.contains(&item) {
                made.push(item);
            }
        }
        Some(Value::Array(made))
    }

    /// An item of a tuple, by the words for its type.
    fn item_of_kind(&mut self, items: &Value, kind: &str, depth: usize) -> Option<Value> {
        let kinds: Vec<&str> = kind.split(" or ").collect();
        let kind = if kind.starts_with('[') { kind } else { *self.random.pick(&kinds) };
        let Some(Value::Array(branches)) = items.get("anyOf") else {
            return self.value(items, depth);
        };
        let branch = branches.iter().find(|branch| words::is_kind(branch, kind));
        self.value(branch.unwrap_or_else(|| panic!("no branch is {kind:?} in {items}")), depth)
    }

    fn object(&mut self, schema: &Object, depth: usize) -> Option<Value> {
        let properties = schema["properties"].as_object()?;
        let required: BTreeSet<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let together = words::together(schema, self.random);
        let mut made = Object::new();
        for (name, property) in properties {
            let chosen = match &together {
                Some(together) if together.concerns(name) => together.chosen.contains(name),
                _ => depth >= SPARSE && self.random.once_in(2),
            };
            if !required.contains(name.as_str()) && !chosen {
                continue;
            }
            let value = match together.as_ref().and_then(|together| together.fixed(name)) {
                Some(fixed) => Some(fixed),
                None => self.value(property, depth),
            };
            match value {
                Some(value) => drop(made.insert(name.clone(), value)),
                None if required.contains(name.as_str()) => return None,
                None => {}
            }
        }
        self.more(schema, &mut made, depth)?;
        Some(Value::Object(made))
    }

    /// Keys that the schema does not name.
    fn more(&mut self, schema: &Object, made: &mut Object, depth: usize) -> Option<()> {
        let end = |keyword: &str| schema.get(keyword).and_then(Value::as_u64);
        let least = usize::try_from(end("minProperties").unwrap_or(0)).unwrap();
        let most = end("maxProperties").map_or(least + 3, |most| usize::try_from(most).unwrap());
        let additional = match schema.get("additionalProperties") {
            Some(Value::Bool(false)) => return Some(()),
            Some(additional) => additional,
            // The one key of a variant is said by its being alone.
            None if schema["properties"].as_object().is_some_and(|all| all.len() == 1) => {
                return Some(());
            }
            None if !self.open => return Some(()),
            None => &Value::Bool(true),
        };
        let wanted =
            if depth < SPARSE { least } else { least + self.random.below(most - least + 1) };
        while made.len() < wanted {
            let value = self.value(additional, depth)?;
            made.insert(words::key(schema, self.random), value);
        }
        Some(())
    }
}
