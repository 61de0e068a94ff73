//! Starts a server as clients do, and says why it does not work there.
//!
//! `run` starts a program, in the surroundings that `surroundings` knows of each kind of client, and
//! writes down what it did; `program`, `stdio`, `copies` and `entries` judge that and the files of clients, and
//! `url` asks a server over HTTP. `checks` is the table of what is looked for.

mod binary;
mod checks;
mod copies;
mod entries;
mod program;
mod run;
mod stdio;
mod surroundings;
mod url;

use std::path::PathBuf;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use tokio::sync::{Mutex, OwnedMutexGuard};

pub(crate) use entries::{check_entries, check_started};
pub(crate) use program::{check_needs, check_program};
pub(crate) use stdio::check_stdio;
pub(crate) use url::check_url;

/// How bad something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Severity {
    Ok,
    Info,
    Warning,
    Failure,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Diagnosis {
    /// The check, by its place in the table.
    pub(crate) id: &'static str,
    pub(crate) area: &'static str,
    pub(crate) state: Severity,
    /// What is wrong, in one sentence.
    pub(crate) what: String,
    /// What to do.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) todo: String,
    /// The entry that it is about.
    #[serde(skip)]
    pub(crate) mend: Option<Mend>,
}

/// An entry that can be written anew.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mend {
    pub(crate) client: String,
    pub(crate) scope: String,
    pub(crate) entry: Value,
}

impl Diagnosis {
    /// Of a check of the table.
    pub(crate) fn new(id: &'static str, what: impl Into<String>, todo: impl Into<String>) -> Self {
        let check = checks::ALL.iter().find(|check| check.id == id);
        let (area, state) =
            check.map_or(("", Severity::Warning), |check| (check.area, check.state));
        Self { id, area, state, what: what.into(), todo: todo.into(), mend: None }
    }

    /// Whether `install` sets it right.
    pub(crate) fn is_mended_by_install(&self) -> bool {
        matches!(self.id, "C1" | "C2" | "C5" | "C6" | "C7" | "C17" | "C19")
    }

    /// That something is as it should be.
    pub(crate) fn passed(id: &'static str, what: impl Into<String>) -> Self {
        Self { state: Severity::Ok, ..Self::new(id, what, "") }
    }
}

/// A program that speaks MCP over its standard input and output.
#[derive(Clone, Debug)]
pub(crate) struct CheckedProgram {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
    /// What clients are configured to set.
    pub(crate) env: Vec<(String, String)>,
    /// Whose turn it is, where two copies cannot run at once.
    turns: Option<Arc<Mutex<()>>>,
}

impl CheckedProgram {
    pub(crate) fn new(program: PathBuf, args: Vec<String>, env: Vec<(String, String)>) -> Self {
        Self { program, args, env, turns: None }
    }

    fn one_at_a_time(&self) -> Self {
        Self { turns: Some(Arc::default()), ..self.clone() }
    }

    /// Waits until a copy may be started, which runs until what is returned is dropped.
    async fn turn(&self) -> Option<OwnedMutexGuard<()>> {
        Some(Arc::clone(self.turns.as_ref()?).lock_owned().await)
    }
}
