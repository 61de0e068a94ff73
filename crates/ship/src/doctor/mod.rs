//! Starts a server as clients do, and reports why it does not work there.
//!
//! `run` starts a program, in the environment that `environment` has for each kind of client, and
//! records what it did; `program`, `stdio`, `copies` and `entries` judge that and the files of
//! clients, and `url` probes a server over HTTP. `checks` is the table of all checks.

mod binary;
mod checks;
mod copies;
mod entries;
mod environment;
mod program;
mod run;
mod stdio;
mod url;

use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use mcp_runtime_protocol::public_url::public_urls;

pub(crate) use checks::Check;
pub(crate) use entries::{EntriesOf, check_entries, check_started};
pub(crate) use program::{check_needs, check_program};
use run::ANSWER_TIMEOUT;
pub(crate) use stdio::{check_first, check_further, check_stdio};
pub(crate) use url::check_url;

/// The severity of a diagnosis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Ok,
    Info,
    Warning,
    Failure,
}

/// The result of a check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Diagnosis {
    #[serde(rename = "id")]
    pub(crate) check: Check,
    pub(crate) area: &'static str,
    pub(crate) state: Severity,
    /// What is wrong, in one sentence.
    pub(crate) what: String,
    /// What to do.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) todo: String,
    /// The entry that it is about, for `doctor --fix`.
    #[serde(skip)]
    pub(crate) fix: Option<Fix>,
}

/// An entry that can be rewritten.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fix {
    pub(crate) client: String,
    pub(crate) scope: String,
    pub(crate) entry: Value,
}

impl Diagnosis {
    /// Creates a diagnosis for a check of the table. People pass on what is said, so URLs are shown
    /// without what may be secret in them.
    pub(crate) fn new(check: Check, what: impl Into<String>, todo: impl Into<String>) -> Self {
        let row = check.row();
        let what = public_urls(&what.into());
        let todo = public_urls(&todo.into());
        Self { check, area: row.area, state: row.severity, what, todo, fix: None }
    }

    /// Whether `install` fixes it.
    pub(crate) fn is_fixed_by_install(&self) -> bool {
        self.check.row().is_fixed_by_install
    }

    /// Creates a diagnosis for a check that passed.
    pub(crate) fn passed(check: Check, what: impl Into<String>) -> Self {
        Self { state: Severity::Ok, ..Self::new(check, what, "") }
    }
}

/// A program that speaks MCP over its standard input and output.
#[derive(Clone, Debug)]
pub(crate) struct CheckedProgram {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
    /// The variables that clients are configured to set.
    pub(crate) env: Vec<(String, String)>,
    /// How many copies may run at once: more would only wait for each other.
    copies: Arc<Semaphore>,
    /// How long an answer may take.
    answer_timeout: Duration,
    /// How long the exit may take, after the input has ended.
    exit_timeout: Duration,
}

/// How many times as long as the first copy another one may take, which shares the machine.
const SLOWER: u32 = 4;

/// How many copies run at once, at most.
const MAX_COPIES: usize = 4;

impl CheckedProgram {
    pub(crate) fn new(program: PathBuf, args: Vec<String>, env: Vec<(String, String)>) -> Self {
        let max_copies = available_parallelism().map_or(1, usize::from).min(MAX_COPIES);
        let copies = Arc::new(Semaphore::new(max_copies));
        let answer_timeout = ANSWER_TIMEOUT;
        let exit_timeout = ANSWER_TIMEOUT;
        Self { program, args, env, copies, answer_timeout, exit_timeout }
    }

    /// Another program that is started beside this one.
    fn beside(&self, program: PathBuf, args: Vec<String>, env: Vec<(String, String)>) -> Self {
        Self { program, args, env, ..self.clone() }
    }

    fn one_at_a_time(&mut self) {
        self.copies = Arc::new(Semaphore::new(1));
    }

    /// Gives other copies the time that the first one took, and some more.
    fn as_slow_as(&mut self, first: Duration) {
        self.answer_timeout = self.answer_timeout.max(first * SLOWER);
    }

    /// Waits until a copy may be started. Others wait until the returned permit is dropped.
    async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.copies).acquire_owned().await.ok()
    }
}
