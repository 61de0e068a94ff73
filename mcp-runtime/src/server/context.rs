//! The context of a call: everything that a handler can know about it.

#[cfg(test)]
mod tests;

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::task::JoinSet;

use super::asking::{Binding, CallQuestions, Question, Retry, Runner, Sink, SuspendableCall};
use super::cancelled::{CallFlag, CancelGuard, Cancelled};
use super::resource_reading::ResourceRead;
use super::{Log, Progress, Server};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{ClientFacts, Params, RequestContext};
use crate::protocol::{
    InputRequest, InputRequests, InputResponse, InputResponses, Meta, ProtocolVersion,
};

/// Everything that a handler can know about its call.
///
/// ```
/// use mcp_runtime::{Context, tool};
///
/// /// Works for a while.
/// #[tool]
/// async fn work(context: Context) -> String {
///     context.progress().report(1.0).await;
///     context.log().info("half way").await;
///     "done".to_owned()
/// }
/// ```
#[derive(Clone)]
pub struct Context {
    request: RequestContext,
    server: Server,
    reading: Option<ResourceRead>,
    meta: Option<Arc<str>>,
    retry: Option<Arc<Retry>>,
    flag: OnceLock<CallFlag>,
    asking: OnceLock<CallQuestions>,
}

impl Context {
    pub(crate) fn new(server: Server, request: RequestContext) -> Self {
        Self {
            request,
            server,
            reading: None,
            meta: None,
            retry: None,
            flag: OnceLock::new(),
            asking: OnceLock::new(),
        }
    }

    /// The caller that sent the request.
    ///
    /// For a call that continues after questions, this is the caller that started it: no other
    /// caller can answer them.
    pub fn caller(&self) -> &Caller {
        &self.request.caller
    }

    /// The id of the request.
    pub fn request_id(&self) -> &RequestId {
        &self.request.id
    }

    /// The protocol revision of the request, for logging: a handler is the same in all revisions.
    pub fn version(&self) -> ProtocolVersion {
        self.request.version
    }

    /// The `_meta` of the request, as its client sent it; empty if there is none.
    ///
    /// Source: [2026-07-28, "Overview", `_meta`](https://modelcontextprotocol.io/specification/2026-07-28/basic#_meta).
    #[inline]
    pub fn meta(&self) -> Meta {
        // A request with a malformed `_meta` has already been rejected.
        let meta = self.meta.as_deref().and_then(|text| serde_json::from_str(text).ok());
        meta.unwrap_or_default()
    }

    /// How the client describes itself.
    pub fn client(&self) -> &ClientFacts {
        &self.request.client
    }

    /// The URI that is being read, in a resource.
    pub fn uri(&self) -> Option<&str> {
        self.reading.as_ref().map(ResourceRead::uri)
    }

    /// Reports the progress of the call to the client, until the call ends.
    #[inline]
    pub fn progress(&self) -> Progress {
        Progress::new(&self.request, self.sink(), || self.cancelled())
    }

