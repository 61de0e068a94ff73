//! Requests that no session makes: lists, deletion and authentication.

use std::path::Path;

use serde_json::{Map, Value, json};

use super::handle::Client;
use super::model::{SessionInfo, SessionPage};
use crate::error::{Error, Result};

/// How many pages of a list are asked for.
pub(super) const MAX_PAGES: usize = 1_000;

/// How many sessions all pages of a list may have together.
pub(super) const MAX_LISTED: usize = 100_000;

impl Client {
    /// The sessions that the agent has, of all directories.
    ///
    /// # Errors
    ///
    /// The error that the agent answered; that it does not list sessions, which is not sent.
    pub async fn list_sessions(&self) -> Result<Vec<SessionInfo>> {
        self.list(None).await
    }

    /// The sessions that the agent has of a directory.
    ///
    /// # Errors
    ///
    /// As [`list_sessions`](Self::list_sessions).
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

    /// One page of the list of sessions, for those who do not want all.
    ///
    /// # Errors
    ///
    /// As [`list_sessions`](Self::list_sessions).
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
    /// The error that the agent answered; that it does not delete sessions, which is not sent.
    pub async fn delete_session(&self, id: &str) -> Result<()> {
        self.require(self.capabilities().delete, "delete sessions")?;
        self.call::<Value>("session/delete", &json!({ "sessionId": id })).await.map(drop)
    }

    /// Authenticates the person, by the id of one of the [ways](Self::auth_methods) that the agent
    /// has; it may open a browser.
    ///
    /// # Errors
    ///
    /// The error that the agent answered; that it has no such way, which is not sent.
    pub async fn authenticate(&self, method: &str) -> Result<()> {
        let is_there = self.auth_methods().iter().any(|there| there.id == method);
        self.require(is_there, &format!("authenticate by {method:?}"))?;
        self.call::<Value>(self.codec().methods().authenticate, &json!({ "methodId": method }))
            .await
            .map(drop)
    }

    /// Forgets who the person is.
    ///
    /// # Errors
    ///
    /// The error that the agent answered; that nobody can log out, which is not sent.
    pub async fn logout(&self) -> Result<()> {
        self.require(self.capabilities().logout, "log out")?;
        self.call::<Value>(self.codec().methods().logout, &json!({})).await.map(drop)
    }
}
