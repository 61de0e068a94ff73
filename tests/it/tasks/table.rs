//! The cases that are messages, over pipes and HTTP.

use mcp_runtime::{Server, server};
use serde_json::{Value, json};

use mcp_test_support::fits::{Bound, fits};

use super::cases::{Case, cases, filled};
use super::talk::{Era, Talk};
use super::{jobs, tasks};

/// What is there before a case begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    Nothing,
    /// The server has no tools that become tasks.
    NoTasks,
    Running,
    /// It runs for another moment.
    Ending,
    Done,
    ToolFailed,
    ProtocolFailed,
    Panicked,
    Cancelled,
    /// `confirm_delete` has asked.
    Asked,
    /// A task of the legacy client, which the modern one asks for.
    DoneLegacy,
}

use Before::{
    Asked, Cancelled, Done, DoneLegacy, Ending, NoTasks, Nothing, Panicked, ProtocolFailed,
    Running, ToolFailed,
};

/// Over what a case is run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Over {
    Both,
    Pipes,
    Http,
}

use Over::{Both, Http, Pipes};

pub(super) const TABLE: &[(&str, Before, Over)] = &[
    ("N01", Nothing, Both),
    ("N02", NoTasks, Both),
    ("N03", Nothing, Pipes),
    ("N04", Nothing, Http),
    ("N05", Nothing, Both),
    ("N06", Nothing, Both),
    ("N07", Nothing, Both),
    ("N08", Nothing, Both),
    ("N09", Nothing, Both),
    ("N10", Nothing, Both),
    ("N11", Nothing, Both),
    ("N12", Nothing, Both),
    ("N13", Nothing, Both),
    ("N14", Nothing, Both),
    ("N15", Nothing, Both),
    ("N16", Nothing, Both),
    ("N17", NoTasks, Both),
    ("C01", Nothing, Both),
    ("C02", Nothing, Both),
    ("C05", Nothing, Both),
    ("C06", Nothing, Both),
    ("C07", Nothing, Both),
    ("C08", Nothing, Both),
    ("C09", Nothing, Both),
    ("C10", Nothing, Both),
    ("C11", Nothing, Both),
    ("C12", Nothing, Both),
    ("C13", Nothing, Both),
    ("C14", Nothing, Both),
    ("C15", Nothing, Both),
    ("C18", Nothing, Both),
    ("C19", Nothing, Both),
    ("G01", Running, Both),
    ("G02", Done, Both),
    ("G03", ToolFailed, Both),
    ("G04", ProtocolFailed, Both),
    ("G05", Panicked, Both),
    ("G06", Nothing, Both),
    // Over HTTP the header that is missing is what is told of.
    ("G07", Nothing, Pipes),
    ("G08", Running, Both),
    ("R01", Ending, Both),
    ("R02", Done, Both),
    ("R03", ToolFailed, Both),
    ("R04", ProtocolFailed, Both),
    ("R05", Cancelled, Both),
    ("R11", Nothing, Both),
    ("X01", Running, Both),
    ("X02", Done, Both),
    ("X03", Nothing, Both),
    ("X04", Running, Both),
    ("X05", Done, Both),
    ("L02", Nothing, Pipes),
    ("L04", Nothing, Http),
    ("I01", Nothing, Both),
    ("I02", Asked, Both),
    ("I04", Asked, Both),
    ("I06", Done, Both),
    ("I08", Asked, Both),
    ("I09", Asked, Both),
    ("T04", Nothing, Both),
    ("W02", Running, Both),
    ("W04", DoneLegacy, Pipes),
];

#[tokio::test(start_paused = true)]
async fn the_cases_that_are_messages_hold_over_pipes() {
    let over = |of: Over| of != Http;
    run_all(over, async |server, version| Talk::pipes_of(&server, version).await).await;
}

#[tokio::test]
async fn the_cases_that_are_messages_hold_over_http() {
    let over = |of: Over| of != Pipes;
    run_all(over, async |server, version| Talk::http_of(&server, version).await).await;
}

