//! Arguments as typed, and their conversion to JSON.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use crate::error::{Error, Result};
use crate::protocol::{Prompt, Tool};
use crate::schema::nearest;

/// The arguments of a tool or a prompt, as typed.
#[derive(Debug)]
pub(super) enum Arguments {
    Pairs(Vec<(String, String)>),
    /// A JSON object, which needs no conversion.
    Json(Box<RawValue>),
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
                    "{place} has all the arguments, or none: there are others"
                )));
            }
            let text = text.map_err(|error| Error::other(format!("reading {place}: {error}")))?;
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
    pub(super) fn of_tool(self, tool: &Tool) -> Result<Box<RawValue>> {
        let schema = &tool.input_schema;
        let properties = schema.get("properties").and_then(Value::as_object);
        let others = schema.get("additionalProperties").filter(|schema| schema.is_object());
        self.json(|key, typed| {
            let property = properties.and_then(|properties| properties.get(key)).or(others);
            match property {
                Some(schema) => Ok(parse_value(typed, schema)),
                None => {
                    let keys = properties.into_iter().flat_map(|all| all.keys());
                    let what = format!("tool `{}`", tool.name);
                    Err(no_argument(&what, key, keys.map(String::as_str)))
                }
            }
        })
    }

    /// Converts them to JSON; a prompt only takes text.
    ///
    /// # Errors
    ///
    /// When the prompt does not have a key, or when a key is given twice.
    pub(super) fn of_prompt(self, prompt: &Prompt) -> Result<Box<RawValue>> {
        let keys = || {
            let arguments = prompt.arguments.iter().flatten();
            arguments.map(|argument| argument.name.as_str())
        };
        self.json(|key, typed| {
            if keys().any(|name| name == key) {
                return Ok(text(typed));
            }
            let what = format!("prompt `{}`", prompt.name);
            Err(no_argument(&what, key, keys()))
        })
    }

    /// Converts them for a tool or prompt that does not exist.
    pub(super) fn of_nothing(self) -> Box<RawValue> {
        match self {
            Self::Pairs(_) => json(&Value::Object(serde_json::Map::new())),
            Self::Json(json) => json,
        }
    }

    fn json(self, value: impl Fn(&str, &str) -> Result<Box<RawValue>>) -> Result<Box<RawValue>> {
        let pairs = match self {
            Self::Pairs(pairs) => pairs,
            Self::Json(json) => return Ok(json),
        };
        let mut members = BTreeMap::new();
        for (key, typed) in pairs {
            let value = value(&key, &typed)?;
            if members.insert(key.clone(), value).is_some() {
                return Err(Error::other(format!(
                    "`{key}` is given twice; write several values as a JSON array: \
                     {key}='[\"one\", \"two\"]'"
                )));
            }
        }
        Ok(json(&members))
    }
}

/// Text if the schema wants a string, else JSON if it parses. A value that does not fit is sent
/// unchanged: the server reports the error best.
fn parse_value(typed: &str, schema: &Value) -> Box<RawValue> {
    let is_text = schema.get("type").is_some_and(|name| name == "string");
    let json = serde_json::from_str(typed).ok().filter(|_| !is_text);
    json.unwrap_or_else(|| text(typed))
}

/// Parses a JSON object.
///
/// # Errors
///
/// When it is something else.
pub(super) fn object(typed: &str) -> Result<Box<RawValue>, String> {
    match serde_json::from_str(typed) {
        Ok(Value::Object(_)) => {
            RawValue::from_string(typed.trim().to_owned()).map_err(|error| error.to_string())
        }
        Ok(_) => Err("this JSON is not an object".to_owned()),
        Err(error) => Err(format!("this is not JSON: {error}")),
    }
}

fn text(typed: &str) -> Box<RawValue> {
    json(&typed)
}

fn json(value: &impl serde::Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

fn no_argument<'a>(what: &str, key: &str, keys: impl Iterator<Item = &'a str>) -> Error {
    let keys: Vec<&str> = keys.collect();
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
        let arguments = Arguments::Pairs(pairs.collect()).of_tool(&Tool::new("t", schema))?;
        Ok(arguments.get().to_owned())
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
    fn numbers_keep_their_digits() {
        let typed = "123456789012345678901234567890";
        assert_eq!(meant(&[("count", typed)]).unwrap(), format!(r#"{{"count":{typed}}}"#));
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
