//! The handle of a connection to an agent.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::adapter::ClientState;
use super::codec::Codec;
use super::model::{AgentCapabilities, AgentFacts, AuthMethod};
use mcp_runtime_client::{OpenRequest, Rpc};
use mcp_runtime_protocol::Implementation;
use mcp_runtime_protocol::{Error, Result};

/// A connection to an agent; a clone is the same connection.
///
/// Sessions run concurrently. The connection ends with the last clone and the last session.
///
/// ```no_run
/// use mcp_runtime_acp::client::Update;
/// use mcp_runtime_acp::{Client, McpServer};
/// use mcp_runtime_client::Stdio;
///
/// # async fn run() -> mcp_runtime::Result<()> {
/// let client = Client::builder("my-editor", "1.0")
///     .on_permission(|asked| async move {
///         println!("{}?", asked.title);
///         Ok(asked.allow())
///     })
///     .connect(Stdio::spawn("some-agent").arg("--acp"))
///     .await?;
/// let session = client.new_session("/work").mcp_server(McpServer::this_binary()?).await?;
///
/// let mut turn = session.prompt("What is in here?").await?;
/// while let Some(update) = turn.next().await {
///     match update {
///         Update::Message(chunk) => print!("{}", chunk.content.as_text().unwrap_or("…")),
///         Update::ToolCall(call) => println!("{:?}: {:?}", call.title, call.status),
///         _ => {}
///     }
/// }
/// println!("{:?}", turn.finish().await?);
/// client.close().await;
/// # Ok(())
/// # }
/// ```
///
/// Source: [ACP, "Overview"](https://agentclientprotocol.com/protocol/overview).
#[derive(Clone)]
pub struct Client(Arc<Handle>);

struct Handle {
    rpc: Rpc,
    shared: Arc<ClientState>,
    codec: &'static dyn Codec,
    agent: AgentFacts,
}

impl Client {
    pub(super) fn new(
        rpc: Rpc,
        shared: Arc<ClientState>,
        codec: &'static dyn Codec,
        agent: AgentFacts,
    ) -> Self {
        Self(Arc::new(Handle { rpc, shared, codec, agent }))
    }

    /// The version of the protocol that is spoken.
    #[must_use]
    pub fn version(&self) -> u16 {
        self.0.codec.version()
    }

    /// The name and version of the agent, if it reports them.
    #[must_use]
    pub fn agent_info(&self) -> Option<&Implementation> {
        self.0.agent.info.as_ref()
    }

    /// The capabilities that the agent declared when it was connected.
    #[must_use]
    pub fn capabilities(&self) -> AgentCapabilities {
        self.0.agent.capabilities
    }

    /// How a user can authenticate, if the agent requires that: without authentication, it answers
    /// `-32000` when a session is created.
    #[must_use]
    pub fn auth_methods(&self) -> &[AuthMethod] {
        &self.0.agent.auth_methods
    }

    /// Sends an arbitrary request, such as one whose method begins with `_`.
    ///
    /// # Errors
    ///
    /// When the agent returns an error, which is in [`Error::rpc`], or does not respond in time.
    pub async fn request(&self, method: &str, params: impl Serialize) -> Result<Value> {
        self.call(method, &params).await
    }

    /// Sends an arbitrary notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.0.rpc.notify(method, &params);
    }

    /// Waits until the connection has ended, and returns why.
    pub async fn closed(&self) -> Error {
        self.0.rpc.closed().await
    }

    /// Ends the connection, and waits until it has ended: a process that was started has then
    /// exited.
    pub async fn close(self) {
        self.0.rpc.close().await;
    }

    /// Sends a request and reads its result.
    pub(super) async fn call<R: DeserializeOwned>(
        &self,
        method: &str,
        params: &impl Serialize,
    ) -> Result<R> {
        let result = self.0.rpc.request(method, params).await?;
        serde_json::from_str(&result)
            .map_err(|error| Error::other(format!("cannot decode the result of {method}: {error}")))
    }

    /// Begins a request without a timeout.
    pub(super) fn begin(
        &self,
        method: &'static str,
        params: &impl Serialize,
    ) -> Result<OpenRequest> {
        self.0.rpc.begin(method, params)
    }

    /// # Errors
    ///
    /// When the agent has not declared the capability.
    pub(super) fn require(&self, is_there: bool, what: &str) -> Result<()> {
        if is_there { Ok(()) } else { Err(Error::other(format!("the agent does not {what}"))) }
    }

    pub(super) fn shared(&self) -> &Arc<ClientState> {
        &self.0.shared
    }

    pub(super) fn codec(&self) -> &'static dyn Codec {
        self.0.codec
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.agent_info().map(|info| &info.name);
        f.debug_struct("Client")
            .field("version", &self.version())
            .field("agent", &name)
            .finish_non_exhaustive()
    }
}
