//! Two hundred clients of both eras, while the replicas are killed in turn: no answer is wrong, no task is lost,
//! nothing is done twice that is done once, and each call that fails says why.
//!
//! `SOAK_SECONDS=600 cargo test -p mcp-tests --test redis -- --ignored --nocapture replicas::soak`

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use mcp_runtime::protocol::{ProtocolVersion, TaskStatus};
use mcp_runtime::{Accepted, Error};
use mcp_runtime_client::{Client as McpClient, HttpTransport, Started};

use super::*;

const CLIENTS: usize = 200;
/// How often one of the replicas is killed.
const KILLED: Duration = Duration::from_secs(20);
/// How long a client thinks between two calls.
const THINKS: Duration = Duration::from_millis(700);

/// How a task says that its process was killed while it did something once.
const CUT_OFF: &str = "was started but did not finish; whether it had an effect is unknown";

/// What came of the calls.
#[derive(Default)]
struct Report {
    /// By kind of call: how many were answered, and how many failed.
    calls: BTreeMap<&'static str, (usize, usize)>,
    errors: BTreeMap<String, usize>,
    wrong: Vec<String>,
    /// What was said to be done, which was done once.
    done: Vec<String>,
    tasks: usize,
    times: Vec<Duration>,
}

/// A call has failed, and maybe its connection.
struct CallFailure {
    is_closed: bool,
}

/// One of the clients.
struct Caller {
    name: String,
    url: String,
    version: Option<ProtocolVersion>,
    report: Arc<Mutex<Report>>,
}

impl Caller {
    async fn connect(&self) -> Result<McpClient, Error> {
        let yes = |_| async { Ok(Accepted(json!({ "sure": true }))) };
        let builder =
            McpClient::builder("soak", "1").on_elicit(yes).tasks().timeout(Duration::from_secs(30));
        let client = self.version.into_iter().fold(builder, |client, of| client.version(of));
        client.connect(HttpTransport::new(&self.url).header("User", &self.name)).await
    }

    /// Calls until the time is over.
    async fn work(self, until: Instant) {
        let mut client = None;
        for number in 0.. {
            if Instant::now() > until {
                break;
            }
            if client.is_none() {
                client = self.note("connect", self.connect().await, |_| true);
            }
            let Some(connected) = &client else {
                sleep(THINKS).await;
                continue;
            };
            let key = format!("{}/{number}", self.name);
            if self.call(connected, number, &key).await.is_err_and(|failed| failed.is_closed) {
                client = None;
            }
            sleep(THINKS).await;
        }
        if let Some(client) = client {
            client.close().await;
        }
    }

    async fn call(&self, client: &McpClient, number: usize, key: &str) -> Result<(), CallFailure> {
        let user = &self.name;
        let begun = Instant::now();
        let called = match number % 6 {
            0..2 => {
                let said = client.call::<String>("echo", json!({ "text": key })).await;
                let right = format!("{key} for {user}");
                self.outcome("echo", said, |said| *said == right)
            }
            // Long enough for some to run wherever a replica is killed.
            2 => {
                let said = client.call::<String>("tell", ()).await;
                self.outcome("tell", said, |said| said == "told")
            }
            3 => {
                let said = client.call::<String>("confirm", json!({ "key": key })).await;
                let right = format!("{key} true for {user}");
                self.once("confirm", key, said, |said| *said == right)
            }
            4 => self.task(client, "work", key, json!({ "key": key, "ms": 2000 })).await,
            _ => {
                let said = client.call::<String>("book", json!({ "key": key })).await;
                let right = format!("{key} true for {user}, attempt ");
                self.once("book", key, said, |said| said.starts_with(&right))
            }
        };
        if called.is_ok() {
            self.report.lock().unwrap().times.push(begun.elapsed());
        }
        called
    }

    /// Starts a task, and looks for its end, however often nobody can be asked: it is not lost.
    async fn task(
        &self,
        client: &McpClient,
        tool: &'static str,
        key: &str,
        arguments: Value,
    ) -> Result<(), CallFailure> {
        let id = match client.start(tool, arguments).await {
            Ok(Started::Task(task)) => task.leave(),
            // A replica that keeps as many tasks as it may has run it at once.
            Ok(Started::Done(result)) => {
                let right = format!("{key} for {}", self.name);
                return self.once(tool, key, Ok(result.text()), |said| *said == right);
            }
            Ok(other) => return self.outcome(tool, Ok(format!("{other:?}")), |_| false),
            Err(error) => return self.outcome(tool, Err(error), |_| true),
        };
        self.report.lock().unwrap().tasks += 1;
        let task = client.task(id);
        let since = Instant::now();
        let mut last = None;
        while since.elapsed() < Duration::from_secs(60) {
            match task.status().await {
                Ok(seen) if seen.status == TaskStatus::Completed => break,
                seen => last = Some(format!("{seen:?}")),
            }
            sleep(Duration::from_millis(500)).await;
        }
        let mut result = task.result().await;
        for _ in 0..5 {
            if result.is_err() {
                sleep(Duration::from_secs(1)).await;
                result = task.result().await;
            }
        }
        let right = format!("{key} for {}", self.name);
        let said = match result {
            // Killed between the two ends of what is done once: nobody knows, and the task says so.
            Ok(result) if result.text().ends_with(CUT_OFF) => {
                return self.outcome(tool, Err(Error::other(result.text())), |_| false);
            }
            Ok(result) => result.text(),
            Err(error) => format!("lost: {error}, {last:?}"),
        };
        self.once(tool, key, Ok(said), |said| *said == right)
    }