    /// Sends log messages to the client, until the call ends.
    #[deprecated(
        since = "0.1.0",
        note = "MCP has deprecated logging to clients: write to standard error, or use OpenTelemetry"
    )]
    pub fn log(&self) -> Log {
        Log::new(&self.request, self.cancelled())
    }

    /// Asks any question that the protocol allows, for code that forwards questions; other code
    /// uses [`Elicit`](struct@crate::Elicit), [`Sample`](crate::Sample) or [`Roots`](crate::Roots).
    #[inline]
    pub fn ask(&self, request: InputRequest) -> Question<InputResponse> {
        Question::new(self.asking(), request, |request, json| {
            let response = match request {
                InputRequest::Elicit(_) => serde_json::from_str(json).map(InputResponse::Elicit),
                InputRequest::CreateMessage(_) => {
                    serde_json::from_str(json).map(InputResponse::CreateMessage)
                }
                _ => serde_json::from_str(json).map(InputResponse::ListRoots),
            };
            response.map_err(|error| error.to_string())
        })
    }

    /// Asks several questions at once, for code that forwards the questions of another server; each
    /// response has the key of its request.
    ///
    /// # Errors
    ///
    /// If one of the questions gets no answer.
    pub async fn ask_all(&self, requests: InputRequests) -> Result<InputResponses> {
        let mut tasks = JoinSet::new();
        for (key, request) in requests {
            let question = self.ask(request);
            tasks.spawn(async move { (key, question.await) });
        }
        let mut responses = InputResponses::new();
        while let Some(answered) = tasks.join_next().await {
            let (key, response) = answered.map_err(Error::other)?;
            responses.insert(key, response?);
        }
        Ok(responses)
    }

    /// Runs work that must not be repeated, and stores its result.
    ///
    /// A handler that asks questions may run again from the start, with the answers received so
    /// far. The work is then not repeated; its stored result is returned. The work itself cannot
    /// ask questions. In a task it is started at most once, even if the process is killed in the
    /// meantime.
    ///
    /// ```
    /// use mcp_runtime::{Accepted, Context, Elicit, Result, tool};
    ///
    /// #[derive(Elicit)]
    /// struct Confirm {
    ///     sure: bool,
    /// }
    ///
    /// /// Books a seat.
    /// #[tool]
    /// async fn book(context: Context) -> Result<String> {
    ///     let number: u64 = context.once("reserve", async { 42 }).await?;
    ///     let answer = context.elicit().form::<Confirm>(format!("Take seat {number}?")).await?;
    ///     Ok(format!("{}", matches!(answer, Accepted(Confirm { sure: true }))))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// When the result is not JSON, or was stored with another type; when the work was started
    /// before but did not finish, so that it is unknown whether it was done.
    pub async fn once<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        work: impl Future<Output = T>,
    ) -> Result<T> {
        self.asking().once(name, work).await
    }

    /// Reports whether the call has been cancelled.
    pub fn cancelled(&self) -> Cancelled {
        self.flag.get_or_init(CallFlag::of_call).cancelled().clone()
    }

    /// Closes the response stream that the client waits on, but not the call: for long calls.
    ///
    /// The client reconnects for the rest. If it could not, this does nothing: it only has an
    /// effect in sessions over HTTP, from 2025-11-25 on.
    ///
    /// Source: [2025-11-25, "Transports", Sending Messages to the Server, 6](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#sending-messages-to-the-server).
    #[doc(alias = "closeSSEStream")]
    pub fn close_stream(&self) {
        if self.request.back.outgoing().is_some() {
            self.request.peer.request_reconnect();
        }
    }

    /// The server that runs the call.
    pub fn server(&self) -> &Server {
        &self.server
    }

    pub(super) fn set_server(&mut self, server: Server) {
        self.server = server;
    }

    /// Returns a copy that shares the cancellation and the questions of the call.
    pub(super) fn shared(&self) -> Self {
        self.cancelled();
        self.asking();
        self.clone()
    }

    /// Returns such a copy that lives as long as the call, in the place of this context.
    pub(super) fn take_over(&mut self) -> Self {
        let mut copy = self.shared();
        if let Some(flag) = self.flag.get_mut() {
            copy.flag = OnceLock::from(flag.take_over());
        }
        copy
    }

    /// Returns what ends the call when it is dropped, in the place of this context.
    pub(super) fn take_end(&mut self) -> Option<CallFlag> {
        self.cancelled();
        self.flag.get_mut().map(CallFlag::take_over)
    }

    pub(crate) fn request(&self) -> &RequestContext {
        &self.request
    }

    pub(super) fn into_request(self) -> RequestContext {
        self.request
    }

    /// Stores the `_meta` of the request, for code that can read it.
    pub(super) fn set_meta(&mut self, params: &Params<'_>) {
        let meta = params.meta.text();
        // It was already set for middleware, which usually leaves it unchanged.
        if self.meta.as_deref() != meta {
            self.meta = meta.map(Arc::from);
        }
    }

    /// The `_meta` of the request as JSON text, if it was stored.
    #[inline]
    pub(super) fn meta_text(&self) -> Option<&str> {
        self.meta.as_deref()
    }

    pub(super) fn reading(&self) -> Option<&ResourceRead> {
        self.reading.as_ref()
    }

    /// Changes the URI that is being read, in a resource.
    #[inline]
    pub(super) fn map_reading(&mut self, map: impl FnOnce(&str) -> Arc<str>) {
        if let Some(reading) = &mut self.reading {
            reading.uri = map(&reading.uri);
        }
    }

    pub(super) fn set_reading(&mut self, reading: ResourceRead) {
        self.reading = Some(reading);
    }

    /// The questions of the call, created on first use.
    pub(super) fn asking(&self) -> CallQuestions {
        let asking = || CallQuestions::new(self.request.clone(), self.server.clone());
        self.asking.get_or_init(asking).clone()
    }

    /// Marks the call as one that continues where a round of questions ended.
    pub(super) fn set_retry(&mut self, retry: Retry) {
        self.retry = Some(Arc::new(retry));
    }

    /// Reads whether the call continues where a round of questions ended.
    pub(super) fn read_retry(&mut self, params: &Params<'_>) -> Result<(), ErrorObject> {
        if self.request().back.asks_in_results()
            && let Some(retry) = Retry::read(params)?
        {
            self.set_retry(retry);
        }
        Ok(())
    }

    pub(super) fn is_retry(&self) -> bool {
        self.retry.is_some()
    }

    /// Takes the state of earlier rounds, if there is any. It is only needed once, and can be
    /// large.
    pub(super) fn take_retry(&mut self, is: impl Fn(&Retry) -> bool) -> Option<Arc<Retry>> {
        self.retry.take_if(|retry| is(retry))
    }

    /// Restores the state of earlier rounds.
    #[inline]
    pub(super) fn resume(
        &self,
        retry: &Retry,
        binding: Binding,
    ) -> Result<Option<SuspendableCall>, ErrorObject> {
        self.server.retries().resume(retry, binding, &self.request, || self.asking())
    }

    /// Redirects the notifications of a call that may ask a modern client: they follow its retries.
    pub(super) fn redirect(&mut self) {
        if self.request.back.asks_in_results() {
            self.request.peer = Arc::clone(self.asking().sink()) as SharedPeer;
        }
    }

    /// Prepares a call that may become a task: its notifications then go elsewhere.
    #[inline]
    pub(super) fn set_runner(&mut self, runner: Runner, is_manual: bool) {
        let asking = self.asking();
        asking.set_runner(runner, is_manual);
        self.request.peer = Arc::clone(asking.sink()) as SharedPeer;
    }

    fn sink(&self) -> Option<&Arc<Sink>> {
        let asking = self.asking.get()?;
        let moves = self.request.back.asks_in_results() || asking.may_be_task();
        moves.then(|| asking.sink())
    }

    /// The questions of the call, if it can ask any.
    pub(super) fn asked(&self) -> Option<&CallQuestions> {
        self.asking.get()
    }

    /// Creates the guard of the handler's future, with which the call ends: dropping it notifies a
    /// call that uses [`Cancelled`].
    pub(super) fn cancel_guard(&mut self) -> CancelGuard {
        CancelGuard::new(self.flag.get_mut().map(CallFlag::take_over))
    }
}

impl fmt::Debug for Context {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let client = self.client().info.as_ref();
        f.debug_struct("Context")
            .field("version", &self.request.version)
            .field("client_name", &client.map(|info| &info.name))
            .field("client_version", &client.map(|info| &info.version))
            .field("uri", &self.uri())
            .finish_non_exhaustive()
    }
}
