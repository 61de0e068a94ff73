//! What models are not offered.

use std::fmt;

/// A tool, or a part of one, that models are not offered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LeftOut {
    /// The name of the server.
    pub server: String,
    /// The name of the tool, as the server lists it.
    pub tool: String,
    /// How much is left out.
    pub loss: Loss,
    /// The rule of [`mcp-runtime-lint`](https://docs.rs/mcp-runtime-lint) that finds it, such as
    /// `key.pattern`.
    pub rule: Option<&'static str>,
    /// Where in the schema, as a JSON Pointer: empty for all of it.
    pub at: String,
    /// Why it is left out.
    pub why: String,
}

/// How much of a tool models are not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Loss {
    /// All of it.
    Tool,
    /// The strict mode: the tool is offered without.
    Strict,
    /// A detail of a schema, which then allows more.
    Detail,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let loss = match self.loss {
            Loss::Tool => "left out",
            Loss::Strict => "offered without strict mode",
            Loss::Detail => "partly left out",
        };
        write!(f, "tool `{}` of server `{}` is {loss}: {}", self.tool, self.server, self.why)?;
        if !self.at.is_empty() {
            write!(f, ", at {}", self.at)?;
        }
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}
