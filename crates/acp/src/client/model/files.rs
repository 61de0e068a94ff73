//! Files of the client that agents read and write.
//!
//! Source: [ACP, "File System"](https://agentclientprotocol.com/protocol/file-system).

use std::path::PathBuf;

use serde::Deserialize;

/// The parameters of a request to read a text file, as the editor has it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadTextFile {
    /// The session that the request belongs to.
    pub session_id: String,
    /// The file.
    pub path: PathBuf,
    /// The first line to read, counted from 1.
    #[serde(default)]
    pub line: Option<u64>,
    /// The number of lines to read.
    #[serde(default)]
    pub limit: Option<u64>,
}

impl ReadTextFile {
    /// Returns the requested lines of the entire text of the file.
    #[must_use]
    pub fn cut(&self, text: &str) -> String {
        let count = |number: Option<u64>| number.and_then(|number| usize::try_from(number).ok());
        let before = count(self.line).unwrap_or(1).saturating_sub(1);
        let lines = text.split_inclusive('\n').skip(before);
        lines.take(count(self.limit).unwrap_or(usize::MAX)).collect()
    }
}

/// The parameters of a request to write a text file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct WriteTextFile {
    /// The session that the request belongs to.
    pub session_id: String,
    /// The file, which may not exist yet.
    pub path: PathBuf,
    /// The entire text.
    pub content: String,
}
