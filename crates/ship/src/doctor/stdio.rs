//! The program as clients start it, over its standard input and output.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::copies::second_copy;
use super::environment::StartEnvironment;
use super::run::{ANSWER_TIMEOUT, LEAVE_TIMEOUT, Leave, Ran, run};
use super::{Check, CheckedProgram, Diagnosis, binary};
use crate::clients::Passes;
use mcp_runtime_protocol::{Method, ProtocolVersion};

/// The time after which people notice; Copilot CLI waits even less for the response to its probe.
const SLOW_ANSWER_TIME: Duration = Duration::from_secs(1);

/// The size of standard error at which some clients on Windows stop reading it.
const LARGE_STDERR_BYTES: usize = 64 * 1024;

/// Starts the program as clients do. Returns what it lists, for further checks.
pub(crate) async fn check_stdio(
    mut checked: CheckedProgram,
    found: &mut Vec<Diagnosis>,
) -> Vec<Value> {
    let Some(lists) = check_first(&mut checked, found).await else { return Vec::new() };
    check_further(&checked, found).await;
    lists
}

/// Starts the program, and then two copies of it, and remembers how fast it is. Returns what it
/// lists; `None` if it does not answer.
pub(crate) async fn check_first(
    checked: &mut CheckedProgram,
    found: &mut Vec<Diagnosis>,
) -> Option<Vec<Value>> {
    let usual = StartEnvironment::of(Passes::All, &checked.env);
    let first = run(checked, &usual, &session(newest_session()), Leave::EndInput).await;
    if !first.answered() {
        found.push(unanswered(&checked.program, &first));
        return None;
    }
    judge_usual(&first, found);
    checked.as_slow_as(first.first.unwrap_or_default());
    if first.status.is_none() {
        checked.exit_timeout = LEAVE_TIMEOUT;
    }
    let second = second_copy(checked, &usual, &hello()).await;
    if second.is_some() {
        // If two copies cannot run at once, only that is reported.
        checked.one_at_a_time();
    }
    found.extend(second);
    let answers = first.answers.into_iter().flatten();
    Some(answers.filter_map(|answer| answer.get("result").cloned()).collect())
}

/// Starts the program in other ways than the usual one.
pub(crate) async fn check_further(checked: &CheckedProgram, found: &mut Vec<Diagnosis>) {
    let usual = StartEnvironment::of(Passes::All, &checked.env);
    let (versions, elsewhere, habits) =
        tokio::join!(versions(checked, &usual), elsewhere(checked), habits(checked, &usual));
    found.extend(versions);
    found.extend(elsewhere);
    found.extend(habits);
}

fn unanswered(program: &Path, ran: &Ran) -> Diagnosis {
    let reason = ran.reason();
    let todo =
        "start it in a terminal as the client does; what it writes to standard error says why";
    if let Some(foreign) = binary::foreign(program, ran) {
        return foreign;
    }
    match (&ran.unstarted, ran.status.filter(|_| ran.ended_early)) {
        (Some(_), _) => Diagnosis::new(
            Check::NotStarted,
            format!("The program cannot be started: {reason}"),
            "check the path, and that the file is executable",
        ),
        (None, Some(status)) => Diagnosis::new(
            Check::NotStarted,
            format!("The program exits immediately ({status}): {reason}"),
            todo,
        ),
        (None, None) => {
            let text =
                ran.text.as_ref().map(|(_, text)| format!("; standard output says {text:?}"));
            let what = format!(
                "No answer to `initialize` within {} s; standard error says: {reason}{}",
                ANSWER_TIMEOUT.as_secs(),
                text.unwrap_or_default()
            );
            Diagnosis::new(Check::NoAnswer, what, "respond to `initialize` before doing slow work")
        }
    }
}

