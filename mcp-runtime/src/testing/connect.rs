//! Connecting to a server in memory.

use std::future::{Future, IntoFuture};
use std::pin::Pin;

use super::{Client, User};
use crate::error::{Error, Result};
use crate::protocol::ProtocolVersion;
use crate::server::Server;

/// Connects a client to a server in memory, in the newest revision that the server serves.
///
/// Every message goes through the codec and the loop that serve real clients. It has to be awaited
/// in a tokio runtime, which `#[tokio::test]` gives.
///
/// # Errors
///
/// When the server cannot be built.
pub fn connect<S>(server: S) -> Connect
where
    S: TryInto<Server>,
    Error: From<S::Error>,
{
    Connect { server: server.try_into().map_err(Error::from), version: None, user: User::new() }
}

/// Connects a client that speaks one revision, as [`connect`] does.
///
/// # Errors
///
/// When the server cannot be built, or does not serve the revision.
pub fn connect_as<S>(server: S, version: ProtocolVersion) -> Connect
where
    S: TryInto<Server>,
    Error: From<S::Error>,
{
    Connect { version: Some(version), ..connect(server) }
}

/// A client on its way, which is connected when this is awaited.
#[must_use = "a client connects when this is awaited"]
pub struct Connect {
    server: Result<Server>,
    version: Option<ProtocolVersion>,
    user: User,
}

impl Connect {
    /// Puts somebody before the client who answers what the server asks.
    ///
    /// ```
    /// use mcp_runtime::testing::{self, User, json};
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
}

impl IntoFuture for Connect {
    type Output = Result<Client>;
    type IntoFuture = Pin<Box<dyn Future<Output = Result<Client>> + Send>>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async move {
            let server = self.server?;
            let newest = server.versions().last().copied();
            let version = self.version.or(newest).unwrap_or(ProtocolVersion::LATEST);
            Client::connect(vec![server], version, self.user).await
        })
    }
}
