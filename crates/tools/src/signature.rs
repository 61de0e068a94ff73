//! Signatures of tools: what a schema says, in a fraction of its tokens.

use std::fmt::Write as _;

use mcp_runtime::protocol::Tool;
use serde_json::Value;

/// How deep the types of members are written.
const DEPTH: usize = 3;

/// The most values of an enumeration that are written.
const VALUES: usize = 8;

/// Writes a tool as a signature, such as `search(text: string, limit?: integer = 10) -> {hits: [string]}`.
///
/// It is for models that write code, and for people who look through many tools. It takes about a
/// tenth of the tokens of the schema, and leaves out what does not fit, such as patterns and limits.
///
/// ```
/// use mcp_runtime::json;
/// use mcp_runtime::protocol::Tool;
///
/// let schema = json!({
///     "type": "object",
///     "properties": {
///         "text": { "type": "string" },
///         "limit": { "type": "integer", "default": 10 },
///         "order": { "enum": ["newest", "oldest"] },
///     },
///     "required": ["text"],
/// });
/// let signature = mcp_runtime_tools::signature(&Tool::new("search", schema));
/// assert_eq!(signature, r#"search(text: string, limit?: integer = 10, order?: "newest" | "oldest")"#);
/// ```
pub fn signature(tool: &Tool) -> String {
    let members = members(&tool.input_schema, &tool.input_schema, DEPTH);
    let mut signature = format!("{}({})", tool.name, members.join(", "));
    if let Some(output) = &tool.output_schema {
        // Writing to a string does not fail.
        let _ = write!(signature, " -> {}", type_of(output, output, DEPTH));
    }
    signature
}

/// The members of an object: `name?: type = default`.
fn members(schema: &Value, root: &Value, depth: usize) -> Vec<String> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|required| required == name));
    let properties = schema.get("properties").and_then(Value::as_object);
    let member = |(name, schema): (&String, &Value)| {
        let mark = if is_required(name) { "" } else { "?" };
        let default = schema.get("default").map(|value| format!(" = {value}"));
        format!("{name}{mark}: {}{}", type_of(schema, root, depth), default.unwrap_or_default())
    };
    properties.into_iter().flatten().map(member).collect()
}

/// The type that a schema describes.
fn type_of(schema: &Value, root: &Value, depth: usize) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        let target = reference.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return match target {
            Some(target) if depth > 0 => type_of(target, root, depth - 1),
            _ => reference.rsplit('/').next().unwrap_or_default().to_owned(),
        };
    }
    if let Some(value) = schema.get("const") {
        return value.to_string();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        let more = if values.len() > VALUES { " | .." } else { "" };
        let shown: Vec<_> = values.iter().take(VALUES).map(Value::to_string).collect();
        return format!("{}{more}", shown.join(" | "));
    }
    let some = ["anyOf", "oneOf"].into_iter().find_map(|key| schema.get(key)?.as_array());
    if let Some(some) = some {
        return union(some.iter().map(|one| type_of(one, root, depth)));
    }
    match schema.get("type") {
        Some(Value::Array(kinds)) => union(
            kinds.iter().filter_map(Value::as_str).map(|kind| of_kind(kind, schema, root, depth)),
        ),
        Some(Value::String(kind)) => of_kind(kind, schema, root, depth),
        _ if schema.get("properties").is_some() => of_kind("object", schema, root, depth),
        _ => "any".to_owned(),
    }
}

/// The type of a schema with a `type`.
fn of_kind(kind: &str, schema: &Value, root: &Value, depth: usize) -> String {
    match kind {
        "array" if depth == 0 => "[..]".to_owned(),
        "array" => {
            let items = schema.get("items");
            format!("[{}]", items.map_or("any".to_owned(), |items| type_of(items, root, depth - 1)))
        }
        "object" if schema.get("properties").is_none() => "object".to_owned(),
        "object" if depth == 0 => "{..}".to_owned(),
        "object" => format!("{{{}}}", members(schema, root, depth - 1).join(", ")),
        kind => kind.to_owned(),
    }
}

/// The types of a union, each once.
fn union(types: impl Iterator<Item = String>) -> String {
    let mut union: Vec<String> = Vec::new();
    for one in types {
        if !union.contains(&one) {
            union.push(one);
        }
    }
    union.join(" | ")
}
