//! A request that is sent when it is awaited.

use std::borrow::Cow;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::cache::CacheUse;
use super::call::ClientCall;
use super::decode::decode;
use super::handle::Client;
use super::round_trips::{answers, input_required, needs_input, send_once, send_until_complete};
use super::send_request::fetch;
use super::server_task::{ServerTask, follow};
use crate::debug::short_debug;
use crate::error::{Error, Result};
use crate::protocol::meta::keys;
use crate::protocol::{
    ClientCapabilities, ExtensionId, InputRequiredResult, InputResponses, LoggingLevel, Method,
    ProgressParams,
};

/// A request to a server: configure it, then await it for its result.
///
/// If the future is dropped before the result arrives, the request is cancelled.
///
/// ```no_run
/// use std::time::Duration;
/// use mcp_runtime::json;
///
/// # async fn run(client: mcp_runtime_client::Client) -> mcp_runtime::Result<()> {
/// let report = client
///     .call_tool("report", json!({ "year": 2026 }))
///     .timeout(Duration::from_secs(10))
///     .on_progress(|report| println!("{} done", report.progress))
///     .await?;
/// # Ok(())
/// # }
/// ```
#[must_use = "the request is not sent until this is awaited"]
pub struct RequestBuilder<T> {
    client: Client,
    call: Result<ClientCall>,
    run: RunRequest<T>,
}

short_debug!(RequestBuilder<T> { call });

/// How a call is run to get its result.
pub(super) type RunRequest<T> = fn(Client, ClientCall) -> ResultFuture<T>;

pub(super) type ResultFuture<T> = Pin<Box<dyn Future<Output = Result<T>> + Send>>;

/// The result of a request that is sent only once.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RoundResult<T> {
    /// The result.
    Complete(T),
    /// The server asks for input first.
    InputRequired(InputRequiredResult),
}

impl<T> RequestBuilder<T> {
    pub(super) fn new(client: &Client, call: Result<ClientCall>, run: RunRequest<T>) -> Self {
        Self { client: client.clone(), call, run }
    }

    /// Sets how long to wait for a response, or for progress if that is
    /// [enabled](Self::on_progress).
    pub fn timeout(self, limit: Duration) -> Self {
        self.change(|call| call.options.timeout = Some(limit))
    }

    /// Sets how long to wait for a response, regardless of progress.
    pub fn max_time(self, limit: Duration) -> Self {
        self.change(|call| call.options.max_time = Some(limit))
    }

    /// Requests progress. The handler is called where messages are read, so it must not block.
    pub fn on_progress(self, handler: impl Fn(&ProgressParams) + Send + Sync + 'static) -> Self {
        self.change(|call| call.options.on_progress = Some(Arc::new(handler)))
    }

    /// Requests log messages of this level and above during the request; only servers of 2026-07-28
    /// support this.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated log messages for clients: servers should write to standard error, or use OpenTelemetry"
    )]
    pub fn log_level(self, level: LoggingLevel) -> Self {
        self.change(|call| call.options.log_level = Some(level))
    }

    /// Does not send the request again where the server may have taken it. Over HTTP, a request that
    /// is answered by 404 is by default sent again in a new session, as the specification wants; but
    /// a proxy may answer so as well, after the server has taken the request. Unless the 404 has an
    /// error of the server itself, the request then fails, and the next one is in the new session.
    pub fn at_most_once(self) -> Self {
        self.change(|call| call.options.is_sent_once = true)
    }

    /// Sets how cached results are used.
    pub fn cache(self, cache: CacheUse) -> Self {
        self.change(|call| call.options.cache = cache)
    }

    /// Adds an entry to the `_meta` of the request.
    pub fn meta(self, key: &str, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).map_err(Error::other);
        let call = self.call.and_then(|mut call| {
            call.options.meta.get_or_insert_default().insert(key.to_owned(), value?);
            Ok(call)
        });
        Self { call, ..self }
    }

    /// Sets what can be answered during this request, if that differs from the client's own
    /// capabilities: a bridge asks other clients. A legacy server learns the capabilities only when
    /// it is initialized.
    pub fn capabilities(self, capabilities: &ClientCapabilities) -> Self {
        let version = self.client.version();
        if version.is_modern() {
            let mut capabilities = capabilities.for_version(version);
            if let Some(extensions) = &mut capabilities.extensions
                && !self.client.connection().settings.follows_tasks
            {
                // This client would have to follow the task, not the one on whose behalf it
                // asks.
                extensions.shift_remove(ExtensionId::TASKS.as_str());
            }
            self.meta(keys::CLIENT_CAPABILITIES, capabilities)
        } else {
            self
        }
    }

    fn change(mut self, edit: impl FnOnce(&mut ClientCall)) -> Self {
        if let Ok(call) = &mut self.call {
            edit(call);
        }
        self
    }
}

impl<T: DeserializeOwned + Send + 'static> RequestBuilder<T> {
    /// Sends the request once: questions of the server are returned instead of being answered.
    pub fn once(self) -> RequestBuilder<RoundResult<T>> {
        RequestBuilder {
            client: self.client,
            call: self.call,
            run: |client, call| {
                Box::pin(async move {
                    let connection = client.connection();
                    let mut result = send_once(connection, &call).await?;
                    if result.is_task()
                        && connection.settings.follows_tasks
                        && connection.is_modern()
                    {
                        let task = ServerTask::modern(connection, &result)?;
                        result = follow(&task, call.options.max_time).await?;
                    }
                    Ok(if needs_input(connection, &result) {
                        RoundResult::InputRequired(input_required(connection, &call, &result)?)
                    } else {
                        RoundResult::Complete(decode(connection, &call, &result)?)
                    })
                })
            },
        }
    }

    /// Answers the questions that the server asked when the request was sent [once](Self::once).
    pub fn answers(self, responses: &InputResponses, state: Option<&str>) -> Self {
        let call = self.call.and_then(|mut call| {
            call.answers = answers(responses, state)?;
            Ok(call)
        });
        Self { call, ..self }
    }
}

impl<T: 'static> IntoFuture for RequestBuilder<T> {
    type Output = Result<T>;
    type IntoFuture = ResultFuture<T>;

    fn into_future(self) -> ResultFuture<T> {
        match self.call {
            Ok(call) => (self.run)(self.client, call),
            Err(error) => Box::pin(async { Err(error) }),
        }
    }
}

/// Sends a call, answers questions of the server, and decodes the result.
pub(super) fn run<T: DeserializeOwned + 'static>(
    client: Client,
    call: ClientCall,
) -> ResultFuture<T> {
    Box::pin(async move {
        let connection = client.connection();
        let result = send_until_complete(connection, &call).await?;
        decode(connection, &call, &result)
    })
}

impl Client {
    /// Sends an arbitrary request, and answers questions of the server meanwhile.
    ///
    /// # Errors
    ///
    /// When the server returns an error, which is in [`Error::rpc`](crate::Error::rpc).
    pub fn request(
        &self,
        method: impl Into<Cow<'static, str>>,
        params: impl Serialize,
    ) -> RequestBuilder<Value> {
        RequestBuilder::new(self, ClientCall::raw(method, &params), run)
    }

    /// Checks that the server responds. 2026-07-28 does not have `ping`; `server/discover` serves
    /// the same purpose.
    ///
    /// # Errors
    ///
    /// When the server returns an error, or does not respond.
    pub async fn ping(&self) -> Result<()> {
        let connection = self.connection();
        let method = if connection.is_modern() { Method::Discover } else { Method::Ping };
        fetch(connection, &ClientCall::new(method.name())).await.map(drop)
    }
}
