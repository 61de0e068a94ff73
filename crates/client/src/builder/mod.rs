//! The builder of a client.

mod extensions;
mod limits;
#[cfg(feature = "otel")]
mod otel;
mod tasks;

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tracing::Span;

use super::change::Change;
use super::connect::{Negotiation, Setup, connect};
use super::handle::{Client, ResultHandlers};
use super::handlers::{ClientHandlers, boxed, boxed_form};
use super::identity::Identity;
use super::roots::RootList;
use super::settings::Settings;
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::{
    Answer, Approve, ClientCapabilities, ClientCapability, Connect, CreateMessageParams,
    CreateMessageResult, DiscoverResult, ElicitFormParams, ElicitUrlParams, ExtensionDeclaration,
    Implementation, InputRequest, InputResponse, LoggingLevel, LoggingMessageParams,
    ProgressParams, ProtocolVersion, TasksCapability, TraceContext,
};

/// Builds a client: its name, what may be requested of it, and how it behaves.
///
/// A handler declares its capability. Explicit [capabilities](Self::capabilities) take precedence:
/// a handler does not change what they already declare.
///
/// ```
/// use mcp_runtime::Accepted;
/// use mcp_runtime_client::Client;
/// use mcp_runtime::protocol::Root;
/// use mcp_runtime::json;
///
/// let client = Client::builder("agent", "1.0")
///     .on_elicit(|form| async move {
///         println!("{}", form.message);
///         Ok(Accepted(json!({ "sure": true })))
///     })
///     .roots([Root::new("file:///work")]);
/// ```
#[must_use]
pub struct ClientBuilder {
    info: Implementation,
    explicit: Option<ClientCapabilities>,
    extensions: Vec<ExtensionDeclaration>,
    handlers: ClientHandlers,
    results: ResultHandlers,
    settings: Settings,
    negotiation: Negotiation,
    samples_with_tools: bool,
    mistake: Option<String>,
}

short_debug!(ClientBuilder { info });

impl Client {
    /// Starts a client with its name and version.
    pub fn builder(name: impl Into<String>, version: impl Into<String>) -> ClientBuilder {
        ClientBuilder::new(name, version)
    }
}

