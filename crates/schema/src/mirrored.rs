//! Arguments that HTTP clients mirror in a header.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Custom Headers from Tool Parameters"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#custom-headers-from-tool-parameters).

use std::sync::Arc;

use serde_json::{Map, Value};

/// The keyword of a schema that names the header.
pub const KEYWORD: &str = "x-mcp-header";

/// The maximum number of mirrored arguments and of reported mistakes: a server may list any schema.
const MAX_HEADERS: usize = 100;

/// An argument that is mirrored in a header.
#[derive(Debug, PartialEq, Eq)]
pub struct Mirrored {
    /// The name of the header, in lower case.
    pub header: String,
    /// The path of properties to the argument.
    pub path: Vec<String>,
}

impl Mirrored {
    /// Returns the mirrored arguments of a tool, from its input schema.
    ///
    /// # Errors
    ///
    /// All mistakes because of which clients drop the tool.
    pub fn of(schema: &Value) -> Result<Arc<[Self]>, Vec<String>> {
        let mut search = Search::default();
        search.schema(schema, true);
        if search.mistakes.is_empty() { Ok(search.found.into()) } else { Err(search.mistakes) }
    }
}

/// Whether a text is a token of [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110#name-tokens).
pub fn is_token(text: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !text.is_empty() && text.bytes().all(is_allowed)
}

#[derive(Default)]
struct Search {
    path: Vec<String>,
    found: Vec<Mirrored>,
    mistakes: Vec<String>,
}

impl Search {
    /// Visits a schema and all schemas in it; `is_reachable` if the path consists of properties
    /// only.
    fn schema(&mut self, schema: &Value, is_reachable: bool) {
        let Value::Object(schema) = schema else {
            return;
        };
        // One mistake is enough to drop the tool.
        if let Some(header) = schema.get(KEYWORD).filter(|_| self.mistakes.len() < MAX_HEADERS) {
            let added = self.add(header, schema, is_reachable);
            let path = self.path.join(".");
            self.mistakes.extend(
                added.err().map(|why| {
                    format!("argument `{path}`: {why}; clients drop the tool otherwise")
                }),
            );
        }
        for (keyword, value) in schema {
            match (keyword.as_str(), value) {
                // These hold values, not schemas.
                ("default" | "const" | "enum" | "examples" | KEYWORD, _) => {}
                ("properties", Value::Object(named)) => self.named(named, is_reachable),
                ("$defs" | "definitions" | "patternProperties" | "dependentSchemas", _) => {
                    value.as_object().into_iter().for_each(|named| self.named(named, false));
                }
                (_, Value::Array(schemas)) => {
                    schemas.iter().for_each(|schema| self.schema(schema, false));
                }
                (_, schema) => self.schema(schema, false),
            }
        }
    }

    fn named(&mut self, schemas: &Map<String, Value>, is_reachable: bool) {
        for (name, schema) in schemas {
            self.path.push(name.clone());
            self.schema(schema, is_reachable);
            self.path.pop();
        }
    }

    fn add(
        &mut self,
        header: &Value,
        schema: &Map<String, Value>,
        is_reachable: bool,
    ) -> Result<(), String> {
        let name = header.as_str().filter(|name| is_token(name));
        let Some(name) = name else {
            return Err(format!(
                "its header name {header} must consist of letters, digits and `-`"
            ));
        };
        if !is_reachable || self.path.is_empty() {
            return Err(format!(
                "its header {name:?} is allowed only on arguments and properties of nested \
                 objects, not in `items`, `anyOf` or `$defs`"
            ));
        }
        let kind = schema.get("type").and_then(Value::as_str);
        if !matches!(kind, Some("string" | "integer" | "boolean")) {
            return Err(format!(
                "an argument that is sent in the header {name:?} must have the type string, \
                 integer or boolean"
            ));
        }
        let header = format!("mcp-param-{}", name.to_ascii_lowercase());
        if self.found.len() == MAX_HEADERS {
            return Err(format!(
                "its header {name:?} exceeds the maximum of {MAX_HEADERS} headers"
            ));
        }
        if let Some(other) = self.found.iter().find(|other| other.header == header) {
            let other = other.path.join(".");
            return Err(format!("its header {name:?} must differ from that of `{other}`"));
        }
        self.found.push(Mirrored { header, path: self.path.clone() });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn agrees_with_the_version_vectors() {
        let text = include_str!("../../../tests/data/versions/headers.json");
        let vectors: Value = serde_json::from_str(text).unwrap();
        let records = vectors["x_mcp_header_schema"].as_array().unwrap();
        assert_eq!(records.len(), 15);
        for record in records {
            let found = Mirrored::of(&record["inputSchema"]);
            assert_eq!(Some(found.is_ok()), record["valid"].as_bool(), "{record}: {found:?}");
        }
    }

    #[test]
    fn finds_arguments_in_arguments() {
        let schema = json!({ "type": "object", "properties": {
            "region": { "type": "string", "x-mcp-header": "Region" },
            "of": { "type": "object", "properties": {
                "x-mcp-header": { "type": "integer", "x-mcp-header": "Count" },
                "free": { "type": "number", "default": { "x-mcp-header": "no schema" } },
            } },
        } });
        let mirrored = |header: &str, path: &[&str]| Mirrored {
            header: header.to_owned(),
            path: path.iter().map(|name| (*name).to_owned()).collect(),
        };
        let expected = [
            mirrored("mcp-param-region", &["region"]),
            mirrored("mcp-param-count", &["of", "x-mcp-header"]),
        ];
        assert_eq!(*Mirrored::of(&schema).unwrap(), expected);
        assert_eq!(*Mirrored::of(&json!({ "type": "object", "properties": {} })).unwrap(), []);
    }

    #[test]
    fn reports_every_mistake() {
        let schema = json!({ "type": "object", "x-mcp-header": "Root", "properties": {
            "a": { "type": "string", "x-mcp-header": "Region" },
            "b": { "type": "string", "x-mcp-header": "REGION" },
            "c": { "type": "object", "properties": { "d": { "type": "null", "x-mcp-header": "D" } } },
            "e": { "anyOf": [{ "type": "string", "x-mcp-header": "E" }, { "type": "null" }] },
        } });
        let mistakes = Mirrored::of(&schema).unwrap_err();
        assert_eq!(mistakes.len(), 4, "{mistakes:#?}");
        assert!(mistakes[1].contains("`b`") && mistakes[1].contains("`a`"), "{mistakes:#?}");
        assert!(mistakes[2].contains("`c.d`"), "{mistakes:#?}");
    }

    #[test]
    fn headers_and_mistakes_are_bounded() {
        let many = |property: &dyn Fn(usize) -> Value| {
            let properties =
                (0..10 * MAX_HEADERS).map(|index| (format!("p{index}"), property(index)));
            json!({ "type": "object", "properties": properties.collect::<Map<_, _>>() })
        };
        let headers = many(&|index| json!({ "type": "string", KEYWORD: format!("H{index}") }));
        let mistakes = Mirrored::of(&headers).unwrap_err();
        assert!(mistakes[0].contains("the maximum of 100 headers"), "{}", mistakes[0]);
        assert_eq!(mistakes.len(), MAX_HEADERS);
        let wrong = many(&|_| json!({ "type": "string", KEYWORD: "" }));
        assert_eq!(Mirrored::of(&wrong).unwrap_err().len(), MAX_HEADERS);
    }
}