fn judge_usual(ran: &Ran, found: &mut Vec<Diagnosis>) {
    let before = found.len();
    if let Some((line, text)) = &ran.text {
        let what = format!("Line {line} of standard output is not a JSON-RPC message: {text:?}");
        found.push(Diagnosis::new(
            Check::TextOnStdout,
            what,
            "something writes to standard output before `run`; write to standard error",
        ));
    }
    let took = ran.first.unwrap_or_default();
    if took > SLOW_ANSWER_TIME {
        let what = format!(
            "The first response took {} ms; Copilot CLI waits 600, Gemini CLI 5000",
            took.as_millis()
        );
        found.push(Diagnosis::new(
            Check::SlowStart,
            what,
            "open connections in the first call, not at startup",
        ));
    }
    if ran.stderr.len() > LARGE_STDERR_BYTES {
        let what = format!(
            "It writes {} KB to standard error in a session in which nothing is called",
            ran.stderr.len() / 1024
        );
        found.push(Diagnosis::new(
            Check::LongStderr,
            what,
            "log less: otherwise some clients on Windows hang",
        ));
    }
    if ran.stderr.contains("\u{1b}[") {
        found.push(Diagnosis::new(
            Check::ColouredLog,
            "Standard error has colour codes although it is not a terminal",
            "write colours only to terminals",
        ));
    }
    found.extend(judge_end(ran));
    if found.len() == before {
        let what = format!(
            "answers `initialize` in {} ms, writes nothing but messages, and exits when its \
             input ends",
            took.as_millis()
        );
        found.push(Diagnosis::passed(Check::NoAnswer, what));
    }
}

/// What is wrong with how the program ended, if anything is.
fn judge_end(ran: &Ran) -> Option<Diagnosis> {
    match ran.status {
        None => {
            let what =
                format!("Still running {} s after its input ended", ANSWER_TIMEOUT.as_secs());
            let advice =
                "when `run` returns, stop remaining threads and tasks, or do not wait for them";
            Some(Diagnosis::new(Check::OutlivesInput, what, advice))
        }
        Some(status) if !status.success() => {
            let what = format!(
                "It exits with {status} when the client disconnects; clients show that as a crash"
            );
            Some(Diagnosis::new(Check::ExitStatus, what, "exit with status 0 when the input ends"))
        }
        Some(_) => None,
    }
}

/// Checks the first messages of older and newer clients.
async fn versions(checked: &CheckedProgram, usual: &StartEnvironment) -> Vec<Diagnosis> {
    let mut found = Vec::new();
    let mut asked = JoinSet::new();
    for version in sessions() {
        let checked = checked.clone();
        let usual = usual.clone();
        asked.spawn(async move {
            (version, run(&checked, &usual, &[initialize(version)], Leave::EndInput).await)
        });
    }
    for (version, ran) in asked.join_all().await {
        if !ran.answered() {
            let what = format!("No answer to `initialize` of {version}: {}", ran.reason());
            found.push(Diagnosis::new(
                Check::NoAnswer,
                what,
                "respond with a version that the server supports",
            ));
        }
    }
    let probe = request(1, Method::Discover.name(), json!({ "_meta": {} }));
    let ran = run(checked, usual, &[probe, initialize(newest_session())], Leave::EndInput).await;
    if !ran.answered() {
        let what = format!(
            "It stops responding after `{}`, which newer clients send first: {}",
            Method::Discover.name(),
            ran.reason()
        );
        found.push(Diagnosis::new(
            Check::StopsAtDiscover,
            what,
            "answer unknown methods with the error -32601, and continue",
        ));
    }
    found
}

