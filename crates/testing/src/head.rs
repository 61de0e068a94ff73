//! Who sends the requests of a client, as middleware would have told a server over HTTP.

use std::sync::Arc;

use http::{Extensions, Request};
use tokio::io::{AsyncRead, AsyncWrite};

use super::{Connecting, Everywhere, InMemory};
use mcp_runtime::Server;
use mcp_runtime::http::{Principal, Upgraded};
use mcp_runtime_protocol::Result;

/// The head of all requests of a client; none if nothing was set.
#[derive(Clone, Debug, Default)]
pub(super) struct Head(Option<Extensions>);

impl Head {
    fn insert<T: Clone + Send + Sync + 'static>(&mut self, value: T) {
        self.0.get_or_insert_default().insert(value);
    }

    /// Serves one connection to the client.
    pub(super) async fn serve<R, W>(self, server: Server, input: R, output: W) -> Result<()>
    where
        R: AsyncRead + Unpin,
        W: AsyncWrite + Unpin,
    {
        let Some(extensions) = self.0 else {
            return server.serve((input, output)).await;
        };
        let (mut head, ()) = Request::new(()).into_parts();
        head.extensions = extensions;
        server.serve(Upgraded::new(head, input, output)).await
    }
}

impl<S: Into<InMemory>> Connecting<S> {
    /// Sets the principal that sends the requests, as if middleware or an
    /// [authorizer](mcp_runtime::http::Authorizer) had found out over HTTP.
    ///
    /// Several clients can use one server, each as somebody else:
    ///
    /// ```
    /// use mcp_runtime::{Caller, Result, server, tool};
    /// use mcp_runtime_testing::{self as testing, json};
    ///
    /// /// Says who asks.
    /// #[tool]
    /// fn whoami(caller: Caller) -> String {
    ///     caller.principal().unwrap_or("somebody").to_owned()
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let server = server!().tool::<whoami>().build()?;
    /// for name in ["alice", "bob"] {
    ///     let client = testing::connect(server.clone()).principal(name).await?;
    ///     assert_eq!(client.call_tool("whoami", json!({})).await?.text(), name);
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// A handler that needs scopes is not there for a principal without them, as over HTTP:
    /// [`extension`](Self::extension) adds them.
    pub fn principal(self, name: impl Into<Arc<str>>) -> Connecting<InMemory> {
        self.extension(Principal::new(name))
    }

    /// Adds a value to the extensions of each request, as middleware would over HTTP: an account
    /// that handlers read, or the [`Scopes`](mcp_runtime::http::Scopes) that the requests have.
    ///
    /// ```
    /// use mcp_runtime::http::Scopes;
    /// use mcp_runtime::{Result, server, tool};
    /// use mcp_runtime_testing::{self as testing, json};
    ///
    /// /// Deletes a note.
    /// #[tool(destructive, scopes("notes:write"))]
    /// fn delete(id: u64) {}
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// let server = server!().tool::<delete>().build()?;
    /// let reader = testing::connect(server.clone()).extension(Scopes::new(["notes:read"])).await?;
    /// assert!(reader.call_tool("delete", json!({ "id": 1 })).await.is_err());
    /// let writer = testing::connect(server).extension(Scopes::new(["notes:write"])).await?;
    /// writer.call_tool("delete", json!({ "id": 1 })).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn extension<T>(self, value: T) -> Connecting<InMemory>
    where
        T: Clone + Send + Sync + 'static,
    {
        let Self { server, version, user, has_tasks } = self;
        let mut server = server.into();
        server.head.insert(value);
        Connecting { server, version, user, has_tasks }
    }
}

impl Everywhere<'_> {
    /// Sets the principal that sends the requests, in every revision; see
    /// [`Connecting::principal`].
    ///
    /// ```
    /// use mcp_runtime::{Caller, Result, server, tool};
    /// use mcp_runtime_testing::{self as testing, json};
    ///
    /// /// Deletes a file for good.
    /// #[tool(destructive, confirm = "Delete {path}?")]
    /// fn delete(path: &str, caller: Caller) -> String {
    ///     format!("{} has deleted {path}", caller.principal().unwrap_or("somebody"))
    /// }
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<()> {
    /// testing::everywhere(|| server!().tool::<delete>())
    ///     .principal("alice")
    ///     .answers([("Delete a.txt?", json!({}))])
    ///     .run(async |client| {
    ///         let done = client.call_tool("delete", json!({ "path": "a.txt" })).await?;
    ///         assert_eq!(done.text(), "alice has deleted a.txt");
    ///         Ok(())
    ///     })
    ///     .await
    /// # }
    /// ```
    pub fn principal(self, name: impl Into<Arc<str>>) -> Self {
        self.extension(Principal::new(name))
    }

    /// Adds a value to the extensions of each request, in every revision; see
    /// [`Connecting::extension`].
    pub fn extension<T: Clone + Send + Sync + 'static>(mut self, value: T) -> Self {
        self.head.insert(value);
        self
    }
}
