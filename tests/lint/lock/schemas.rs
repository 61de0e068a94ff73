//! Schemas at random, changes of them, and what they accept.

use serde_json::{Map, Value, json};

/// Numbers that are the same in every run.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number below.
    pub(super) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).unwrap() % end
    }

    pub(super) fn percent(&mut self, chance: usize) -> bool {
        self.below(100) < chance
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + i64::try_from(self.below(usize::try_from(high - low + 1).unwrap())).unwrap()
    }

    pub(super) fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// A schema of arguments or of a result.
pub(super) fn root(r: &mut Random) -> Value {
    let mut root = object(r, 1, &["x", "y"]);
    root["$defs"] = json!({ "N": object(r, 2, &["p", "q"]) });
    if r.percent(30) {
        root["properties"]["n"] = json!({ "$ref": "#/$defs/N" });
    }
    if r.percent(10) {
        root["$defs"]["N"]["properties"]["next"] = json!({ "$ref": "#/$defs/N" });
    }
    root
}

pub(super) fn schema(r: &mut Random, depth: usize) -> Value {
    let kinds = ["string", "integer", "boolean", "number", "choice", "array", "object", "union"];
    let kind = *r.of(if depth < 3 { &kinds } else { &kinds[..5] });
    let mut schema = match kind {
        "array" => json!({ "items": schema(r, depth + 1) }),
        "object" => return object(r, depth + 1, &["p", "q", "s"]),
        "union" => {
            let branches: Vec<_> = (0..=r.below(2)).map(|_| schema(r, depth + 2)).collect();
            return json!({ "anyOf": branches });
        }
        "choice" if r.percent(20) => return json!({ "const": "a" }),
        "choice" => {
            let all = ["a", "b", "c", "d"];
            return json!({ "type": "string", "enum": &all[r.below(3)..] });
        }
        _ => json!({}),
    };
    schema["type"] = if r.percent(15) { json!([kind, "null"]) } else { json!(kind) };
    for _ in 0..r.below(3) {
        bound(r, kind, &mut schema);
    }
    schema
}

fn object(r: &mut Random, depth: usize, names: &[&str]) -> Value {
    let mut properties = Map::new();
    for name in names {
        if r.percent(70) {
            properties.insert((*name).to_owned(), schema(r, depth));
        }
    }
    let required: Vec<_> = properties.keys().filter(|_| r.percent(40)).cloned().collect();
    let mut object = json!({ "type": "object", "properties": properties, "required": required });
    match r.below(8) {
        0 | 1 => object["additionalProperties"] = json!(false),
        2 => object["additionalProperties"] = schema(r, 3),
        _ => {}
    }
    object
}