impl ClientBuilder {
    fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            info: Implementation::new(name, version),
            explicit: None,
            extensions: Vec::new(),
            handlers: ClientHandlers::default(),
            results: ResultHandlers::default(),
            settings: Settings::default(),
            negotiation: Negotiation {
                version: None,
                discovered: None,
                probe_timeout: Duration::from_secs(10),
            },
            samples_with_tools: false,
            mistake: None,
        }
    }

    /// Sets the complete description of the client.
    pub fn info(self, info: Implementation) -> Self {
        Self { info, ..self }
    }

    /// Answers forms: with [`Answer::Accepted`] and the fields, or that the user declined or
    /// cancelled. Fields that are left out get their defaults; an answer that does not match the
    /// form is an error.
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::json;
    /// use mcp_runtime::{Accepted, Elicit, Result, server, tool};
    ///
    /// #[derive(Elicit)]
    /// struct Form {
    ///     test: String,
    /// }
    ///
    /// /// Asks the user.
    /// #[tool]
    /// async fn ask(elicit: Elicit) -> Result<String> {
    ///     match elicit.form::<Form>("What is it?").await? {
    ///         Accepted(Form { test }) => Ok(test),
    ///         _ => Ok("no answer".to_owned()),
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let client = Client::builder("client", "0.0.1")
    ///     .on_elicit(|_| async { Ok(Accepted(json!({ "test": "value" }))) })
    ///     .connect(server!().tool::<ask>())
    ///     .await?;
    /// let text: String = client.call("ask", ()).await?;
    /// println!("{text}");
    /// assert_eq!(text, "value");
    /// # Ok(())
    /// # }
    /// ```
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

    /// Calls `handler` when an interaction at a URL is complete, with its `elicitationId`; only
    /// servers of 2025-11-25 send this notification.
    pub fn on_url_complete(mut self, handler: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.handlers.url_complete = Some(Box::new(handler));
        self
    }

    /// Answers sampling requests with the client's model.
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime::protocol::CreateMessageResult;
    /// use mcp_runtime::{Result, Sample, server, tool};
    ///
    /// /// Asks the model.
    /// #[tool]
    /// async fn ask(sample: Sample) -> Result<String> {
    ///     Ok(sample.create("Say something").await?.text())
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let client = Client::builder("client", "0.0.1")
    ///     .on_sample(|_| async {
    ///         Ok(CreateMessageResult::new("model", "would have created a message"))
    ///     })
    ///     .connect(server!().tool::<ask>())
    ///     .await?;
    /// let text: String = client.call("ask", ()).await?;
    /// println!("{text}");
    /// assert_eq!(text, "would have created a message");
    /// # Ok(())
    /// # }
    /// ```
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated sampling: servers should call the API of a model provider instead"
    )]
    pub fn on_sample<F>(
        mut self,
        handler: impl Fn(CreateMessageParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<CreateMessageResult>> + Send + 'static,
    {
        if self.handlers.sample.is_some() {
            let mistake = "a client takes one sampling handler: call either `on_sample` or `on_sample_with_tools`, once";
            self.mistake = Some(mistake.to_owned());
        }
        self.handlers.sample = Some(boxed(handler));
        self
    }

    /// Answers sampling requests, which may offer tools to the client's model.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated sampling: servers should call the API of a model provider instead"
    )]
    pub fn on_sample_with_tools<F>(
        mut self,
        handler: impl Fn(CreateMessageParams) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<CreateMessageResult>> + Send + 'static,
    {
        self = self.on_sample(handler);
        self.samples_with_tools = true;
        self
    }

    /// Answers every question in its protocol form, for clients that forward questions; the other
    /// handlers are not called then. The supported questions have to be
    /// [declared](Self::capabilities).
    pub fn on_question<F>(
        mut self,
        handler: impl Fn(InputRequest) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<InputResponse>> + Send + 'static,
    {
        self.handlers.question = Some(boxed(handler));
        self
    }

    /// Sets the directories that the client works in.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated roots: give directories to tools as arguments, or to servers as configuration"
    )]
    pub fn roots(mut self, roots: impl Into<RootList>) -> Self {
        self.handlers.roots = Some(roots.into());
        self
    }

    /// Calls `handler` with the progress of all requests; for a single request, see
    /// [`RequestBuilder::on_progress`](super::RequestBuilder::on_progress). Notification handlers
    /// are called where messages are read, so they must not block.
    pub fn on_progress(
        mut self,
        handler: impl Fn(&ProgressParams) + Send + Sync + 'static,
    ) -> Self {
        self.handlers.progress = Some(Box::new(handler));
        self
    }

    /// Calls `handler` with the log messages from the server, at level `info` and above unless
    /// [`log_level`](Self::log_level) is set.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated log messages for clients: servers should write to standard error, or use OpenTelemetry"
    )]
    pub fn on_log(
        mut self,
        handler: impl Fn(&LoggingMessageParams) + Send + Sync + 'static,
    ) -> Self {
        self.handlers.log = Some(Box::new(handler));
        self
    }

    /// Calls `handler` with changes at the server. Those of its lists need no
    /// [`listen`](Client::listen): to a server of 2026-07-28, which announces nothing unasked, the
    /// client subscribes by itself, and is connected once the server has agreed, or after 3
    /// seconds. Those of resources and tasks are only the ones that are
    /// [subscribed to](Client::subscribe).
    ///
    /// ```no_run
    /// use mcp_runtime_client::{Change, Client, Stdio};
    ///
    /// # async fn run() -> mcp_runtime_client::Result<()> {
    /// let client = Client::builder("agent", "1.0")
    ///     .on_change(|change| {
    ///         if *change == Change::Tools {
    ///             println!("other tools");
    ///         }
    ///     })
    ///     .connect(Stdio::spawn("notes"))
    ///     .await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn on_change(mut self, handler: impl Fn(&Change) + Send + Sync + 'static) -> Self {
        self.handlers.change = Some(Box::new(handler));
        self
    }

    /// Calls `handler` with the method and the parameters of every notification.
    pub fn on_notification(
        mut self,
        handler: impl Fn(&str, &Value) + Send + Sync + 'static,
    ) -> Self {
        self.handlers.notification =
            Some(Box::new(move |(method, params)| handler(method, params)));
        self
    }

    /// Declares capabilities explicitly, instead of deriving them from the handlers.
    ///
    /// Both modes of elicitation, with a handler for one of them, and no roots:
    ///
    /// ```
    /// use mcp_runtime_client::Client;
    /// use mcp_runtime_client::protocol::{Accepted, ClientCapabilities, ClientCapability};
    /// use serde_json::json;
    ///
    /// let capabilities = ClientCapabilities::default()
    ///     .with(ClientCapability::ElicitationForm)
    ///     .with(ClientCapability::ElicitationUrl);
    /// let client = Client::builder("client", "0.0.1")
    ///     .capabilities(capabilities)
    ///     .on_elicit(|_| async { Ok(Accepted(json!({}))) });
    /// ```
    pub fn capabilities(self, capabilities: ClientCapabilities) -> Self {
        Self { explicit: Some(capabilities), ..self }
    }

    /// Speaks only this revision. By default, the newest that both sides support is negotiated.
    pub fn version(mut self, version: ProtocolVersion) -> Self {
        self.negotiation.version = Some(version);
        self
    }

    /// Uses an earlier response of a modern server to `server/discover`, so that connecting sends
    /// nothing.
    pub fn discovered(mut self, discovered: DiscoverResult) -> Self {
        self.negotiation.discovered = Some(discovered);
        self
    }

    /// Sets how long to wait for a server's response before it is considered a legacy server: ten
    /// seconds by default.
    pub fn probe_timeout(mut self, limit: Duration) -> Self {
        self.negotiation.probe_timeout = limit;
        self
    }

    /// Sends every request to the server, even if it declares that results may be cached.
    pub fn without_cache(mut self) -> Self {
        self.settings.keeps_results = false;
        self
    }

    /// Validates the results of tools against their listed schemas: a result that does not match is
    /// an error that explains the mismatch. A tool that was not listed yet is looked up first.
    pub fn validate_results(mut self) -> Self {
        self.settings.validates_results = true;
        self
    }

    /// Requests log messages of this level and above.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated log messages for clients: servers should write to standard error, or use OpenTelemetry"
    )]
    pub fn log_level(self, level: LoggingLevel) -> Self {
        self.settings.log_level.set(level);
        self
    }

    /// Sets the trace context of each request, which is sent to the server in `_meta`. The hook is
    /// called when the span of the request is created, if a subscriber has enabled it. With the
    /// feature `otel`, `opentelemetry` does this.
    pub fn on_span(
        mut self,
        hook: impl Fn(&Span, &mut TraceContext) + Send + Sync + 'static,
    ) -> Self {
        self.settings.on_span = Some(Box::new(hook));
        self
    }

    /// Connects to a server.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached or started, has no revision in common, or when two
    /// handlers contradict each other.
    pub async fn connect(self, server: impl Connect) -> Result<Client> {
        self.check_extensions()?;
        if let Some(mistake) = self.mistake {
            return Err(Error::other(mistake));
        }
        let setup = Setup {
            identity: self.identity(),
            handlers: self.handlers,
            results: self.results,
            settings: self.settings,
            negotiation: self.negotiation,
        };
        let client = connect(setup, server).await?;
        if let Some(approval) = &client.connection().settings.approval {
            approval.check_server(client.server_info(), client.instructions())?;
        }
        Ok(client)
    }

    /// Asks before the server and each of its tools are used: connecting to a server that is refused
    /// fails, and a tool that is refused is not listed and cannot be called.
    ///
    /// Tools are listed before the first call, and again before a call if the server has notified
    /// that they changed; a tool that was refused once stays refused.
    pub fn approve(mut self, approval: impl Approve + 'static) -> Self {
        self.settings.approval = Some(Box::new(approval));
        self
    }

    /// How the client describes itself.
    fn identity(&self) -> Identity {
        let mut capabilities = self.explicit.clone().unwrap_or_default();
        let mut imply = |is_handled: bool, is_said: bool, capability: ClientCapability| {
            if is_handled && !is_said {
                capabilities = std::mem::take(&mut capabilities).with(capability);
            }
        };
        let said = self.explicit.clone().unwrap_or_default();
        let elicitation = said.supports(ClientCapability::Elicitation);
        let sampling = said.supports(ClientCapability::Sampling);
        let handlers = &self.handlers;
        imply(handlers.elicit.is_some(), elicitation, ClientCapability::ElicitationForm);
        imply(handlers.elicit_url.is_some(), elicitation, ClientCapability::ElicitationUrl);
        imply(handlers.sample.is_some(), sampling, ClientCapability::Sampling);
        imply(self.samples_with_tools, sampling, ClientCapability::SamplingTools);
        imply(handlers.roots.is_some(), said.roots, ClientCapability::RootsListChanged);
        if self.settings.follows_tasks && capabilities.tasks.is_none() {
            let asks = |capability| capabilities.supports(capability);
            capabilities.tasks = TasksCapability::of_questions(
                asks(ClientCapability::Elicitation),
                asks(ClientCapability::Sampling),
            );
        }
        for ExtensionDeclaration { id, settings } in &self.extensions {
            capabilities.declare(*id, settings.clone().unwrap_or_default());
        }
        Identity { info: self.info.clone(), capabilities }
    }
}
