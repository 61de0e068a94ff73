//! The servers, and what each of them does not offer.

use mcp_runtime::Result;

use super::peer::{Era, Peer, Way};
use super::{fixture, reference};

/// A server of another implementation.
pub(super) struct Server {
    pub(super) name: &'static str,
    pub(super) program: String,
    /// What it has to be told to serve its standard input and output.
    pub(super) stdio: Vec<&'static str>,
    /// What it has to be told to listen on `{port}`, which is in `PORT` as well.
    pub(super) http: Vec<&'static str>,
    /// Whether it speaks 2026-07-28.
    pub(super) is_modern: bool,
    pub(super) suite: Suite,
    /// What it does not offer, and why.
    missing: &'static [KnownFailure],
}

/// An era, a check, and why it fails.
type KnownFailure = (Era, &'static str, &'static str);

impl Server {
    /// Why a check has to fail, if it has to.
    pub(super) fn missing(&self, way: Way, check: &str) -> Option<&'static str> {
        let mut missing = self.missing.iter();
        missing.find(|missing| (missing.0, missing.1) == (way.era, check)).map(|missing| missing.2)
    }
}

/// What a server is asked for.
pub(super) enum Suite {
    Fixture,
    Reference,
}

impl Suite {
    pub(super) fn checks(&self) -> &'static [&'static str] {
        match self {
            Self::Fixture => &fixture::CHECKS,
            Self::Reference => &reference::CHECKS,
        }
    }

    pub(super) async fn run(&self, check: &str, peer: &Peer) -> Result<()> {
        match self {
            Self::Fixture => fixture::run(check, peer).await,
            Self::Reference => reference::run(check, peer).await,
        }
    }
}

/// Its tasks, which it forgets by timers, keep the process for five minutes.
const REFERENCE: &[KnownFailure] = &[(Era::Legacy, "exit", TIMERS), (Era::Modern, "exit", TIMERS)];
const TIMERS: &str = "it ends with its last task";

/// No release of FastMCP lets a client subscribe to a resource.
const FASTMCP: &[KnownFailure] = &[
    (Era::Legacy, "subscribe", "it has no resources/subscribe"),
    (Era::Modern, "subscribe", "it has no subscriptions/listen"),
    (Era::Legacy, "task", MODERN_TASKS),
    (Era::Legacy, "task-cancel", MODERN_TASKS),
    (Era::Legacy, "task-unknown", MODERN_TASKS),
];

/// The official SDK leaves tasks to others.
const PYTHON: &[KnownFailure] = &[
    (Era::Legacy, "job", NO_TASKS),
    (Era::Legacy, "task", NO_TASKS),
    (Era::Legacy, "task-cancel", NO_TASKS),
    (Era::Legacy, "task-unknown", NO_TASKS),
    (Era::Modern, "job", NO_TASKS),
    (Era::Modern, "task", NO_TASKS),
    (Era::Modern, "task-cancel", NO_TASKS),
    (Era::Modern, "task-unknown", NO_TASKS),
];
const NO_TASKS: &str = "it has no tasks";

const RMCP: &[KnownFailure] = &[
    (Era::Legacy, "task", MODERN_TASKS),
    (Era::Legacy, "task-cancel", MODERN_TASKS),
    (Era::Legacy, "task-unknown", MODERN_TASKS),
];

/// Up to 2025-11-25 the tools of these servers run inside their calls.
const MODERN_TASKS: &str = "it has the tasks of 2026-07-28 alone";

/// All servers.
pub(super) fn servers(python: &str, rmcp: &str) -> Vec<Server> {
    let everything = "tests/interop/typescript/node_modules/.bin/mcp-server-everything";
    let sdk = "tests/interop/servers/python_sdk.py";
    let fastmcp = "tests/interop/servers/fast_mcp.py";
    vec![
        Server {
            name: "reference server",
            program: everything.to_owned(),
            stdio: vec!["stdio"],
            http: vec!["streamableHttp"],
            is_modern: false,
            suite: Suite::Reference,
            missing: REFERENCE,
        },
        Server {
            name: "Python SDK",
            program: python.to_owned(),
            stdio: vec![sdk, "stdio"],
            http: vec![sdk, "http", "{port}"],
            is_modern: true,
            suite: Suite::Fixture,
            missing: PYTHON,
        },
        Server {
            name: "FastMCP",
            program: python.to_owned(),
            stdio: vec![fastmcp, "stdio"],
            http: vec![fastmcp, "http", "{port}"],
            is_modern: true,
            suite: Suite::Fixture,
            missing: FASTMCP,
        },
        Server {
            name: "rmcp",
            program: rmcp.to_owned(),
            stdio: vec!["stdio"],
            http: vec!["http", "{port}"],
            is_modern: true,
            suite: Suite::Fixture,
            missing: RMCP,
        },
    ]
}
