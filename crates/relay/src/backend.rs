//! A server behind a relay, and how it is reached.

use std::fmt;
use std::time::Duration;

use mcp_runtime_client::{Connect, HttpTransport};
use mcp_runtime_host::{ClientsBuilder, ConfigServer};
use mcp_runtime_tools::{ToolEdit, ToolEdits};

/// How long a relay waits for a server behind it by default: when it starts, and at each call.
const WAIT: Duration = Duration::from_secs(3);

/// How long a required server may take to start by default: launchers may download it first.
const STARTUP: Duration = Duration::from_secs(30);

/// How long a question may keep other calls waiting by default.
const ANSWER: Duration = Duration::from_secs(30);

/// A server behind a relay: how it is reached, and what happens when it is not there.
///
/// ```no_run
/// use std::time::Duration;
///
/// use mcp_runtime::server;
/// use mcp_runtime_client::Stdio;
/// use mcp_runtime_relay::{Backend, Relay};
///
/// fn main() -> mcp_runtime::Result<()> {
///     let files = Backend::new(|| Stdio::spawn("mcp-files")).required().wait(Duration::from_secs(10));
///     server!().relay("files", files).run()
/// }
/// ```
#[must_use = "it does nothing until it is relayed"]
pub struct Backend {
    join: Join,
    is_required: bool,
    pub(crate) wait: Duration,
    startup: Duration,
    pub(crate) answer_timeout: Duration,
    pub(crate) edits: Option<ToolEdits>,
    pub(crate) is_same_era: bool,
}

/// Adds a server to a group under a name.
type Join = Box<dyn FnOnce(ClientsBuilder, &str) -> ClientsBuilder + Send>;

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backend")
            .field("is_required", &self.is_required)
            .field("wait", &self.wait)
            .finish_non_exhaustive()
    }
}

impl Backend {
    /// A server that is reached by what the function returns, which is called for each connection.
    pub fn new<C: Connect>(connect: impl Fn() -> C + Send + Sync + 'static) -> Self {
        Self::of(move |group, name| group.server(name, connect))
    }

    fn of(join: impl FnOnce(ClientsBuilder, &str) -> ClientsBuilder + Send + 'static) -> Self {
        Self {
            join: Box::new(join),
            is_required: false,
            wait: WAIT,
            startup: STARTUP,
            answer_timeout: ANSWER,
            edits: None,
            is_same_era: false,
        }
    }

    /// Makes the start of this server fail with the error of the server behind if that cannot be
    /// reached, instead of leaving it out.
    pub fn required(self) -> Self {
        Self { is_required: true, ..self }
    }

    /// Sets how long to wait for the server behind: when this server starts, and at each call. Three
    /// seconds by default.
    pub fn wait(self, limit: Duration) -> Self {
        Self { wait: limit, ..self }
    }

    /// Sets how long the server behind may take to start, with its first list, and how long this one
    /// waits for that if it is [required](Self::required): 30 seconds by default.
    pub fn startup(self, limit: Duration) -> Self {
        Self { startup: limit, ..self }
    }

    /// Sets how long a question of a server up to 2025-11-25 may keep other calls waiting that share
    /// its connection: it does not say which call it asks for. Then the call that asked fails. 30
    /// seconds by default.
    pub fn answer_timeout(self, limit: Duration) -> Self {
        Self { answer_timeout: limit, ..self }
    }

    /// Edits the tools of the server behind before they are offered, each time that their list
    /// changes. Names are those of the server behind.
    ///
    /// ```no_run
    /// use mcp_runtime::server;
    /// use mcp_runtime_client::HttpTransport;
    /// use mcp_runtime_relay::{Backend, Relay};
    ///
    /// fn main() -> mcp_runtime::Result<()> {
    ///     let github = || HttpTransport::new("https://api.githubcopilot.com/mcp/");
    ///     let github = Backend::new(github).tools(|tool| match tool.name() {
    ///         "create_issue" => tool.rename("report").fix("repo", "me/app").hide("labels"),
    ///         name if name.starts_with("delete_") => tool.remove(),
    ///         _ => tool,
    ///     });
    ///     server!().relay("github", github).run()
    /// }
    /// ```
    pub fn tools(self, edit: impl Fn(ToolEdit) -> ToolEdit + Send + Sync + 'static) -> Self {
        Self { edits: Some(ToolEdits::new(edit)), ..self }
    }

    /// Serves callers of revisions up to 2025-11-25 over connections in such a revision even if the
    /// server behind also speaks 2026-07-28: for a server that behaves differently there, such as one
    /// that sends requests to its client, which only these revisions allow.
    pub fn same_era(self) -> Self {
        Self { is_same_era: true, ..self }
    }

    /// Adds the server to a group.
    pub(crate) fn join(self, group: ClientsBuilder, name: &str) -> ClientsBuilder {
        let joined = (self.join)(group.startup(self.startup), name);
        if self.is_required { joined.required(name) } else { joined }
    }
}

/// What a server behind a relay can be given as: an [`HttpTransport`], a function that makes a
/// connection, such as `|| Stdio::spawn("mcp-files")`, a [server of a file](ConfigServer), or a
/// [`Backend`].
pub trait IntoBackend {
    /// Converts it.
    fn into_backend(self) -> Backend;
}

impl IntoBackend for Backend {
    fn into_backend(self) -> Backend {
        self
    }
}

impl IntoBackend for HttpTransport {
    fn into_backend(self) -> Backend {
        Backend::of(move |group, name| group.url(name, self))
    }
}

impl IntoBackend for ConfigServer {
    fn into_backend(self) -> Backend {
        Backend::of(move |group, name| group.entry(name, self))
    }
}

impl<C: Connect, F: Fn() -> C + Send + Sync + 'static> IntoBackend for F {
    fn into_backend(self) -> Backend {
        Backend::new(self)
    }
}
