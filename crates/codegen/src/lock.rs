//! Reads what a client needs of a lock.

use std::fmt;

use serde_core::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde_core::{Deserialize, Deserializer};
use serde_json::Value;

use crate::error::{CodegenError, CodegenResult as Result};
use crate::limits::MAX_LOCK_BYTES;

/// The form of locks that is known.
const FORM: u64 = 1;

/// A server, and its tools in the order of the file.
#[derive(Debug)]
pub(crate) struct ServerLock {
    pub(crate) server: String,
    pub(crate) version: String,
    pub(crate) tools: Vec<LockTool>,
}

/// A tool.
#[derive(Debug)]
pub(crate) struct LockTool {
    pub(crate) name: String,
    pub(crate) description: String,
    pub(crate) hints: String,
    pub(crate) input: Value,
    pub(crate) output: Option<Value>,
}

impl ServerLock {
    /// # Errors
    ///
    /// When the text is not a lock of the form that is known.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        if text.len() > MAX_LOCK_BYTES {
            return Err(CodegenError::new(format!(
                "the file is larger than {MAX_LOCK_BYTES} bytes"
            )));
        }
        let file: File = serde_json::from_str(text)
            .map_err(|error| CodegenError::new(format!("not an mcp.lock file: {error}")))?;
        let form = file.form.ok_or_else(|| {
            CodegenError::new(
                "not an mcp.lock file: the member `lock` (the format version) is missing",
            )
        })?;
        if form != FORM {
            let why = format!("unsupported lock format {form}: expected {FORM}");
            return Err(CodegenError::new(why));
        }
        let tools = file.tools.0.into_iter().map(|(name, tool)| LockTool::read(name, tool));
        Ok(Self {
            server: text_of(&file.server, "name"),
            version: text_of(&file.server, "version"),
            tools: tools.collect::<Result<_>>()?,
        })
    }
}

impl LockTool {
    fn read(name: String, mut tool: Value) -> Result<Self> {
        let mut take = |member: &str| tool.get_mut(member).map(Value::take);
        let Some(input) = take("input") else {
            return Err(CodegenError::new("it has no `input`").of_tool(&name));
        };
        Ok(Self {
            input,
            output: take("output"),
            description: text_of(&tool, "description"),
            hints: text_of(&tool, "hints"),
            name,
        })
    }
}

/// A member that is a string, or an empty one.
fn text_of(value: &Value, member: &str) -> String {
    value.get(member).and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The members of the file.
#[derive(Default)]
struct File {
    form: Option<u64>,
    server: Value,
    tools: Tools,
}

impl<'de> Deserialize<'de> for File {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = File;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<File, A::Error> {
                let mut file = File::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "lock" => file.form = Some(map.next_value()?),
                        "server" => file.server = map.next_value()?,
                        "tools" => file.tools = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(file)
            }
        }

        deserializer.deserialize_map(Members)
    }
}

/// The tools: one that is there twice is an error, since two programs would read two of it.
#[derive(Default)]
struct Tools(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Tools {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Members;

        impl<'de> Visitor<'de> for Members {
            type Value = Tools;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object whose keys are the names of the tools")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tools, A::Error> {
                let mut names = std::collections::HashSet::new();
                let mut tools = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!("duplicate tool `{name}`")));
                    }
                    tools.push((name, map.next_value()?));
                }
                Ok(Tools(tools))
            }
        }

        deserializer.deserialize_map(Members)
    }
}
