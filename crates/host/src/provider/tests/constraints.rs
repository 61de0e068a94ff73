//! What providers state about schemas, checked on what they get.

use serde_json::{Map, Value};

use crate::Provider;

/// A keyword of a provider, and the schemas inside.
struct Checker {
    provider: Provider,
    strict: bool,
    root: Value,
    wrong: Vec<String>,
}

const GEMINI: [&str; 17] = [
    "type",
    "format",
    "title",
    "description",
    "enum",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "minimum",
    "maximum",
    "anyOf",
    "oneOf",
    "properties",
    "additionalProperties",
    "required",
    "propertyOrdering",
];
const OLLAMA: [&str; 6] = ["type", "items", "description", "enum", "properties", "required"];
const NOT_STRICT: [&str; 14] = [
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "default",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "minLength",
    "maxLength",
    "dependentRequired",
    "dependentSchemas",
];

/// What the provider would refuse of tools.
pub(super) fn violations(provider: Provider, tools: &[Value]) -> Vec<String> {
    let declarations = match provider {
        Provider::Gemini => {
            tools.iter().flat_map(|tool| list(&tool["functionDeclarations"])).collect()
        }
        _ => tools.to_vec(),
    };
    let mut wrong = Vec::new();
    for tool in &declarations {
        let tool = ["function", "toolSpec"]
            .iter()
            .find_map(|key| tool.get(key).filter(|inside| inside.is_object()))
            .unwrap_or(tool);
        let schema = ["parameters", "input_schema", "parametersJsonSchema"]
            .iter()
            .find_map(|key| tool.get(key))
            .or_else(|| tool["inputSchema"].get("json"));
        let root = schema.unwrap().clone();
        let strict = tool.get("strict") == Some(&true.into());
        let mut checker = Checker { provider, strict, root: root.clone(), wrong: Vec::new() };
        checker.root();
        checker.schema(&root, "");
        for (name, definition) in map(&root["$defs"]) {
            checker.schema(&definition, &format!("/$defs/{name}"));
        }
        if tool["description"] == "" {
            checker.wrong.push("an empty description".to_owned());
        }
        wrong.extend(checker.wrong.iter().map(|wrong| format!("{}: {wrong}", tool["name"])));
    }
    wrong
}

fn list(value: &Value) -> Vec<Value> {
    value.as_array().cloned().unwrap_or_default()
}

fn map(value: &Value) -> Map<String, Value> {
    value.as_object().cloned().unwrap_or_default()
}

impl Checker {
    fn expect(&mut self, holds: bool, at: &str, what: &str) {
        if !holds {
            self.wrong.push(format!("{at}: {what}"));
        }
    }

    fn root(&mut self) {
        let root = map(&self.root);
        self.expect(root.get("type") == Some(&"object".into()), "", "the root is no object");
        self.expect(root.contains_key("properties"), "", "the root has no properties");
        for keyword in
            ["anyOf", "oneOf", "allOf", "not", "enum", "const", "$ref", "$schema", "title"]
        {
            self.expect(!root.contains_key(keyword), "", keyword);
        }
    }

    fn schema(&mut self, schema: &Value, at: &str) {
        let Value::Object(members) = schema else {
            self.expect(false, at, "a boolean schema");
            return;
        };
        if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
            let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
            let is_known = self.root["$defs"].get(name).is_some();
            self.expect(is_known, at, "a reference to nothing");
            if self.strict {
                self.expect(members.len() == 1, at, "something beside a reference");
            }
        }
        let types = match &schema["type"] {
            Value::String(name) => vec![name.clone()],
            names => list(names).iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        };
        self.of_provider(members, &types, at);
        if self.strict {
            self.strict(members, &types, at);
        }
        self.inside(members, at);
    }

    fn of_provider(&mut self, members: &Map<String, Value>, types: &[String], at: &str) {
        let is = |name: &str| types.iter().any(|known| known == name);
        match self.provider {
            Provider::OpenAi | Provider::OpenAiResponses => {
                self.expect(!is("array") || members.contains_key("items"), at, "no items");
                self.expect(
                    !is("object") || members.contains_key("properties"),
                    at,
                    "no properties",
                );
                for keyword in ["oneOf", "prefixItems"] {
                    self.expect(!members.contains_key(keyword), at, keyword);
                }
                let pattern = members.get("pattern").and_then(Value::as_str).unwrap_or_default();
                self.expect(!pattern.contains("(?"), at, "a group that may look around");
            }
            Provider::Anthropic => {
                for key in map(&members.get("properties").cloned().unwrap_or_default()).keys() {
                    let is_word = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
                    let is_key = (1..=64).contains(&key.len()) && key.chars().all(is_word);
                    self.expect(is_key, at, key);
                }
            }
            Provider::Gemini => {
                for keyword in members.keys() {
                    self.expect(GEMINI.contains(&keyword.as_str()), at, keyword);
                }
                let values = list(&members.get("enum").cloned().unwrap_or_default());
                let is_plain =
                    |v: &Value| v.is_number() || v.as_str().is_some_and(|v| !v.is_empty());
                self.expect(values.iter().all(is_plain), at, "an enum of others");
                let required = list(&members.get("required").cloned().unwrap_or_default());
                let has = |name: &Value| {
                    members
                        .get("properties")
                        .unwrap_or(&Value::Null)
                        .get(name.as_str().unwrap())
                        .is_some()
                };
                self.expect(required.iter().all(has), at, "a required name without a property");
            }
            Provider::Bedrock => {
                for keyword in ["$ref", "$defs", "$anchor", "$dynamicRef"] {
                    self.expect(!members.contains_key(keyword), at, keyword);
                }
            }
            Provider::Ollama => {
                for keyword in members.keys() {
                    self.expect(OLLAMA.contains(&keyword.as_str()), at, keyword);
                }
            }
        }
    }

    fn strict(&mut self, members: &Map<String, Value>, types: &[String], at: &str) {
        for keyword in NOT_STRICT {
            self.expect(!members.contains_key(keyword), at, keyword);
        }
        let is_typed =
            ["type", "$ref", "anyOf", "enum", "const"].iter().any(|k| members.contains_key(*k));
        self.expect(is_typed, at, "no type");
        if types.iter().any(|name| name == "object") {
            let is_closed = members.get("additionalProperties") == Some(&false.into());
            self.expect(is_closed, at, "an open object");
            let names = map(members.get("properties").unwrap_or(&Value::Null)).len();
            let required = list(&members.get("required").cloned().unwrap_or_default()).len();
            let is_openai = matches!(self.provider, Provider::OpenAi | Provider::OpenAiResponses);
            self.expect(!is_openai || names == required, at, "an optional property");
        }
    }

    fn inside(&mut self, members: &Map<String, Value>, at: &str) {
        for (keyword, value) in members {
            let at = format!("{at}/{keyword}");
            match (keyword.as_str(), value) {
                ("properties" | "patternProperties" | "dependentSchemas", Value::Object(map)) => {
                    for (name, schema) in map {
                        self.schema(schema, &format!("{at}/{name}"));
                    }
                }
                ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                    for schema in list {
                        self.schema(schema, &at);
                    }
                }
                ("additionalProperties", Value::Bool(_)) => {}
                ("items" | "not" | "contains" | "additionalProperties" | "if" | "then", schema) => {
                    self.schema(schema, &at);
                }
                _ => {}
            }
        }
    }
}
