//! Requests outside of sessions: lists, deletion and authentication.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::handle::Client;
use super::model::{SessionInfo, SessionPage};
use mcp_runtime_protocol::{Error, Result};

/// How many pages of a list are requested.
pub(super) const MAX_PAGES: usize = 1_000;

/// How many sessions all pages of a list may have together.
pub(super) const MAX_LISTED: usize = 100_000;

impl Client {
    /// Lists the agent's sessions of all directories.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or does not list sessions, in which case nothing is sent.
    pub async fn list_sessions(&self) -> Result<Vec<SessionInfo>> {
        self.list(None).await
    }

    /// Lists the agent's sessions of a directory.
    ///
    /// # Errors
    ///
    /// As for [`list_sessions`](Self::list_sessions).
    pub async fn list_sessions_in(&self, cwd: impl AsRef<Path>) -> Result<Vec<SessionInfo>> {
        self.list(Some(cwd.as_ref())).await
    }

    async fn list(&self, cwd: Option<&Path>) -> Result<Vec<SessionInfo>> {
        let mut sessions = Vec::new();
        let mut cursor = None;
        for _ in 0..MAX_PAGES {
            let page = self.session_page(cwd, cursor.as_deref()).await?;
            sessions.extend(page.sessions);
            if sessions.len() > MAX_LISTED {
                let message = format!("the agent lists more than {MAX_LISTED} sessions");
                return Err(Error::other(message));
            }
            match page.next_cursor {
                Some(next) => cursor = Some(next),
                None => return Ok(sessions),
            }
        }
        Err(Error::other(format!("the agent lists its sessions on more than {MAX_PAGES} pages")))
    }

    /// Returns one page of the list of sessions.
    ///
    /// # Errors
    ///
    /// As for [`list_sessions`](Self::list_sessions).
    pub async fn session_page(
        &self,
        cwd: Option<&Path>,
        cursor: Option<&str>,
    ) -> Result<SessionPage> {
        self.require(self.capabilities().list, "list sessions")?;
        let mut params = Map::new();
        if let Some(cwd) = cwd {
            params.insert("cwd".to_owned(), json!(cwd));
        }
        if let Some(cursor) = cursor {
            params.insert("cursor".to_owned(), json!(cursor));
        }
        self.call("session/list", &params).await
    }

    /// Deletes a session from the list of the agent.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or does not delete sessions, in which case nothing is sent.
    pub async fn delete_session(&self, id: &str) -> Result<()> {
        self.require(self.capabilities().delete, "delete sessions")?;
        self.call::<Value>("session/delete", &json!({ "sessionId": id })).await.map(drop)
    }

    /// Authenticates the user, by the id of one of the agent's [methods](Self::auth_methods); the
    /// agent may open a browser.
    ///
    /// # Errors
    ///
    /// When the agent returns an error. When it has no such method, or the method is to run the
    /// program in a [terminal](crate::client::AuthMethod::terminal), nothing is sent: after that, an agent is
    /// simply used.
    pub async fn authenticate(&self, method: &str) -> Result<()> {
        let known = self.auth_methods().iter().find(|there| there.id == method);
        self.require(known.is_some(), &format!("offer the authentication method {method:?}"))?;
        if known.is_some_and(|known| known.terminal.is_some()) {
            let message = format!(
                "the authentication method {method:?} is a program to run in a terminal, not a request"
            );
            return Err(Error::other(message));
        }
        self.call::<Value>(self.codec().methods().authenticate, &json!({ "methodId": method }))
            .await
            .map(drop)
    }

    /// Logs the user out.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or does not support logging out, in which case nothing is
    /// sent.
    pub async fn logout(&self) -> Result<()> {
        self.require(self.capabilities().logout, "log out")?;
        self.call::<Value>(self.codec().methods().logout, &json!({})).await.map(drop)
    }
}