async fn run_all(over: impl Fn(Over) -> bool, open: impl AsyncFn(Server, &str) -> Talk) {
    let cases = cases();
    let mut wrong = Vec::new();
    for (id, before, _) in TABLE.iter().filter(|(_, _, of)| over(*of)) {
        let case = cases.iter().find(|case| case.id == *id).unwrap();
        let server = match before {
            NoTasks => server!().handlers(NoJobs),
            _ => jobs().0.tasks(tasks()),
        };
        let version = if case.era == "older" { "2025-06-18" } else { "2025-11-25" };
        let mut talk = open(server.build().unwrap(), version).await;
        if let Err(why) = run(&mut talk, case, *before).await {
            wrong.push(format!("{id}: {why}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

struct NoJobs;

#[mcp_runtime::handlers]
impl NoJobs {
    /// Nothing that takes time.
    #[mcp_runtime::tool]
    fn greet(&self) -> &'static str {
        "Hello!"
    }
}

/// Runs a case; says why it does not hold.
async fn run(talk: &mut Talk, case: &Case, before: Before) -> Result<(), String> {
    let mut bound = Bound::new();
    let era = if case.era == "modern" { Era::Modern } else { Era::Legacy };
    prepare(talk, era, before, &mut bound).await;
    for (message, expected) in case.steps() {
        let is_modern = message["params"]["_meta"].is_string();
        let era = if is_modern { Era::Modern } else { Era::Legacy };
        let mut params = filled(&message["params"], &bound);
        if talk.is_http() && params["seconds"].is_number() {
            params["seconds"] = json!(0.05);
        }
        let method = message["method"].as_str().unwrap();
        let answer = talk.request(era, method, params).await;
        fits(&answer, expected, &mut bound).map_err(|why| format!("{why}\n  in {answer}"))?;
        let result = &answer["result"];
        for id in [&result["taskId"], &result["task"]["taskId"]] {
            if id.is_string() {
                bound.insert("taskId".to_owned(), id.clone());
            }
        }
        if result["resultType"] == "task" || result["task"]["taskId"].is_string() {
            settle(talk, era, message, &bound).await;
        }
        if let Some(state) = result.get("requestState") {
            bound.insert("requestState".to_owned(), state.clone());
            let mut keys = result["inputRequests"].as_object().unwrap().keys();
            bound.insert("key".to_owned(), keys.next_back().unwrap().as_str().into());
        }
    }
    Ok(())
}

/// Of a task that asks, lets it come to that.
async fn settle(talk: &mut Talk, era: Era, message: &Value, bound: &Bound) {
    if message["params"]["name"] == "confirm_delete" {
        talk.until(era, bound["taskId"].as_str().unwrap(), "input_required").await;
    }
}

async fn prepare(talk: &mut Talk, era: Era, before: Before, bound: &mut Bound) {
    let seconds = |seconds: f64| json!({ "seconds": seconds });
    let is_modern = era == Era::Modern;
    let id = match before {
        Nothing | NoTasks => return,
        Running | Ending => {
            let time = match before {
                // Whatever else the machine does.
                Running => 60.0,
                _ if talk.is_http() => 0.3,
                _ => 1.0,
            };
            let id = talk.task(era, "slow_compute", seconds(time)).await;
            talk.until(era, &id, "working").await;
            id
        }
        Done => {
            let id = talk.task(era, "slow_compute", seconds(0.0)).await;
            talk.until(era, &id, "completed").await;
            id
        }
        DoneLegacy => {
            let id = talk.task(Era::Legacy, "slow_compute", seconds(0.0)).await;
            talk.until(Era::Legacy, &id, "completed").await;
            id
        }
        ToolFailed => {
            let id = talk.task(era, "failing_job", json!({})).await;
            talk.until(era, &id, if is_modern { "completed" } else { "failed" }).await;
            id
        }
        ProtocolFailed => {
            let id = talk.task(era, "protocol_error_job", json!({})).await;
            talk.until(era, &id, "failed").await;
            id
        }
        Panicked => {
            let id = talk.task(era, "panicking_job", json!({})).await;
            talk.until(era, &id, "completed").await;
            id
        }
        Cancelled => {
            let id = talk.task(era, "slow_compute", seconds(1.0)).await;
            talk.of_task(era, "tasks/cancel", &id).await;
            talk.until(era, &id, "cancelled").await;
            id
        }
        Asked => {
            let id = talk.task(era, "confirm_delete", json!({ "filename": "a" })).await;
            let task = talk.until(era, &id, "input_required").await;
            let key = task["inputRequests"].as_object().unwrap().keys().next().unwrap();
            bound.insert("key".to_owned(), key.as_str().into());
            id
        }
    };
    bound.insert("taskId".to_owned(), id.into());
}
