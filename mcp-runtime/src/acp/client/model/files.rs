//! Files of the client that agents read and write.
//!
//! Source: [ACP, "File System"](https://agentclientprotocol.com/protocol/file-system).

use std::path::PathBuf;

use serde::Deserialize;

/// An agent reads a text file, as the editor has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadTextFile {
    /// The session that it is about.
    pub session_id: String,
    /// The file.
    pub path: PathBuf,
    /// The first line that is wanted, from 1 on.
    #[serde(default)]
    pub line: Option<u64>,
    /// How many lines are wanted.
    #[serde(default)]
    pub limit: Option<u64>,
}

impl ReadTextFile {
    /// The lines that are wanted of the whole text of the file.
    #[must_use]
    pub fn cut(&self, text: &str) -> String {
        let count = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
        let before = count(self.line).unwrap_or(1).saturating_sub(1);
        let lines = text.split_inclusive('\n').skip(before);
        lines.take(count(self.limit).unwrap_or(usize::MAX)).collect()
    }
}

/// An agent writes a text file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WriteTextFile {
    /// The session that it is about.
    pub session_id: String,
    /// The file, which may be new.
    pub path: PathBuf,
    /// The whole text.
    pub content: String,
}
