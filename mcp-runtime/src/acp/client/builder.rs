//! What a client is made of.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;

use super::connect::{Setup, connect};
use super::handle::Client;
use super::handlers::{Handlers, terminals};
use super::model::{
    PermissionChoice, PermissionRequest, ReadTextFile, Terminals, Update, WriteTextFile,
};
use crate::client::{Connect, RpcLimits, boxed, boxed_form};
use crate::debug::short_debug;
use crate::error::Result;
use crate::protocol::{Answer, ElicitFormParams, ElicitUrlParams, Implementation};

/// How many bytes of updates may wait to be read in a session.
const MAX_UNREAD: usize = 16 * 1024 * 1024;

/// A client on its way: who it is, and what its agent can ask it.
///
/// A handler is its capability: what has no handler is not offered, and is `-32601`. Permission is
/// always asked; without a handler the question is given up, which approves nothing.
///
/// Handlers run beside each other and beside the turns, so they may take as long as people do. Those
/// of notifications are called where messages are read, so they must not block.
///
/// ```
/// use mcp_runtime::Error;
/// use mcp_runtime::acp::Client;
///
/// let client = Client::builder("my-editor", "1.0")
///     .on_permission(|asked| async move { Ok(asked.reject()) })
///     .on_read_text_file(|file| async move {
///         match file.path.starts_with("/work") {
///             true => Ok(file.cut(&std::fs::read_to_string(&file.path).map_err(Error::other)?)),
///             false => Err("only files in /work can be read".into()),
///         }
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
    /// Says more of who the client is.
    pub fn info(self, info: Implementation) -> Self {
        Self { info, ..self }
    }

    /// Speaks this version and no other. Otherwise the newest that both sides have is spoken: of 1, and of 2
    /// with the feature `acp-v2`.
    pub fn version(self, version: u16) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Answers whether something may be done.
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

    /// Answers forms: with [`Answer::Accepted`] and the fields, or that the person declined or went
    /// away. Fields that are left out get their defaults, and what does not fit the form is an error.
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

    /// Answers whether the person opens a URL. The handler shows where it leads and asks; it never
    /// opens one by itself.
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

    /// Calls `handler` when what happens at a URL is done, by its `elicitationId`.
    pub fn on_url_complete(mut self, handler: impl Fn(&String) + Send + Sync + 'static) -> Self {
        self.handlers.url_complete = Some(Box::new(handler));
        self
    }

    /// Reads text files, as the editor has them. Which files may be read is for the handler to say.
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

    /// Writes text files. Which files may be written is for the handler to say.
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

    /// Runs commands. Which may be run is for these to say.
    pub fn terminals(mut self, terminals: impl Terminals) -> Self {
        self.handlers.terminals = Some(self::terminals(terminals));
        self
    }

    /// Calls `handler` with every update, by the id of its session, also between turns.
    pub fn on_update(mut self, handler: impl Fn(&str, &Update) + Send + Sync + 'static) -> Self {
        self.handlers.update = Some(Box::new(move |(session, update)| handler(session, update)));
        self
    }

    /// Answers requests of extensions, whose methods begin with `_`: by their method and parameters.
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

    /// Calls `handler` with notifications of extensions, whose methods begin with `_`: their method and parameters.
    pub fn on_notification(
        mut self,
        handler: impl Fn(&str, &Value) + Send + Sync + 'static,
    ) -> Self {
        self.handlers.notification =
            Some(Box::new(move |(method, params)| handler(method, params)));
        self
    }

    /// Sets how long the agent may take to answer: at first a minute. Turns take as long as they take,
    /// and the time in which people answer questions does not count.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.limits.timeout = limit;
        self
    }

    /// Sets how many bytes a message of the agent may have, at first 16 MiB; a longer one ends the
    /// connection.
    pub fn max_message(mut self, bytes: usize) -> Self {
        self.limits.max_message = bytes;
        self
    }

    /// Sets how many bytes of memory a result of the agent, and all its open questions, may take: at
    /// first 64 MiB.
    pub fn max_result(mut self, bytes: usize) -> Self {
        self.limits.max_result = bytes;
        self
    }

    /// Sets how many bytes of memory the updates of a session may take that wait to be read, at first
    /// 16 MiB, and four times that in all. When more come, the turn is given up, with an error.
    pub fn max_unread(mut self, bytes: usize) -> Self {
        self.max_unread = bytes;
        self
    }

    /// Connects to an agent, such as a program that is [started](crate::client::Stdio).
    ///
    /// # Errors
    ///
    /// When the agent cannot be started, does not answer, or has no version in common.
    pub async fn connect(self, agent: impl Connect) -> Result<Client> {
        let Self { info, handlers, limits, max_unread, version } = self;
        connect(Setup { info, handlers, limits, max_unread, version }, agent).await
    }
}
