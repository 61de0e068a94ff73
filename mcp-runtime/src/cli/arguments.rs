//! Arguments as typed, and their conversion to JSON.

use std::io;
use std::path::PathBuf;

use serde_json::{Map, Value};

use super::json::items;
use super::listing::name;
use crate::error::{Error, Result};
use crate::protocol::suggest::nearest;

/// The arguments of a tool or a prompt, as typed.
#[derive(Debug)]
pub(super) enum Arguments {
    Pairs(Vec<(String, String)>),
    /// A JSON object, which needs no conversion.
    Json(Value),
}

/// One item of the typed arguments.
#[derive(Clone, Debug)]
pub(super) enum TypedArgument {
    Pair(String, String),
    /// A file with all of them, in JSON.
    File(PathBuf),
    StandardInput,
}

impl Arguments {
    /// Reads the arguments, from the command line or from the file or input that it names.
    ///
    /// # Errors
    ///
    /// When a file cannot be read, is not a JSON object, or is combined with other arguments.
    pub(super) fn read(typed: impl ExactSizeIterator<Item = TypedArgument>) -> Result<Self> {
        let is_alone = typed.len() == 1;
        let mut pairs = Vec::new();
        for typed in typed {
            let (place, text) = match typed {
                TypedArgument::Pair(key, value) => {
                    pairs.push((key, value));
                    continue;
                }
                TypedArgument::File(path) => {
                    (path.display().to_string(), std::fs::read_to_string(path))
                }
                TypedArgument::StandardInput => {
                    ("standard input".to_owned(), io::read_to_string(io::stdin()))
                }
            };
            if !is_alone {
                return Err(Error::other(format!(
                    "{place} cannot be combined with other arguments: put all of them there, or none"
                )));
            }
            let text =
                text.map_err(|error| Error::other(format!("cannot read {place}: {error}")))?;
            let json = object(&text).map_err(|error| Error::other(format!("{place}: {error}")))?;
            return Ok(Self::Json(json));
        }
        Ok(Self::Pairs(pairs))
    }

    /// Converts them to JSON; the schema of the tool determines which values are text.
    ///
    /// # Errors
    ///
    /// When the tool does not have a key, or when a key is given twice.
    pub(super) fn of_tool(self, tool: &Value) -> Result<Value> {
        let schema = &tool["inputSchema"];
        let properties = schema["properties"].as_object();
        let others = schema.get("additionalProperties").filter(|schema| schema.is_object());
        self.json(&|key, typed| {
            let property = properties.and_then(|properties| properties.get(key)).or(others);
            match property {
                Some(schema) => Ok(parse_value(typed, schema)),
                None => {
                    let keys = properties.into_iter().flat_map(Map::keys).map(String::as_str);
                    Err(no_argument(&format!("tool `{}`", name(tool)), key, &Vec::from_iter(keys)))
                }
            }
        })
    }

    /// Converts them to JSON; a prompt only takes text.
    ///
    /// # Errors
    ///
    /// When the prompt does not have a key, or when a key is given twice.
    pub(super) fn of_prompt(self, prompt: &Value) -> Result<Value> {
        let keys: Vec<&str> = items(prompt, "arguments").iter().map(name).collect();
        self.json(&|key, typed| {
            if keys.contains(&key) {
                return Ok(typed.into());
            }
            Err(no_argument(&format!("prompt `{}`", name(prompt)), key, &keys))
        })
    }

    /// Converts them for a tool or prompt that does not exist.
    pub(super) fn of_nothing(self) -> Value {
        match self {
            Self::Pairs(_) => Value::Object(Map::new()),
            Self::Json(json) => json,
        }
    }

    fn json(self, value: &dyn Fn(&str, &str) -> Result<Value>) -> Result<Value> {
        let pairs = match self {
            Self::Pairs(pairs) => pairs,
            Self::Json(json) => return Ok(json),
        };
        let mut members = Map::new();
        for (key, typed) in pairs {
            let value = value(&key, &typed)?;
            if members.insert(key.clone(), value).is_some() {
                return Err(Error::other(format!(
                    "`{key}` is given twice; write several values as a JSON array: \
                     {key}='[\"one\", \"two\"]'"
                )));
            }
        }
        Ok(Value::Object(members))
    }
}

/// Text if the schema wants a string, else JSON if it parses. A value that does not fit is sent
/// unchanged: the server reports the error best.
fn parse_value(typed: &str, schema: &Value) -> Value {
    let is_text = schema["type"] == "string";
    let json = serde_json::from_str(typed).ok().filter(|_| !is_text);
    json.unwrap_or_else(|| typed.into())
}

/// Parses a JSON object.
///
/// # Errors
///
/// When it is something else.
pub(super) fn object(typed: &str) -> Result<Value, String> {
    match serde_json::from_str(typed) {
        Ok(json @ Value::Object(_)) => Ok(json),
        Ok(_) => Err("this JSON is not an object".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    }
}

fn no_argument(what: &str, key: &str, keys: &[&str]) -> Error {
    let hint = match nearest(key, keys.iter().copied()) {
        Some(nearest) => format!("did you mean `{nearest}`?"),
        None if keys.is_empty() => "it takes none".to_owned(),
        None => format!("it takes {}", keys.join(", ")),
    };
    Error::other(format!("{what} has no argument `{key}`; {hint}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meant(pairs: &[(&str, &str)]) -> Result<String> {
        let schema = json!({"type": "object", "properties": {
            "text": {"type": "string"},
            "count": {"type": "integer"},
            "loud": {"type": "boolean"},
            "tags": {"type": "array", "items": {"type": "string"}},
            "any": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        }});
        let pairs = pairs.iter().map(|(key, value)| ((*key).into(), (*value).into()));
        let tool = json!({ "name": "t", "inputSchema": schema });
        Ok(Arguments::Pairs(pairs.collect()).of_tool(&tool)?.to_string())
    }

    #[test]
    fn the_schema_says_what_is_text() {
        assert_eq!(meant(&[("text", "3")]).unwrap(), r#"{"text":"3"}"#);
        assert_eq!(meant(&[("text", "a=b")]).unwrap(), r#"{"text":"a=b"}"#);
        assert_eq!(meant(&[("count", "3")]).unwrap(), r#"{"count":3}"#);
        assert_eq!(meant(&[("loud", "true")]).unwrap(), r#"{"loud":true}"#);
        assert_eq!(meant(&[("tags", r#"["a"]"#)]).unwrap(), r#"{"tags":["a"]}"#);
        assert_eq!(meant(&[("any", "3")]).unwrap(), r#"{"any":3}"#);
        assert_eq!(meant(&[("any", "x y")]).unwrap(), r#"{"any":"x y"}"#);
    }

    #[test]
    fn what_does_not_fit_is_left_to_the_server() {
        assert_eq!(meant(&[("count", "many")]).unwrap(), r#"{"count":"many"}"#);
    }

    #[test]
    fn a_wrong_key_is_named() {
        let wrong = |key| meant(&[(key, "3")]).unwrap_err().to_string();
        assert_eq!(wrong("cuont"), "tool `t` has no argument `cuont`; did you mean `count`?");
        assert_eq!(
            wrong("other"),
            "tool `t` has no argument `other`; it takes text, count, loud, tags, any"
        );
        let twice = meant(&[("tags", "a"), ("tags", "b")]).unwrap_err();
        assert!(twice.to_string().starts_with("`tags` is given twice"), "{twice}");
    }
}