/// Sets or removes a bound.
fn bound(r: &mut Random, kind: &str, schema: &mut Value) {
    let (keywords, high): (&[&str], _) = match kind {
        "string" => (&["minLength", "maxLength", "pattern"], 5),
        "integer" | "number" => {
            (&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"], 9)
        }
        "array" => (&["minItems", "maxItems", "uniqueItems"], 3),
        _ => return,
    };
    let keyword = *r.of(keywords);
    let value = match keyword {
        "pattern" => json!(r.of(&["^a", "1", "b*"])),
        "uniqueItems" => json!(r.percent(70)),
        "multipleOf" => json!(r.of(&[1, 2, 4])),
        _ if kind == "string" || kind == "array" => json!(r.between(0, high)),
        _ => json!(r.between(-4, high)),
    };
    match schema.as_object_mut() {
        Some(members) if r.percent(25) => drop(members.shift_remove(keyword)),
        _ => schema[keyword] = value,
    }
}

/// Changes one thing somewhere in a schema.
pub(super) fn change(r: &mut Random, schema: &mut Value, depth: usize) {
    if schema["$defs"].is_object() && r.percent(20) {
        return change(r, &mut schema["$defs"]["N"], 2);
    }
    if let Some(branches) = schema.get_mut("anyOf").and_then(Value::as_array_mut) {
        let at = r.below(branches.len());
        match r.below(3) {
            0 if branches.len() > 1 => drop(branches.remove(at)),
            1 => branches.push(self::schema(r, 3)),
            _ => change(r, &mut branches[at], depth + 1),
        }
        return;
    }
    if schema["properties"].is_object() {
        return change_object(r, schema, depth);
    }
    if schema["items"].is_object() && r.percent(50) {
        return change(r, &mut schema["items"], depth + 1);
    }
    if let Some(values) = schema.get_mut("enum").and_then(Value::as_array_mut) {
        let value = json!(r.of(&["a", "b", "c", "d", "e"]));
        match values.iter().position(|known| *known == value) {
            Some(at) if values.len() > 1 => drop(values.remove(at)),
            Some(_) => {}
            None => values.push(value),
        }
        return;
    }
    let kind = match &schema["type"] {
        Value::String(kind) => kind.clone(),
        Value::Array(kinds) => kinds[0].as_str().unwrap().to_owned(),
        _ => return *schema = self::schema(r, depth),
    };
    match r.below(10) {
        0 => *schema = self::schema(r, depth),
        1 => schema["type"] = json!([kind, "null"]),
        2 => schema["type"] = json!(kind),
        3 => schema["type"] = json!(r.of(&["string", "integer", "number", "boolean"])),
        _ => bound(r, &kind, schema),
    }
}

fn change_object(r: &mut Random, schema: &mut Value, depth: usize) {
    let names: Vec<String> = schema["properties"].as_object().unwrap().keys().cloned().collect();
    let is_required = |schema: &Value, name: &str| {
        schema["required"].as_array().unwrap().iter().any(|required| required == name)
    };
    let name = (!names.is_empty()).then(|| r.of(&names).clone());
    match (r.below(10), name) {
        (0, Some(name)) => {
            schema["properties"].as_object_mut().unwrap().shift_remove(&name);
            if r.percent(90) {
                schema["required"].as_array_mut().unwrap().retain(|other| *other != name);
            }
        }
        (1 | 2, Some(name)) => {
            if is_required(schema, &name) {
                schema["required"].as_array_mut().unwrap().retain(|other| *other != name);
            } else {
                schema["required"].as_array_mut().unwrap().push(json!(name));
            }
        }
        (3, _) => {
            schema["properties"]["new"] = self::schema(r, 3);
            if r.percent(30) && !is_required(schema, "new") {
                schema["required"].as_array_mut().unwrap().push(json!("new"));
            }
        }
        (4, _) => schema["additionalProperties"] = json!(false),
        (5, _) => drop(schema.as_object_mut().unwrap().shift_remove("additionalProperties")),
        (6, _) if schema["additionalProperties"].is_object() => {
            change(r, &mut schema["additionalProperties"], depth + 1);
        }
        (_, Some(name)) if schema["properties"][&name].get("$ref").is_none() => {
            change(r, &mut schema["properties"][&name], depth + 1);
        }
        _ => {}
    }
}

/// Something that a schema may accept; it is tried whether it does. Only names that the schema has are in
/// it: nobody sends what he has not read of.
pub(super) fn instance(r: &mut Random, schema: &Value, root: &Value, depth: usize) -> Value {
    if depth > 12 {
        // A schema that demands itself has no instance.
        return json!({});
    }
    if schema.get("$ref").is_some() {
        return instance(r, &root["$defs"]["N"], root, depth + 1);
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    for keyword in ["enum", "anyOf"] {
        if let Some(Value::Array(all)) = schema.get(keyword) {
            let one = r.of(all).clone();
            return if keyword == "enum" { one } else { instance(r, &one, root, depth) };
        }
    }
    let number = |keyword: &str, or: i64| schema[keyword].as_i64().unwrap_or(or);
    let kind = match &schema["type"] {
        Value::Array(kinds) => r.of(kinds).as_str().unwrap(),
        kind => kind.as_str().unwrap_or("string"),
    };
    match kind {
        "object" => members(r, schema, root, depth),
        "array" if depth < 6 => {
            let low = number("minItems", 0);
            let high = number("maxItems", 3);
            let many = r.between(low, high.max(low));
            (0..many).map(|_| instance(r, &schema["items"], root, depth + 1)).collect()
        }
        "array" => json!([]),
        "boolean" => json!(r.percent(50)),
        "null" => Value::Null,
        "string" => {
            let low = number("minLength", 0);
            let high = number("maxLength", 6);
            let many = r.between(low, high.max(low));
            (0..many).map(|_| *r.of(&['a', 'b', '1', ' '])).collect::<String>().into()
        }
        _ => {
            let low = number("minimum", -6);
            let high = number("maximum", 12);
            let value = r.between(low, high.max(low));
            let multiple = number("multipleOf", 1);
            let value = value.div_euclid(multiple) * multiple;
            if kind == "number" && r.percent(40) {
                json!(f64::from(i32::try_from(value).unwrap()) + 0.5)
            } else {
                json!(value)
            }
        }
    }
}

fn members(r: &mut Random, schema: &Value, root: &Value, depth: usize) -> Value {
    let mut object = Map::new();
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        let required = schema["required"].as_array().unwrap();
        let is_required = required.iter().any(|required| required == name);
        if is_required || (depth < 6 && r.percent(50)) {
            object.insert(name.clone(), instance(r, property, root, depth + 1));
        }
    }
    match &schema["additionalProperties"] {
        Value::Object(_) => {
            let name = *r.of(&["zz", "new", "p", "x"]);
            let value = instance(r, &schema["additionalProperties"], root, depth + 1);
            object.entry(name).or_insert(value);
        }
        Value::Bool(false) => {}
        _ if r.percent(20) => drop(object.insert("zz".to_owned(), json!(1))),
        _ => {}
    }
    Value::Object(object)
}
