//! Why there is no client for a lock.

use std::fmt;

use crate::text::shown;

/// The result of writing a client.
pub(crate) type CodegenResult<T, E = CodegenError> = Result<T, E>;

/// Why there is no client for a lock: the file, the tool and the place in its schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodegenError {
    file: String,
    tool: Option<String>,
    schema: Option<&'static str>,
    why: String,
}

impl CodegenError {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self { file: String::new(), tool: None, schema: None, why: why.into() }
    }

    /// Names the file.
    pub(crate) fn in_file(self, file: &str) -> Self {
        Self { file: file.to_owned(), ..self }
    }

    /// Names the tool.
    pub(crate) fn of_tool(self, tool: &str) -> Self {
        Self { tool: Some(tool.to_owned()), ..self }
    }

    /// Names the tool, and which of its schemas it is.
    pub(crate) fn in_schema(self, tool: &str, schema: &'static str) -> Self {
        Self { schema: Some(schema), ..self.of_tool(tool) }
    }
}

/// A lock is what somebody else wrote: its names are printed without characters that control a
/// terminal.
impl fmt::Display for CodegenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(f, "{}: ", shown(&self.file))?;
        }
        if let Some(tool) = &self.tool {
            write!(f, "tool `{}`: ", shown(tool))?;
        }
        if let Some(schema) = self.schema {
            write!(f, "{schema}: ")?;
        }
        f.write_str(&shown(&self.why))
    }
}

impl std::error::Error for CodegenError {}