    /// Notes a call whose handler does something once.
    fn once(
        &self,
        kind: &'static str,
        key: &str,
        outcome: Result<String, Error>,
        is_right: impl Fn(&String) -> bool,
    ) -> Result<(), CallFailure> {
        let noted = self.outcome(kind, outcome, is_right);
        if noted.is_ok() {
            self.report.lock().unwrap().done.push(format!("once {key}"));
        }
        noted
    }

    fn outcome(
        &self,
        kind: &'static str,
        outcome: Result<String, Error>,
        is_right: impl Fn(&String) -> bool,
    ) -> Result<(), CallFailure> {
        let is_closed = outcome.as_ref().is_err_and(Error::is_closed);
        self.note(kind, outcome, is_right).map(drop).ok_or(CallFailure { is_closed })
    }

    fn note<T: std::fmt::Debug>(
        &self,
        kind: &'static str,
        outcome: Result<T, Error>,
        is_right: impl Fn(&T) -> bool,
    ) -> Option<T> {
        let report = &mut *self.report.lock().unwrap();
        let counts = report.calls.entry(kind).or_default();
        match outcome {
            Ok(said) => {
                counts.0 += 1;
                if !is_right(&said) {
                    report.wrong.push(format!("{kind} of {}: {said:?}", self.name));
                }
                Some(said)
            }
            Err(error) => {
                counts.1 += 1;
                // Without what differs from call to call.
                let text = error.to_string().split(" \"").next().unwrap_or_default().to_owned();
                *report.errors.entry(format!("{kind}: {text}")).or_default() += 1;
                None
            }
        }
    }
}

/// Kills the replica each time that was seen first, and counts.
async fn kill_in_turn(url: &str, until: Instant) -> usize {
    let mut killed = 0;
    let mut running = Vec::<u32>::new();
    while Instant::now() + KILLED < until {
        sleep(KILLED).await;
        let Ok(client) = McpClient::builder("killer", "1").connect(HttpTransport::new(url)).await
        else {
            continue;
        };
        let mut seen = BTreeSet::new();
        for _ in 0..6 {
            seen.extend(client.call::<u32>("process", ()).await.ok());
        }
        client.close().await;
        running.retain(|process| seen.contains(process));
        running.extend(
            seen.iter().filter(|process| !running.contains(process)).copied().collect::<Vec<_>>(),
        );
        if let Some(first) = running.first() {
            kill(&first.to_string()).await;
            killed += 1;
        }
    }
    killed
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "needs redis-server and haproxy, and all of the machine for SOAK_SECONDS (60)"]
async fn nothing_is_lost_while_replicas_are_killed() {
    let seconds = std::env::var("SOAK_SECONDS").map_or(60, |seconds| seconds.parse().unwrap());
    let replicas = Replicas::start().await;
    let url = format!("http://{}/mcp", replicas.client.0);
    let until = Instant::now() + Duration::from_secs(seconds);
    let report = Arc::<Mutex<Report>>::default();
    let callers: Vec<_> = (0..CLIENTS)
        .map(|number| {
            let version = (number % 2 == 0).then_some(ProtocolVersion::LATEST_LEGACY);
            let name = format!("user-{number:03}");
            let caller = Caller { name, url: url.clone(), version, report: Arc::clone(&report) };
            tokio::spawn(caller.work(until))
        })
        .collect();
    let killed = kill_in_turn(&url, until).await;
    for caller in callers {
        caller.await.unwrap();
    }
    let mut report = std::mem::take(&mut *report.lock().unwrap());
    let notes = std::fs::read_to_string(&replicas.notes).unwrap();
    let mut times = BTreeMap::<&str, usize>::new();
    for line in notes.lines().filter(|line| !line.starts_with("started")) {
        *times.entry(line).or_default() += 1;
    }
    let twice: Vec<_> = times.iter().filter(|(_, times)| **times > 1).collect();
    let never: Vec<_> = report.done.iter().filter(|key| !times.contains_key(&***key)).collect();
    report.times.sort();
    let at = |share: usize| report.times.get(report.times.len() * share / 100);
    println!("{CLIENTS} clients, {seconds} s, {killed} replicas killed, {} tasks", report.tasks);
    println!("calls, answered and failed: {:#?}", report.calls);
    println!("errors: {:#?}", report.errors);
    println!("half of the calls took {:?}, 99 % at most {:?}", at(50), at(99));
    println!("wrong: {:#?}\ntwice: {twice:#?}\nnever: {never:#?}", report.wrong);
    assert!(report.wrong.is_empty() && twice.is_empty() && never.is_empty());
    let silent = report.errors.keys().filter(|error| error.ends_with(": "));
    assert_eq!(silent.count(), 0, "each error says what is wrong");
    assert!(report.calls.values().all(|(answered, _)| *answered > 0));
}
