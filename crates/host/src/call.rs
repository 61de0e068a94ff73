//! A call of a tool, whichever server has it.

use std::fmt;
use std::mem;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use mcp_runtime_client::protocol::{CallToolResult, ProgressParams, Tool};
use mcp_runtime_client::{Client, Error, PreparedCall};
use serde::Serialize;
use tokio::time::{Instant, timeout_at};

use crate::approval::Verdict;
use crate::error::{CallError, is_of_transport};
use crate::group::{Command, Group, ManagedServer};
use crate::state::{ServerSnapshot, ServerState, reason};
use crate::tools::HostTool;

/// After so many calls in a row whose connection failed, it is looked whether the server is there.
const FAILURES: usize = 3;

type OnProgress = Arc<dyn Fn(&ProgressParams) + Send + Sync>;

/// A call to a tool: configure it, then await it for its result.
///
/// If its server is starting, the call waits for that. If the connection is lost while it runs, a
/// tool that says that it changes nothing, or that calling it again has no further effect, is called
/// once more; any other is not, since nobody knows whether it has taken effect.
#[must_use = "the call is not made until this is awaited"]
pub struct HostCall {
    group: Arc<Group>,
    call: Result<(Arc<HostTool>, PreparedCall), CallError>,
    timeout: Option<Duration>,
    on_progress: Option<OnProgress>,
}

impl fmt::Debug for HostCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HostCall")
            .field("tool", &self.call.as_ref().map(|(tool, _)| tool))
            .finish_non_exhaustive()
    }
}

impl HostCall {
    pub(crate) fn new(
        group: &Arc<Group>,
        tool: Result<Arc<HostTool>, CallError>,
        arguments: &impl Serialize,
    ) -> Self {
        let call = tool.and_then(|tool| {
            let prepared = PreparedCall::new(&tool.tool.name, arguments)
                .map_err(|error| CallError::unknown(error.to_string()))?;
            Ok((tool, prepared))
        });
        Self { group: Arc::clone(group), call, timeout: None, on_progress: None }
    }

    /// Sets how long to wait for a result, or for progress if that is
    /// [enabled](Self::on_progress). A server that is starting is waited for within that time.
    pub fn timeout(self, limit: Duration) -> Self {
        Self { timeout: Some(limit), ..self }
    }

    /// Requests progress. The handler is called where messages are read, so it must not block.
    pub fn on_progress(self, handler: impl Fn(&ProgressParams) + Send + Sync + 'static) -> Self {
        Self { on_progress: Some(Arc::new(handler)), ..self }
    }

    async fn run(self) -> Result<CallToolResult, CallError> {
        let (tool, prepared) = self.call?;
        let server = self.group.find(&tool.server)?;
        let guard = &self.group.settings.guard;
        match guard.judge(&server.settings.approval, &tool) {
            Verdict::Allow => {}
            // Boxed, since most calls need nobody.
            Verdict::Ask if Box::pin(guard.ask(&tool, prepared.arguments())).await => {}
            Verdict::Ask | Verdict::Deny => return Err(CallError::denied(&tool.server)),
        }
        let timeout =
            self.timeout.or(server.settings.timeout).unwrap_or(self.group.settings.timeout);
        let mut call = PlacedCall {
            prepared,
            on_progress: self.on_progress,
            timeout,
            until: None,
            may_be_repeated: may_be_repeated(&tool.tool),
            may_be_sent_again: server.recipe.is_url,
        };
        if call.may_be_repeated || call.may_be_sent_again {
            call.until();
        }
        let running = self.group.running.begin();
        let _counted =
            running.ok_or_else(|| CallError::not_ready(&tool.server, ServerState::Closed))?;
        let mut left = timeout;
        let mut lost = None;
        let error = loop {
            let live = server.standing.borrow().live_client();
            let client = match live {
                Some(client) => client,
                None => {
                    // Boxed, since most calls find their server ready.
                    let ready = Box::pin(until_ready(&self.group, &server, call.until())).await;
                    left = call.left();
                    match (ready, lost.take()) {
                        (Ok(client), before) => {
                            lost = before;
                            client
                        }
                        (Err(error), None) => return Err(error),
                        // The first try may have taken effect.
                        (Err(_), Some(lost)) => break lost,
                    }
                }
            };
            match call.request(&client, left).await {
                Ok(result) => {
                    server.failures.store(0, Ordering::Relaxed);
                    return Ok(result);
                }
                // Another try does no harm.
                Err(error) if call.has_another_try(&error) => lost = Some(error),
                Err(error) => break telling(lost, error),
            }
            (call.may_be_repeated, call.may_be_sent_again) = (false, false);
            left = call.left();
        };
        report_failure(&self.group, &server, &error);
        let state = server.standing.borrow().state.clone();
        Err(CallError::of(&server.name, &tool.tool.name, state, error))
    }
}

