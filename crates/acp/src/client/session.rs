//! A session, from the client's side.

use std::fmt;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use serde_json::{Map, Value, json};

use super::handle::Client;
use super::inbox::SessionInbox;
use super::model::{Command, ConfigOption, ConfigSetting, Modes};
use super::running_turn::{RunningTurn, Step};
use crate::protocol::Usage;
use mcp_runtime::internal::cancel;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result};

/// A session of an agent; a clone is the same session.
///
/// When the last clone is dropped, it gets no more updates, and remains open at the agent;
/// [`close`](Self::close) closes it there.
#[derive(Clone)]
pub struct Session(Arc<Inner>);

struct Inner {
    client: Client,
    id: String,
    inbox: Arc<SessionInbox>,
    /// A turn that was given up, and that the agent has not ended yet.
    ending: Mutex<Option<RunningTurn>>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        self.client.shared().sessions.forget(&self.id);
    }
}

impl Session {
    pub(super) fn new(client: Client, id: String, inbox: Arc<SessionInbox>) -> Self {
        Self(Arc::new(Inner { client, id, inbox, ending: Mutex::default() }))
    }

    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The connection that it belongs to.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.0.client
    }

    /// The commands that a prompt may begin with, as last reported by the agent.
    #[must_use]
    pub fn commands(&self) -> Arc<[Command]> {
        self.0.inbox.known(|known| Arc::clone(&known.commands))
    }

    /// Its modes and the current one, if the agent has modes.
    #[must_use]
    pub fn modes(&self) -> Option<Modes> {
        self.0.inbox.known(|known| known.modes.clone())
    }

    /// Its options, as last reported by the agent.
    #[must_use]
    pub fn config_options(&self) -> Arc<[ConfigOption]> {
        self.0.inbox.known(|known| Arc::clone(&known.options))
    }

    /// Its title, if the agent has given it one.
    #[must_use]
    pub fn title(&self) -> Option<String> {
        self.0.inbox.known(|known| known.info.title.clone())
    }

    /// How much of the context is used, if the agent has reported it.
    #[must_use]
    pub fn usage(&self) -> Option<Usage> {
        self.0.inbox.known(|known| known.usage.clone())
    }

    /// Switches to a mode, by its id.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or the session has no such mode, in which case nothing is
    /// sent.
    pub async fn set_mode(&self, mode: &str) -> Result<()> {
        let is_there = self.0.inbox.known(|known| {
            let mut available = known.modes.iter().flat_map(|modes| &modes.available);
            available.any(|available| available.id == mode)
        });
        self.client().require(is_there, &format!("have the mode {mode:?}"))?;
        let params = json!({ "sessionId": self.id(), "modeId": mode });
        self.client().call::<Value>("session/set_mode", &params).await?;
        self.0.inbox.learn(|known| {
            if let Some(modes) = &mut known.modes {
                mode.clone_into(&mut modes.current);
            }
        });
        Ok(())
    }

    /// Sets an option, by its id: to one of its values, by id, or to a boolean.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or the session has no such option, in which case nothing is
    /// sent.
    pub async fn set_config_option(
        &self,
        option: &str,
        setting: impl Into<ConfigSetting>,
    ) -> Result<()> {
        #[derive(serde::Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Set {
            config_options: Vec<ConfigOption>,
        }
        let is_there = self.config_options().iter().any(|there| there.id == option);
        self.client().require(is_there, &format!("have the option {option:?}"))?;
        let mut params = self.params();
        params.insert("configId".to_owned(), option.into());
        params.extend(self.client().codec().setting(&setting.into()));
        let Set { config_options } =
            self.client().call("session/set_config_option", &params).await?;
        self.0.inbox.learn(|known| known.options = config_options.into());
        Ok(())
    }

    /// Cancels the running turn: it continues until the agent has ended it.
    ///
    /// Open questions are answered as cancelled.
    pub fn cancel(&self) {
        self.client().notify("session/cancel", self.params());
        cancel(&self.0.inbox.cancelled());
    }

    /// Cancels the work of a [subagent](super::SubagentChange) that can be cancelled, by the id of its
    /// session.
    pub fn cancel_subagent(&self, session: &str) {
        let mut params = self.params();
        params.insert("sessionId".to_owned(), session.into());
        self.client().notify("session/cancel", params);
    }

    /// Closes the session at the agent; it can still be loaded, if the agent supports that.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, or does not close sessions, in which case nothing is sent.
    pub async fn close(self) -> Result<()> {
        let can_close = self.client().capabilities().close;
        self.client().require(can_close, "close sessions")?;
        self.client().call::<Value>("session/close", &self.params()).await.map(drop)
    }

    /// The parameters that only name the session.
    pub(super) fn params(&self) -> Map<String, Value> {
        Map::from_iter([("sessionId".to_owned(), self.id().into())])
    }

    pub(super) fn inbox(&self) -> &Arc<SessionInbox> {
        &self.0.inbox
    }

    /// Gives up a turn: the agent is notified, and the next turn waits until it has ended.
    pub(super) fn give_up(&self, turn: RunningTurn) {
        self.cancel();
        turn.discard();
        *self.0.ending.lock() = Some(turn);
    }

    /// Waits until the agent has ended the turn that was given up.
    pub(super) fn poll_ended(&self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let mut ending = self.0.ending.lock();
        while let Some(turn) = ending.as_mut() {
            match ready!(turn.poll(cx)) {
                Step::Update(_) => {}
                Step::Full => turn.discard(),
                Step::End(end) => {
                    *ending = None;
                    // How it ended no longer matters, except for the end of the connection.
                    return Poll::Ready(match end {
                        Err(error) if error.is_closed() => Err(error),
                        _ => Ok(()),
                    });
                }
            }
        }
        Poll::Ready(Ok(()))
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("id", &self.id()).finish_non_exhaustive()
    }
}

/// The error when there are more updates than may be unread.
pub(super) fn full() -> Error {
    Error::other(
        "too many updates are unread: read those of a turn as they arrive, or raise the client's `max_unread`",
    )
}
