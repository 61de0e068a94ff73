//! The handle that the user of a client holds.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::adapter::Shared;
use super::codec::Codec;
use super::model::{AgentCapabilities, AgentFacts, AuthMethod};
use crate::client::{OpenRequest, Rpc};
use crate::error::{Error, Result};
use crate::protocol::Implementation;

/// A connection to an agent; a clone is the same connection.
///
/// Sessions run at the same time. The connection ends with the last clone and the last session.
///
/// ```no_run
/// use mcp_runtime::acp::client::Update;
/// use mcp_runtime::acp::{Client, McpServer};
/// use mcp_runtime::client::Stdio;
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
    shared: Arc<Shared>,
    codec: &'static dyn Codec,
    agent: AgentFacts,
}

impl Client {
    pub(super) fn new(
        rpc: Rpc,
        shared: Arc<Shared>,
        codec: &'static dyn Codec,
        agent: AgentFacts,
    ) -> Self {
        Self(Arc::new(Handle { rpc, shared, codec, agent }))
    }

    /// The version that is spoken.
    #[must_use]
    pub fn version(&self) -> u16 {
        self.0.codec.version()
    }

    /// Name and version of the agent, if it says them.
    #[must_use]
    pub fn agent_info(&self) -> Option<&Implementation> {
        self.0.agent.info.as_ref()
    }

    /// What the agent can do, as it said when it was connected.
    #[must_use]
    pub fn capabilities(&self) -> AgentCapabilities {
        self.0.agent.capabilities
    }

    /// How a person can authenticate, where the agent wants that: it answers `-32000` to those who
    /// make a session and have not.
    #[must_use]
    pub fn auth_methods(&self) -> &[AuthMethod] {
        &self.0.agent.auth_methods
    }

    /// Sends any request, such as one whose method begins with `_`.
    ///
    /// # Errors
    ///
    /// The error that the agent answered, in [`Error::rpc`](crate::Error::rpc), or that it did not
    /// answer in time.
    pub async fn request(&self, method: &str, params: impl Serialize) -> Result<Value> {
        self.call(method, &params).await
    }

    /// Sends any notification.
    pub fn notify(&self, method: &str, params: impl Serialize) {
        self.0.rpc.notify(method, &params);
    }

    /// Waits until the connection has ended, and says why.
    pub async fn closed(&self) -> Error {
        self.0.rpc.closed().await
    }

    /// Ends the connection, and waits until it has ended: a process that was started is gone then.
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
            .map_err(|error| Error::other(format!("the result of {method}: {error}")))
    }

    /// Begins a request that may take as long as it takes.
    pub(super) fn begin(
        &self,
        method: &'static str,
        params: &impl Serialize,
    ) -> Result<OpenRequest> {
        self.0.rpc.begin(method, params)
    }

    /// # Errors
    ///
    /// When the agent has not said that it can do something.
    pub(super) fn require(&self, is_there: bool, what: &str) -> Result<()> {
        match is_there {
            true => Ok(()),
            false => Err(Error::other(format!("the agent does not {what}"))),
        }
    }

    pub(super) fn shared(&self) -> &Arc<Shared> {
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
