//! The builder of a client.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::connect::{Setup, connect};
use super::handle::Client;
use super::handlers::{Handlers, terminals};
use super::model::{
    PermissionChoice, PermissionRequest, ReadTextFile, Terminals, Update, WriteTextFile,
};
use mcp_runtime_client::{Connect, RpcLimits, boxed, boxed_form};
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::{Answer, ElicitFormParams, ElicitUrlParams, Implementation};

/// The limit for unread updates of a session, in bytes.
const MAX_UNREAD: usize = 16 * 1024 * 1024;

/// Builds a client: its name, and what its agent may request of it.
///
/// A handler is its capability: what has no handler is not offered, and is answered with `-32601`.
/// Permission is always requested; without a handler the question is cancelled, which approves
/// nothing.
///
/// Handlers run concurrently with each other and with the turns, so they may take as long as users
/// do. Those of notifications are called where messages are read, so they must not block.
///
/// ```
/// use mcp_runtime::Error;
/// use mcp_runtime_acp::Client;
///
/// let client = Client::builder("my-editor", "1.0")
///     .on_permission(|asked| async move { Ok(asked.reject()) })
///     .on_read_text_file(|file| async move {
///         if !file.path.starts_with("/work") {
///             return Err("only files in /work can be read".into());
///         }
///         Ok(file.cut(&std::fs::read_to_string(&file.path).map_err(Error::other)?))
///     });
/// ```
#[must_use]
pub struct ClientBuilder {
    info: Implementation,
    handlers: Handlers,
    limits: RpcLimits,
    max_unread: usize,
    version: Option<u16>,
}

short_debug!(ClientBuilder { info });

impl Client {
    /// Starts a client with its name and version.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ClientBuilder {
        ClientBuilder {
            info: Implementation::new(name, version),
            handlers: Handlers::default(),
            limits: RpcLimits::default(),
            max_unread: MAX_UNREAD,
            version: None,
        }
    }
}

impl ClientBuilder {
    /// Sets the complete description of the client.
    pub fn info(self, info: Implementation) -> Self {
        Self { info, ..self }
    }

    /// Speaks only this version. By default, the newest that both sides support is negotiated: of
    /// 1, and of 2 with the feature `v2`.
    pub fn version(self, version: u16) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Answers requests for permission.
    pub fn on_permission<F>(
        mut self,
        handler: impl Fn(PermissionRequest) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<PermissionChoice>> + Send + 'static,
    {
        self.handlers.permission = Some(boxed(handler));
        self
    }

    /// Answers forms: with [`Answer::Accepted`] and the fields, or that the user declined or
    /// cancelled. Fields that are left out get their defaults; an answer that does not match the
    /// form is an error.
    pub fn on_elicit<A, F>(
        mut self,
        handler: impl Fn(ElicitFormParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        A: Serialize,
        F: Future<Output = Result<Answer<A>>> + Send + 'static,
    {
        self.handlers.elicit = Some(boxed_form(handler));
        self
    }

    /// Answers whether the user opens a URL. The handler shows the URL and asks for consent; it
    /// never opens one on its own.
    pub fn on_elicit_url<F>(
        mut self,
        handler: impl Fn(ElicitUrlParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Answer<()>>> + Send + 'static,
    {
        self.handlers.elicit_url = Some(boxed(handler));
        self
    }

    /// Calls `handler` when an interaction at a URL is complete, with its `elicitationId`.
    pub fn on_url_complete(mut self, handler: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.handlers.url_complete = Some(Box::new(handler));
        self
    }

    /// Reads text files, as the editor has them. The handler decides which files may be read.
    pub fn on_read_text_file<F>(
        mut self,
        handler: impl Fn(ReadTextFile) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<String>> + Send + 'static,
    {
        self.handlers.read_text_file = Some(boxed(handler));
        self
    }

    /// Writes text files. The handler decides which files may be written.
    pub fn on_write_text_file<F>(
        mut self,
        handler: impl Fn(WriteTextFile) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<()>> + Send + 'static,
    {
        self.handlers.write_text_file = Some(boxed(handler));
        self
    }

    /// Runs commands. The implementation decides which may be run.
    pub fn terminals(mut self, terminals: impl Terminals) -> Self {
        self.handlers.terminals = Some(self::terminals(terminals));
        self
    }

    /// Gets what subagents do as [updates of their own](Update::OfSubagent); without this, agents of
    /// version 1 show each as a tool call.
    pub fn subagents(mut self) -> Self {
        self.handlers.shows_subagents = true;
        self
    }

    /// Calls `handler` with every update and the id of its session, also between turns.
    pub fn on_update(mut self, handler: impl Fn(&str, &Update) + Send + Sync + 'static) -> Self {
        self.handlers.update = Some(Box::new(move |(session, update)| handler(session, update)));
        self
    }

    /// Answers extension requests, whose methods begin with `_`, by their method and parameters.
    pub fn on_request<F>(
        mut self,
        handler: impl Fn(String, Value) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<Value>> + Send + 'static,
    {
        self.handlers.extension = Some(boxed(move |(method, params)| handler(method, params)));
        self
    }

    /// Calls `handler` with the method and the parameters of extension notifications, whose methods
    /// begin with `_`.
    pub fn on_notification(
        mut self,
        handler: impl Fn(&str, &Value) + Send + Sync + 'static,
    ) -> Self {
        self.handlers.notification =
            Some(Box::new(move |(method, params)| handler(method, params)));
        self
    }

    /// Sets the timeout for responses from the agent: a minute by default. Turns are not limited,
    /// and the time that users take to answer questions does not count.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limits.timeout = limit;
        self
    }

    /// Sets the maximum size of a message from the agent in bytes, 16 MiB by default; a longer one
    /// ends the connection.
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.limits.max_message_size = bytes;
        self
    }

    /// Sets how many bytes of memory a result of the agent, and all its open questions, may take:
    /// 64 MiB by default.
    pub fn max_result(mut self, bytes: usize) -> Self {
        self.limits.max_result = bytes;
        self
    }

    /// Sets how many bytes of memory the unread updates of a session may take: 16 MiB by default.
    /// All sessions together may take four times that. Beyond it, the turn is given up with an
    /// error.
    pub fn max_unread(mut self, bytes: usize) -> Self {
        self.max_unread = bytes;
        self
    }

    /// Connects to an agent, such as a program that is [started](mcp_runtime_client::Stdio).
    ///
    /// # Errors
    ///
    /// When the agent cannot be started, does not respond, or has no version in common.
    pub async fn connect(self, agent: impl Connect) -> Result<Client> {
        let Self { info, handlers, limits, max_unread, version } = self;
        connect(Setup { info, handlers, limits, max_unread, version }, agent).await
    }
}