impl IntoFuture for HostCall {
    type Output = Result<CallToolResult, CallError>;
    type IntoFuture = Pin<Box<dyn Future<Output = Self::Output> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

/// A call that is made, perhaps twice.
struct PlacedCall {
    prepared: PreparedCall,
    on_progress: Option<OnProgress>,
    timeout: Duration,
    /// When its time is over, if somebody has to know: the client has a clock of its own.
    until: Option<Instant>,
    may_be_repeated: bool,
    /// Whether it may be sent again if it did not reach the server, or was refused because that was
    /// replaced.
    may_be_sent_again: bool,
}

/// The error of a call after two tries. The first may have taken effect, which one that did not get to the server does not tell.
fn telling(first: Option<Error>, second: Error) -> Error {
    match first {
        Some(first) if second.network_failure() == Some(false) => first,
        _ => second,
    }
}

impl PlacedCall {
    /// Whether the call is made once more after this error.
    fn has_another_try(&self, error: &Error) -> bool {
        let is_undelivered = error.network_failure() == Some(false);
        (self.may_be_repeated && is_of_transport(error))
            || (self.may_be_sent_again && is_undelivered)
    }

    /// When its time is over, which begins when this is first asked.
    fn until(&mut self) -> Instant {
        *self.until.get_or_insert_with(|| Instant::now() + self.timeout)
    }

    /// How much of its time is left.
    fn left(&mut self) -> Duration {
        self.until().saturating_duration_since(Instant::now())
    }

    /// Makes the call. Another try is made by the group, or not at all.
    fn request(
        &mut self,
        client: &Client,
        left: Duration,
    ) -> impl Future<Output = Result<CallToolResult, Error>> + Send + use<> {
        if self.may_be_repeated || self.may_be_sent_again {
            client.call_prepared(self.prepared.clone(), left, self.on_progress.clone())
        } else {
            client.call_prepared(mem::take(&mut self.prepared), left, self.on_progress.take())
        }
    }
}

/// Tells the supervisor of a server of a request that has failed by its connection or its login.
pub(crate) fn report_failure(group: &Group, server: &ManagedServer, error: &Error) {
    if error.http_status() == Some(401) {
        group.command(&server.name, Command::LoginNeeded(reason(error)));
    }
    if !is_of_transport(error) && !error.is_timeout() {
        return;
    }
    let failures = server.failures.fetch_add(1, Ordering::Relaxed) + 1;
    // What is behind a URL may fail once, such as while it is replaced.
    if failures >= FAILURES || !server.recipe.is_url {
        server.failures.store(0, Ordering::Relaxed);
        group.command(&server.name, Command::Check);
    }
}

/// Whether a call may be made again although nobody knows if it has taken effect.
fn may_be_repeated(tool: &Tool) -> bool {
    let hint =
        |hint: fn(&_) -> Option<bool>| tool.annotations.as_ref().and_then(hint) == Some(true);
    hint(|hints: &mcp_runtime_client::protocol::ToolAnnotations| hints.idempotent_hint)
        || (hint(|hints| hints.read_only_hint) && !hint(|hints| hints.destructive_hint))
}

/// The connection to a server, once it is ready; an error when it is known not to be soon.
pub(crate) async fn ready(
    group: &Group,
    server: &ManagedServer,
    until: Instant,
) -> Result<Client, CallError> {
    if let Some(client) = server.standing.borrow().live_client() {
        return Ok(client);
    }
    // Boxed, since most calls find their server ready.
    Box::pin(until_ready(group, server, until)).await
}

async fn until_ready(
    group: &Group,
    server: &ManagedServer,
    until: Instant,
) -> Result<Client, CallError> {
    let until = until.min(Instant::now() + group.settings.ready_timeout);
    let mut standing = server.standing.subscribe();
    let has_failed =
        |standing: &ServerSnapshot| matches!(standing.state, ServerState::Failed { .. });
    let mut may_start =
        has_failed(&standing.borrow()) && group.command(&server.name, Command::Retry);
    loop {
        {
            let now = standing.borrow_and_update();
            if let Some(client) = now.live_client() {
                return Ok(client);
            }
            may_start &= has_failed(&now);
            // That a connection has just ended is not noticed yet.
            if !now.state.is_passing() && !now.state.is_ready() && !may_start {
                return Err(CallError::not_ready(&server.name, now.state.clone()));
            }
        }
        if !matches!(timeout_at(until, standing.changed()).await, Ok(Ok(()))) {
            let state = standing.borrow().state.clone();
            return Err(CallError::not_ready(&server.name, state));
        }
    }
}
