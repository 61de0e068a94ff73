//! Connects to a server, in memory or elsewhere.

use std::future::IntoFuture;
use std::pin::Pin;
use std::time::Duration;

use super::{TestClient, User};
use mcp_runtime_client as client;
use mcp_runtime_protocol::Result;
use mcp_runtime_protocol::{LoggingLevel, ProtocolVersion};

/// How long a response may take: a test has its own limits, or those of the server.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(60 * 60);

/// How many times the server may ask the user during one request.
const MAX_ROUNDS: usize = 100;

/// Connects a client to a server, in the newest revision that the server serves.
///
/// The server is one in memory, which is reached through the same codec and loop as for real
/// clients, or any other that a [client](mcp_runtime_client::Connect) can reach. It has to be
/// awaited in a tokio runtime, such as that of `#[tokio::test]`.
///
/// # Errors
///
/// When the server cannot be built or reached.
pub fn connect<S: client::Connect>(server: S) -> Connecting<S> {
    Connecting { server, version: None, user: User::new(), has_tasks: false }
}

/// Connects a client that speaks one revision, as [`connect`] does.
///
/// # Errors
///
/// When the server cannot be built or reached, or does not serve the revision.
pub fn connect_as<S: client::Connect>(server: S, version: ProtocolVersion) -> Connecting<S> {
    Connecting { version: Some(version), ..connect(server) }
}

/// A client that is connected when this is awaited; see [`connect`].
#[derive(Debug)]
#[must_use = "the client does not connect until this is awaited"]
pub struct Connecting<S> {
    pub(super) server: S,
    pub(super) version: Option<ProtocolVersion>,
    pub(super) user: User,
    pub(super) has_tasks: bool,
}

impl<S> Connecting<S> {
    /// Sets the user who answers what the server asks.
    ///
    /// ```
    /// use mcp_runtime_testing::{self as testing, User, json};
    /// use mcp_runtime::{Accepted, Elicit, Result, server, tool};
    ///
    /// #[derive(Elicit)]
    /// struct Confirm {
    ///     sure: bool,
    /// }
    ///
    /// /// Deletes a file after asking.
    /// #[tool(destructive)]
    /// async fn delete(path: String, elicit: Elicit) -> Result<&'static str> {
    ///     match elicit.form::<Confirm>(format!("Delete {path}?")).await? {
    ///         Accepted(Confirm { sure: true }) => Ok("deleted"),
    ///         _ => Ok("kept"),
    ///     }
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let user = User::new()
    ///     .accepts("Delete a.txt?", json!({ "sure": true }))
    ///     .declines("Delete b.txt?");
    /// let client = testing::connect(server!().tool::<delete>()).answers(user).await?;
    /// for (path, outcome) in [("a.txt", "deleted"), ("b.txt", "kept")] {
    ///     assert_eq!(client.call_tool("delete", json!({ "path": path })).await?.text(), outcome);
    /// }
    /// assert_eq!(client.asked(), ["Delete a.txt?", "Delete b.txt?"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn answers(self, user: impl Into<User>) -> Self {
        Self { user: user.into(), ..self }
    }

    /// Lets calls become tasks, which the client follows until they have a result; see
    /// [`ClientBuilder::tasks`](mcp_runtime_client::ClientBuilder::tasks).
    ///
    /// ```
    /// use mcp_runtime::{Result, server, tool};
    /// use mcp_runtime_client::Started;
    /// use mcp_runtime_testing as testing;
    ///
    /// /// Exports everything.
    /// #[tool(task)]
    /// async fn export() -> &'static str {
    ///     "done"
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let client = testing::connect(server!().tool::<export>()).tasks().await?;
    /// let Started::Task(task) = client.start("export", ()).await? else { panic!("no task") };
    /// assert_eq!(task.result().await?.text(), "done");
    /// # Ok(())
    /// # }
    /// ```
    pub fn tasks(self) -> Self {
        Self { has_tasks: true, ..self }
    }
}

impl<S: client::Connect + Send + 'static> IntoFuture for Connecting<S> {
    type Output = Result<TestClient>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<TestClient>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        let base = client::Client::builder("mcp-runtime testing", env!("CARGO_PKG_VERSION"))
            .on_progress(|_| {})
            .log_level(LoggingLevel::Info)
            .without_cache()
            .timeout(ANSWER_TIMEOUT)
            .max_rounds(MAX_ROUNDS);
        let versioned = match self.version {
            Some(version) => base.version(version),
            None => base,
        };
        let builder = if self.has_tasks { versioned.tasks() } else { versioned };
        Box::pin(TestClient::connect(builder, self.server, self.user))
    }
}
