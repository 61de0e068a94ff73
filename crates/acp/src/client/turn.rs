//! A turn, from the client's side.

use std::borrow::Cow;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::time::timeout;

use super::messages::AgentMessages;
use super::model::Update;
use super::running_turn::{RunningTurn, Step};
use super::session::{Session, full};
use crate::protocol::StopReason;
use mcp_runtime::{Audio, Image};
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::random;
use mcp_runtime_protocol::{
    AudioContent, ContentBlock, EmbeddedResource, ImageContent, ResourceLink, TextContent,
};
use mcp_runtime_protocol::{Error, Result};

/// A running turn: a stream of updates, and finally the reason why it has ended.
///
/// If it is dropped before its end, it is cancelled; the next turn of the session waits until the
/// agent has ended it.
///
/// ```no_run
/// use mcp_runtime_acp::client::AgentMessages;
///
/// # async fn run(session: mcp_runtime_acp::client::Session) -> mcp_runtime::Result<()> {
/// let mut turn = session.prompt("Hello").await?;
/// let mut said = AgentMessages::default();
/// while let Some(update) = turn.next().await {
///     print!("{}", said.add(&update).unwrap_or_default());
/// }
/// println!("{:?}", turn.finish().await?);
///
/// // To get only the text of the agent:
/// println!("{}", session.prompt("Hello").await?.text().await?);
/// # Ok(())
/// # }
/// ```
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).
#[must_use = "a turn is cancelled when it is dropped"]
pub struct Turn {
    session: Session,
    running: Option<RunningTurn>,
    end: Option<Result<StopReason>>,
}

short_debug!(Turn { session });

/// The content of a prompt: text, or content blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptContent(Vec<ContentBlock>);

macro_rules! one_block {
    ($($block:ty),* $(,)?) => {
        $(impl From<$block> for PromptContent {
            fn from(block: $block) -> Self {
                Self(vec![block.into()])
            }
        })*
    };
}

one_block!(
    ContentBlock,
    &str,
    String,
    Cow<'_, str>,
    Box<str>,
    Arc<str>,
    Image,
    Audio,
    TextContent,
    ImageContent,
    AudioContent,
    ResourceLink,
    EmbeddedResource,
);

impl From<Vec<ContentBlock>> for PromptContent {
    fn from(blocks: Vec<ContentBlock>) -> Self {
        Self(blocks)
    }
}

impl Session {
    /// Sends a prompt, which begins a turn.
    ///
    /// # Errors
    ///
    /// When a turn of the session is running, the previous one does not end, the prompt has content
    /// that the agent does not support, or the connection has ended.
    pub async fn prompt(&self, content: impl Into<PromptContent>) -> Result<Turn> {
        let PromptContent(content) = content.into();
        for block in &content {
            self.check(block)?;
        }
        let mut params = self.params();
        let content = serde_json::to_value(content).map_err(Error::other)?;
        params.insert("prompt".to_owned(), content);
        if self.client().codec().methods().has_keys {
            params.insert("idempotencyKey".to_owned(), random::id()?.into());
        }
        let limit = self.client().shared().timeout;
        let ended = timeout(limit, poll_fn(|cx| self.poll_ended(cx))).await;
        let late = || format!("the agent did not end the previous turn within {limit:?}");
        ended.map_err(|_| Error::timed_out(late()))??;
        let running = || Error::other("a turn of this session is already running");
        let cancelled = self.inbox().begin().ok_or_else(running)?;
        let request = self.client().begin("session/prompt", &params).inspect_err(|_| {
            self.inbox().end();
        })?;
        let answers_at_end = self.client().codec().methods().answers_at_end;
        let inbox = Arc::clone(self.inbox());
        let mut running = RunningTurn::new(inbox, cancelled, request, answers_at_end);
        poll_fn(|cx| running.poll_sent(cx)).await;
        Ok(Turn { session: self.clone(), running: Some(running), end: None })
    }

    /// # Errors
    ///
    /// When the agent does not support this content in prompts.
    fn check(&self, block: &ContentBlock) -> Result<()> {
        let can = self.client().capabilities();
        let (is_taken, what) = match block {
            ContentBlock::Text(_) | ContentBlock::ResourceLink(_) => return Ok(()),
            ContentBlock::Image(_) => (can.image, "images"),
            ContentBlock::Audio(_) => (can.audio, "audio"),
            ContentBlock::Resource(_) => (can.embedded_context, "resources"),
            _ => (false, "this kind of content"),
        };
        self.client().require(is_taken, &format!("take {what} in prompts"))
    }
}

impl Turn {
    /// Waits for the next update; `None` when the turn has ended.
    pub async fn next(&mut self) -> Option<Update> {
        poll_fn(|cx| self.poll_next(cx)).await
    }

    /// Polls for the next update, for implementing streams.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Update>> {
        let Some(running) = &mut self.running else { return Poll::Ready(None) };
        match ready!(running.poll(cx)) {
            Step::Update(update) => return Poll::Ready(Some(*update)),
            Step::Full => {
                self.give_up();
                self.end = Some(Err(full()));
            }
            Step::End(end) => {
                self.running = None;
                self.end = Some(end);
            }
        }
        Poll::Ready(None)
    }

    /// Reads the remaining updates, and returns why the turn has ended.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, the connection has ended, or there were too many unread
    /// updates.
    pub async fn finish(mut self) -> Result<StopReason> {
        while self.next().await.is_some() {}
        self.end.take().unwrap_or_else(|| Err(Error::closed()))
    }

    /// Reads the remaining updates, and returns the text of the agent's messages.
    ///
    /// # Errors
    ///
    /// As for [`finish`](Self::finish).
    pub async fn text(mut self) -> Result<String> {
        let mut said = AgentMessages::default();
        while let Some(update) = self.next().await {
            said.add(&update);
        }
        self.finish().await.map(|_| said.text())
    }

    /// Cancels the turn: it continues until the agent has ended it, which is usually soon.
    pub fn cancel(&self) {
        if self.end.is_none() {
            self.session.cancel();
        }
    }

    /// The session that it belongs to.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Gives up the turn: its end is no longer awaited.
    fn give_up(&mut self) {
        if let Some(running) = self.running.take().filter(RunningTurn::is_sent) {
            self.session.give_up(running);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.give_up();
    }
}
