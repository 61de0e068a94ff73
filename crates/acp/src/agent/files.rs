//! Files as the client has them, including unsaved changes.
//!
//! Source: [ACP, "File System"](https://agentclientprotocol.com/protocol/file-system). Version 2
//! does not have it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::BoxFuture;
use super::turn::Turn;
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::{Error, Result};

/// The parameters of `fs/read_text_file`.
#[derive(Serialize)]
struct ReadTextFile {
    path: PathBuf,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limit: Option<u32>,
}

/// A file to read; awaiting it returns its text.
#[must_use = "the file is not read until this is awaited"]
pub struct ReadFile {
    turn: Turn,
    params: ReadTextFile,
}

short_debug!(ReadFile {});

impl ReadFile {
    /// Begins at this line, counted from 1.
    pub fn line(mut self, line: u32) -> Self {
        self.params.line = Some(line);
        self
    }

    /// Reads at most this many lines.
    pub fn limit(mut self, lines: u32) -> Self {
        self.params.limit = Some(lines);
        self
    }
}

impl IntoFuture for ReadFile {
    type Output = Result<String>;
    type IntoFuture = BoxFuture<Result<String>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let can = self.turn.client().capabilities.read_text_file;
            check_advertised(can, "fs.readTextFile")?;
            #[derive(Deserialize)]
            struct Content {
                content: String,
            }
            let read = self.turn.ask_for_value("fs/read_text_file", &self.params).await;
            read.map(|Content { content }| content)
        })
    }
}

impl Turn {
    /// Reads a file as the client has it, including unsaved changes. A relative path is resolved
    /// against the session's directory.
    ///
    /// ```
    /// use mcp_runtime::Result;
    /// use mcp_runtime_acp::{Turn, agent};
    ///
    /// #[agent]
    /// async fn reader(turn: Turn) -> Result<()> {
    ///     let head = turn.read_file("README.md").limit(10).await?;
    ///     turn.say(head).await
    /// }
    /// ```
    ///
    /// Awaiting it fails when the client does not [read
    /// files](crate::ClientCapabilities::read_text_file), or cannot read this one.
    pub fn read_file(&self, path: impl AsRef<Path>) -> ReadFile {
        let params = ReadTextFile { path: self.path(path), line: None, limit: None };
        ReadFile { turn: self.clone(), params }
    }

    /// Writes a file, which the client creates if it does not exist. A relative path is resolved
    /// against the session's directory.
    ///
    /// # Errors
    ///
    /// When the client does not [write files](crate::ClientCapabilities::write_text_file) or cannot
    /// write this one, or the turn has been cancelled.
    pub async fn write_file(
        &self,
        path: impl AsRef<Path> + Send,
        content: impl Into<String> + Send,
    ) -> Result<()> {
        #[derive(Serialize)]
        struct WriteTextFile {
            path: PathBuf,
            content: String,
        }
        let can = self.client().capabilities.write_text_file;
        check_advertised(can, "fs.writeTextFile")?;
        let params = WriteTextFile { path: self.path(path), content: content.into() };
        self.ask_to("fs/write_text_file", params).await
    }

    /// An absolute path.
    pub(super) fn path(&self, path: impl AsRef<Path>) -> PathBuf {
        self.session().cwd().join(path)
    }
}

/// # Errors
///
/// When the client does not have a capability.
pub(super) fn check_advertised(has: bool, capability: &str) -> Result<()> {
    if has {
        Ok(())
    } else {
        Err(Error::other(format!("the client does not advertise `{capability}`")))
    }
}
