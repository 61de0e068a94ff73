//! A client that is connected to a server of the table.

use std::fmt;
use std::process::Stdio as Redirection;
use std::time::Duration;

use mcp_runtime::protocol::{CreateMessageResult, ProtocolVersion, Root};
use mcp_runtime::{Accepted, Error, Result};
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport, Stdio};
use mcp_runtime_testing::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::process::{Child, Command};
use tokio::time::sleep;

use super::table::Server;

/// How long a process may take to end with its input.
pub(super) const TIMEOUT: Duration = Duration::from_secs(5);

/// How the client comes by a revision.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Era {
    /// It shakes hands, for the last revision that has this.
    Legacy,
    /// It looks for the newest one that the server has.
    Modern,
}

impl fmt::Display for Era {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Legacy => "legacy",
            Self::Modern => "modern",
        })
    }
}

/// How messages get to the server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Transport {
    /// Over the standard input and output of a process.
    Stdio,
    /// Over HTTP to a process that listens.
    Http,
}

impl fmt::Display for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stdio => "stdio",
            Self::Http => "http",
        })
    }
}

/// How a server is talked to.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) transport: Transport,
    pub(super) era: Era,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}", self.transport, self.era)
    }
}

/// A connection to a server.
pub(super) struct Peer {
    pub(super) client: Client,
    /// The process that listens; it is killed when this is dropped.
    _listening: Option<Child>,
}

impl Peer {
    /// Starts a server, and connects to it.
    pub(super) async fn connect(server: &Server, way: Way) -> Result<Self> {
        let base = Client::builder("interop", "1.0")
            .tasks()
            .on_elicit(|form| async move {
                let asks =
                    |name: &str| form.requested_schema.properties.0.iter().any(|of| of.0 == name);
                Ok(Accepted(if asks("interpretation") {
                    json!({ "interpretation": "snake" })
                } else {
                    json!({ "name": "Ada" })
                }))
            })
            .on_sample(|_| async { Ok(CreateMessageResult::new("model", "short")) })
            .roots([Root::new("file:///work")]);
        let builder = match way.era {
            Era::Legacy => base.version(ProtocolVersion::LATEST_LEGACY),
            Era::Modern => base,
        };
        let peer = match way.transport {
            Transport::Stdio => Self::over_stdio(server, builder).await?,
            Transport::Http => Self::over_http(server, builder).await?,
        };
        let expected = match way.era {
            Era::Modern if server.is_modern => ProtocolVersion::LATEST,
            _ => ProtocolVersion::LATEST_LEGACY,
        };
        same(peer.client.version(), expected)?;
        holds(!peer.client.server_info().name.is_empty(), "the server has a name")?;
        Ok(peer)
    }

    async fn over_stdio(server: &Server, builder: ClientBuilder) -> Result<Self> {
        let stdio = Stdio::spawn(&server.program).args(&server.stdio).exit_timeout(TIMEOUT);
        let client = builder.connect(stdio.stderr(Redirection::null())).await?;
        Ok(Self { client, _listening: None })
    }

    async fn over_http(server: &Server, builder: ClientBuilder) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0").await?.local_addr()?.port();
        let arguments = server.http.iter().map(|part| part.replace("{port}", &port.to_string()));
        let mut command = Command::new(&server.program);
        command.args(arguments).env("PORT", port.to_string()).kill_on_drop(true);
        let mut process =
            command.stdout(Redirection::null()).stderr(Redirection::null()).spawn()?;
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            if let Some(status) = process.try_wait()? {
                return Err(Error::other(format!("the server ended: {status}")));
            }
            sleep(Duration::from_millis(20)).await;
        }
        let client =
            builder.connect(HttpTransport::new(format!("http://127.0.0.1:{port}/mcp"))).await?;
        Ok(Self { client, _listening: Some(process) })
    }
}

/// Fails unless a value is as it has to be.
#[expect(clippy::needless_pass_by_value, reason = "a check reads like an assertion")]
pub(super) fn same<T: PartialEq<E> + fmt::Debug, E: fmt::Debug>(
    found: T,
    expected: E,
) -> Result<()> {
    if found == expected {
        Ok(())
    } else {
        Err(Error::other(format!("{found:?}, not {expected:?}")))
    }
}

/// Fails unless something holds.
pub(super) fn holds(condition: bool, what: &str) -> Result<()> {
    if condition { Ok(()) } else { Err(Error::other(format!("not true: {what}"))) }
}
