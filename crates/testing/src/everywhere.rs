//! Runs one test in every way in which a client may be served.

use std::rc::Rc;

use super::head::Head;
use super::replicas::Replicas;
use super::{TestClient, User, connect_as};
use mcp_runtime::{Limits, ServerBuilder};
use mcp_runtime_protocol::debug::short_debug;
use mcp_runtime_protocol::{ClientCapabilities, ProtocolVersion};
use mcp_runtime_protocol::{Error, Result};

/// Runs a test in every way in which a client may be served, each with a server and a client of
/// its own, in memory.
///
/// The ways are the revisions that the server serves and that support what the user is asked. In
/// 2026-07-28, where a question ends the call and its answer starts another one, there are three:
/// the call continues where it waits, it runs again from its start, or each answer reaches another
/// replica of the server. The replicas share only the state that the closure captures, such as an
/// `Arc`, and so do all the ways; [`everywhere_with`] makes such state anew for each way.
///
/// ```
/// use mcp_runtime_testing::{self as testing, json};
/// use mcp_runtime::{Accepted, Elicit, Result, server, tool};
///
/// #[derive(Elicit)]
/// struct Size {
///     size: String,
/// }
///
/// #[derive(Elicit)]
/// struct Sure {
///     sure: bool,
/// }
///
/// /// Orders a hat.
/// #[tool]
/// async fn order(elicit: Elicit) -> Result<String> {
///     let Accepted(Size { size }) = elicit.form("Which size?").await? else {
///         return Ok("no hat".to_owned());
///     };
///     match elicit.form("Order it?").await? {
///         Accepted(Sure { sure: true }) => Ok(format!("one hat of size {size}")),
///         _ => Ok("no hat".to_owned()),
///     }
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<()> {
/// testing::everywhere(|| server!().tool::<order>())
///     .answers([("size", json!({ "size": "M" })), ("Order", json!({ "sure": true }))])
///     .run(async |client| {
///         let ordered = client.call_tool("order", json!({})).await?;
///         assert_eq!(ordered.text(), "one hat of size M");
///         assert_eq!(client.asked(), ["Which size?", "Order it?"]);
///         Ok(())
///     })
///     .await?;
/// # Ok(())
/// # }
/// ```
pub fn everywhere<'a>(server: impl Fn() -> ServerBuilder + 'a) -> Everywhere<'a> {
    everywhere_with(|| (), move |()| server())
}

/// Runs a test in every way in which a client may be served, like [`everywhere`], with state that is
/// made once for each way, and that the replicas of the server share.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicU32, Ordering};
///
/// use mcp_runtime::{Result, State, server, tool};
/// use mcp_runtime_testing as testing;
///
/// /// Counts the visits.
/// #[tool]
/// fn visit(visits: State<Arc<AtomicU32>>) -> u32 {
///     visits.fetch_add(1, Ordering::Relaxed) + 1
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<()> {
/// let server = |visits: &Arc<AtomicU32>| server!().state(Arc::clone(visits)).tool::<visit>();
/// testing::everywhere_with(Arc::default, server)
///     .run(async |client| {
///         assert_eq!(client.call::<u32>("visit", ()).await?, 1);
///         assert_eq!(client.call::<u32>("visit", ()).await?, 2);
///         Ok(())
///     })
///     .await
/// # }
/// ```
pub fn everywhere_with<'a, T: 'a>(
    state: impl Fn() -> T + 'a,
    server: impl Fn(&T) -> ServerBuilder + 'a,
) -> Everywhere<'a> {
    let server = Rc::new(server);
    let begin = move || -> Servers<'a> {
        let state = state();
        let server = Rc::clone(&server);
        Box::new(move || server(&state))
    };
    Everywhere { begin: Box::new(begin), head: Head::default(), user: User::new() }
}

/// Makes the servers of one way.
type Servers<'a> = Box<dyn Fn() -> ServerBuilder + 'a>;

/// A test to be run; see [`everywhere`].
#[must_use = "the test does not run until `run` is called and awaited"]
pub struct Everywhere<'a> {
    begin: Box<dyn Fn() -> Servers<'a> + 'a>,
    pub(super) head: Head,
    user: User,
}

short_debug!(Everywhere<'a> { user });

/// One way to serve a client: its name, and the servers that share the requests.
type Way = (&'static str, fn(&dyn Fn() -> ServerBuilder) -> Vec<ServerBuilder>);

const LEGACY: [Way; 1] = [("", |server| vec![server()])];

/// With the usual reason for a failure, since the name begins its message.
const ACROSS_REPLICAS: &str = ", with each answer sent to another replica (replicas share only \
    what `everywhere_with` creates, or the closure captures)";

const MODERN: [Way; 3] = [
    (", with calls that wait", |server| vec![server()]),
    (", with calls that run again", |server| {
        vec![server().limits(Limits::new().without_parking())]
    }),
    (ACROSS_REPLICAS, |server| {
        let replica = || server().state_keys([[7; 32]]);
        vec![replica(), replica()]
    }),
];

impl Everywhere<'_> {
    /// Sets the user who answers what the server asks, with a fresh copy for each client.
    pub fn answers(self, user: impl Into<User>) -> Self {
        Self { user: user.into(), ..self }
    }

    /// Runs the test.
    ///
    /// # Errors
    ///
    /// When the server cannot be built, or the first error of the test, with the way in which it
    /// occurred. On a panic, the way is printed to standard error.
    pub async fn run(self, test: impl AsyncFn(&TestClient) -> Result<()>) -> Result<()> {
        let mut versions = (self.begin)()().build()?.versions().to_vec();
        let needs: ClientCapabilities = self.user.needs().collect();
        versions.retain(|version| needs.missing_from(&needs.for_version(*version)).is_none());
        if versions.is_empty() {
            return Err(Error::other(
                "none of the protocol versions of the server supports the requests that this test \
                 answers (elicitation, sampling or roots): serve a later one, or remove the answers",
            ));
        }
        for version in versions {
            let ways = if version.is_modern() { &MODERN[..] } else { &LEGACY };
            for (way, servers) in ways {
                let name = PanicNote(format!("{version}{way}"));
                let done = self.run_with(servers(&*(self.begin)()), version, &test).await;
                done.map_err(|error| Error::other(format!("{}: {error}", name.0)))?;
            }
        }
        Ok(())
    }

    async fn run_with(
        &self,
        servers: Vec<ServerBuilder>,
        version: ProtocolVersion,
        test: &impl AsyncFn(&TestClient) -> Result<()>,
    ) -> Result<()> {
        let servers = servers.into_iter().map(ServerBuilder::build).collect::<Result<_>>()?;
        let replicas = Replicas { servers, head: self.head.clone() };
        let client = connect_as(replicas, version).answers(self.user.clone()).await?;
        test(&client).await?;
        client.close().await;
        Ok(())
    }
}

/// How a test is run, printed if the test panics.
struct PanicNote(String);

impl Drop for PanicNote {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the test failed with revision {}", self.0);
        }
    }
}