/// Checks the environments, other than a shell, in which clients start it.
async fn elsewhere(checked: &CheckedProgram) -> Vec<Diagnosis> {
    let all = StartEnvironment::of(Passes::All, &checked.env);
    let frames = [initialize(newest_session())];
    let ask = |environment: StartEnvironment| {
        let frames = &frames;
        async move { run(checked, &environment, frames, Leave::EndInput).await }
    };
    let (root, homeless, codex, gemini, desktop) = tokio::join!(
        ask(all.clone().in_root()),
        ask(all.without("HOME")),
        ask(StartEnvironment::of(Passes::Codex, &checked.env)),
        ask(StartEnvironment::of(Passes::Gemini, &checked.env)),
        ask(StartEnvironment::of(Passes::Desktop, &checked.env)),
    );
    let mut found = Vec::new();
    let directory_todo = "take directories from arguments or from the environment";
    if !root.answered() {
        let what = format!(
            "It fails in the directory `/`, where desktop apps start servers: {}",
            root.reason()
        );
        found.push(Diagnosis::new(Check::NeedsDirectory, what, directory_todo));
    }
    if !homeless.answered() {
        let what = format!("It needs HOME: {}", homeless.reason());
        found.push(Diagnosis::new(
            Check::NeedsHome,
            what,
            "do not require HOME: in containers, it is not set",
        ));
    }
    let todo = "declare what the server needs with `.needs(Env::new(..))`: `install` writes it \
                into the entries";
    for (client, ran) in [("Codex", codex), ("Gemini CLI", gemini)] {
        if !ran.answered() {
            let what = format!(
                "It fails with the variables that {client} gives to servers: {}",
                ran.reason()
            );
            found.push(Diagnosis::new(Check::VariableNotPassedOn, what, todo));
        }
    }
    if !desktop.answered() && root.answered() {
        let what =
            format!("It fails with the variables of a desktop session: {}", desktop.reason());
        found.push(Diagnosis::new(Check::VariableNotPassedOn, what, todo));
    }
    found
}

/// Checks what clients do besides sending requests.
async fn habits(checked: &CheckedProgram, usual: &StartEnvironment) -> Vec<Diagnosis> {
    let hello = [initialize(newest_session())];
    let windows = [format!("{}\r", initialize(newest_session()))];
    let (asked, windows) = tokio::join!(
        run(checked, usual, &hello, Leave::Terminate),
        run(checked, usual, &windows, Leave::EndInput),
    );
    let mut found = Vec::new();
    if cfg!(unix) && asked.answered() && asked.status.is_none() {
        let what = format!("It does not exit within {} s of SIGTERM", ANSWER_TIMEOUT.as_secs());
        found.push(Diagnosis::new(Check::IgnoresSigterm, what, "exit on SIGTERM"));
    }
    if !windows.answered() {
        let what = format!("It does not accept Windows line endings (CRLF): {}", windows.reason());
        found.push(Diagnosis::new(Check::WindowsLineEndings, what, "read `\\r\\n` as `\\n`"));
    }
    found
}

/// The revisions whose clients send `initialize`.
fn sessions() -> impl Iterator<Item = ProtocolVersion> {
    ProtocolVersion::ALL.iter().copied().filter(|version| !version.has_capability_errors())
}

fn newest_session() -> ProtocolVersion {
    sessions().last().unwrap_or(ProtocolVersion::LATEST)
}

/// The messages of a client that initializes and then lists the tools.
fn session(version: ProtocolVersion) -> Vec<String> {
    let lists =
        [Method::ListTools].iter().zip(2..).map(|(list, id)| request(id, list.name(), json!({})));
    let initialized = json!({"jsonrpc": "2.0", "method": "notifications/initialized"}).to_string();
    [initialize(version), initialized].into_iter().chain(lists).collect()
}

/// The first message of the newest of them.
pub(super) fn hello() -> String {
    initialize(newest_session())
}

fn initialize(version: ProtocolVersion) -> String {
    let client = json!({"name": "doctor", "version": env!("CARGO_PKG_VERSION")});
    let params =
        json!({"protocolVersion": version.as_str(), "capabilities": {}, "clientInfo": client});
    request(1, Method::Initialize.name(), params)
}

#[expect(clippy::needless_pass_by_value, reason = "a literal of JSON")]
fn request(id: u64, method: &str, params: Value) -> String {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string()
}
