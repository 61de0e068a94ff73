//! A turn, as its client follows it.

use std::future::poll_fn;
use std::task::{Context, Poll, ready};

use serde::Deserialize;
use tokio::time::timeout;

use super::inbox::Read;
use super::model::Update;
use super::session::{Session, full};
use crate::acp::protocol::StopReason;
use crate::client::OpenRequest;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::ContentBlock;
use crate::server::Cancelled;

/// A turn that runs: a stream of updates, and in the end why it has ended.
///
/// Dropped before its end, it is cancelled; the next one of the session waits until the agent has
/// ended it.
///
/// ```no_run
/// # async fn run(session: mcp_runtime::acp::client::Session) -> mcp_runtime::Result<()> {
/// let mut turn = session.prompt("Hello").await?;
/// while let Some(update) = turn.next().await {
///     print!("{}", update.message_text().unwrap_or_default());
/// }
/// println!("{:?}", turn.finish().await?);
///
/// // For those who want only what it says.
/// println!("{}", session.prompt("Hello").await?.text().await?);
/// # Ok(())
/// # }
/// ```
///
/// Source: [ACP, "Prompt Turn"](https://agentclientprotocol.com/protocol/prompt-turn).
#[must_use = "a turn is cancelled when it is dropped"]
pub struct Turn {
    session: Session,
    cancelled: Cancelled,
    /// The prompt, until it is answered.
    prompt: Option<OpenRequest>,
    end: Option<Result<StopReason>>,
}

short_debug!(Turn { session });

/// What a prompt says: a text, or blocks of content.
#[derive(Clone, Debug, PartialEq)]
pub struct PromptContent(Vec<ContentBlock>);

impl<T: Into<ContentBlock>> From<T> for PromptContent {
    fn from(block: T) -> Self {
        Self(vec![block.into()])
    }
}

impl From<Vec<ContentBlock>> for PromptContent {
    fn from(blocks: Vec<ContentBlock>) -> Self {
        Self(blocks)
    }
}

impl Session {
    /// Sends a prompt, and so begins a turn.
    ///
    /// # Errors
    ///
    /// When a turn of the session runs, the one before does not end, the prompt has content that the
    /// agent does not take, or the connection has ended.
    pub async fn prompt(&self, content: impl Into<PromptContent>) -> Result<Turn> {
        let PromptContent(content) = content.into();
        for block in &content {
            self.check(block)?;
        }
        let mut params = self.params();
        let content = serde_json::to_value(content).map_err(Error::other)?;
        params.insert("prompt".to_owned(), content);
        let limit = self.client().shared().timeout;
        let ended = timeout(limit, poll_fn(|cx| self.poll_ended(cx))).await;
        let late = || format!("the agent has not ended the turn before within {limit:?}");
        ended.map_err(|_| Error::timed_out(late()))??;
        let running = || Error::other("a turn of this session is running");
        let cancelled = self.inbox().begin().ok_or_else(running)?;
        let mut turn = Turn { session: self.clone(), cancelled, prompt: None, end: None };
        turn.prompt = Some(self.client().begin("session/prompt", &params)?);
        poll_fn(|cx| turn.poll_sent(cx)).await;
        Ok(turn)
    }

    /// # Errors
    ///
    /// When the agent does not take this in prompts.
    fn check(&self, block: &ContentBlock) -> Result<()> {
        let can = self.client().capabilities();
        let (is_taken, what) = match block {
            ContentBlock::Text(_) | ContentBlock::ResourceLink(_) => return Ok(()),
            ContentBlock::Image(_) => (can.image, "pictures"),
            ContentBlock::Audio(_) => (can.audio, "sound"),
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

    /// The same, for those who write streams.
    pub fn poll_next(&mut self, cx: &mut Context<'_>) -> Poll<Option<Update>> {
        loop {
            match self.session.inbox().poll_read(cx) {
                Poll::Ready(Read::Update(update)) => return Poll::Ready(Some(*update)),
                Poll::Ready(Read::Full) if self.end.is_none() => {
                    self.give_up();
                    self.end = Some(Err(full()));
                }
                _ => {}
            }
            if self.end.is_some() {
                return Poll::Ready(None);
            }
            // What came before the answer is read before it.
            ready!(self.poll_end(cx));
        }
    }

    /// Reads what is left, and says why the turn has ended.
    ///
    /// # Errors
    ///
    /// The error that the agent answered, that the connection has ended, or that more updates came
    /// than may wait to be read.
    pub async fn finish(mut self) -> Result<StopReason> {
        while self.next().await.is_some() {}
        self.end.take().unwrap_or_else(|| Err(Error::closed()))
    }

    /// Reads what is left: all that the agent says.
    ///
    /// # Errors
    ///
    /// As [`finish`](Self::finish).
    pub async fn text(mut self) -> Result<String> {
        let mut text = String::new();
        while let Some(update) = self.next().await {
            text.push_str(update.message_text().unwrap_or_default());
        }
        self.finish().await.map(|_| text)
    }

    /// Cancels the turn: it goes on until the agent has ended it, which is soon as a rule.
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

    /// Sends the prompt, once there is room for it.
    fn poll_sent(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        match self.poll_end(cx) {
            Poll::Pending if !self.prompt.as_ref().is_some_and(OpenRequest::is_sent) => {
                Poll::Pending
            }
            _ => Poll::Ready(()),
        }
    }

    fn poll_end(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let Some(prompt) = &mut self.prompt else { return Poll::Ready(()) };
        let answer = ready!(prompt.poll(cx));
        self.prompt = None;
        self.end = Some(match answer {
            // An agent must not answer a turn that is cancelled with an error, and some do.
            Err(error) if self.cancelled.is_cancelled() && error.rpc().is_some() => {
                tracing::debug!(%error, "the agent answered a cancelled turn with an error");
                Ok(StopReason::Cancelled)
            }
            answer => answer.and_then(|answer| stop_reason(&answer)),
        });
        Poll::Ready(())
    }

    /// Nobody waits for the end any more.
    fn give_up(&mut self) {
        if let Some(prompt) = self.prompt.take().filter(OpenRequest::is_sent) {
            self.session.give_up(prompt);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.give_up();
        self.session.inbox().end();
    }
}

fn stop_reason(answer: &str) -> Result<StopReason> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Answer {
        stop_reason: StopReason,
    }
    let answer: serde_json::Result<Answer> = serde_json::from_str(answer);
    answer.map(|Answer { stop_reason }| stop_reason).map_err(|error| {
        let error = truncate_for_display(&error.to_string());
        Error::other(format!("the agent does not say why the turn has ended: {error}"))
    })
}
