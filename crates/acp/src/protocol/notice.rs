//! Notices: what a client shows beside the conversation.
//!
//! Source: [ACP, "Schema", Notice](https://agentclientprotocol.com/protocol/schema#notice).

use serde::{Deserialize, Serialize};

use super::names::names;

/// Something that the user should know, beside the conversation: plain text, shown once.
///
/// ```
/// use mcp_runtime_acp::{Notice, Turn};
/// use mcp_runtime::Result;
///
/// async fn warn(turn: &Turn) -> Result<()> {
///     turn.notice("The index is ready").await?;
///     turn.notice(Notice::warning("The model is slow").description("It is asked again.")).await
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Notice {
    /// How important it is.
    pub severity: NoticeSeverity,
    /// What it is about, in a few words.
    pub title: String,
    /// The details.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

names! {
    /// How important a notice is.
    pub enum NoticeSeverity {
        /// It is good to know.
        Info = "info",
        /// Something may go wrong, or is missing.
        Warning = "warning",
        /// Something has gone wrong.
        Error = "error",
    }
}

impl Notice {
    /// Something that is good to know.
    pub fn info(title: impl Into<String>) -> Self {
        Self::new(NoticeSeverity::Info, title)
    }

    /// Something that may go wrong, or is missing.
    pub fn warning(title: impl Into<String>) -> Self {
        Self::new(NoticeSeverity::Warning, title)
    }

    /// Something that has gone wrong.
    pub fn error(title: impl Into<String>) -> Self {
        Self::new(NoticeSeverity::Error, title)
    }

    fn new(severity: NoticeSeverity, title: impl Into<String>) -> Self {
        Self { severity, title: title.into(), description: None }
    }

    /// Adds the details.
    #[must_use]
    pub fn description(self, text: impl Into<String>) -> Self {
        Self { description: Some(text.into()), ..self }
    }
}

impl<T: Into<String>> From<T> for Notice {
    fn from(title: T) -> Self {
        Self::info(title)
    }
}
