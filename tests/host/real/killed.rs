//! All servers are called while they are killed one after the other: nothing is lost but the calls of those that died, and
//! nothing runs twice.

use std::collections::HashMap;
use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use mcp_runtime_host::{CallError, CallOutcome, Clients, ServerState};
use rustix::process::{Signal, kill_process};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until, timeout};

use super::calls::{RealCall, Record, Subject, ids, records};
use super::{Real, processes};

/// How long it takes until the next one is killed: each lives for longer than the half minute that makes it healthy.
const PAUSE: Duration = Duration::from_millis(2500);

/// How long it takes at least until a server is called again.
const BETWEEN: Duration = Duration::from_millis(50);

/// How long it may take until the host knows that a server is dead.
const NOTICED: Duration = Duration::from_secs(1);

/// A call that was made.
struct Made {
    id: String,
    server: &'static str,
    began: Instant,
    ended: Instant,
    result: Result<(), CallError>,
}

/// Calls a server again and again until all is over.
async fn call(
    clients: Clients,
    subject: Arc<Subject>,
    at: usize,
    over: Arc<AtomicBool>,
) -> Vec<Made> {
    let mut made = Vec::new();
    while !over.load(Ordering::Relaxed) {
        let id = format!("call-{at}-{}", made.len());
        let RealCall { server, name, arguments, says } = subject.calls(&id).swap_remove(at);
        let began = Instant::now();
        let called = clients.call(&name, arguments).await;
        let result =
            called.map(|result| assert!(result.text().contains(&says), "{name}: {result:?}"));
        made.push(Made { id, server, began, ended: Instant::now(), result });
        sleep_until(began + BETWEEN).await;
    }
    made
}

/// Kills the servers in turn for this time; returns when which was killed.
async fn kill(real: &Real, time: Duration) -> Vec<(String, Instant)> {
    let file = fs::read_to_string(real.folder.join("mcp.json")).unwrap();
    let end = Instant::now() + time;
    let mut killed = Vec::new();
    for status in real.clients.status().iter().cycle() {
        if Instant::now() + PAUSE > end {
            break;
        }
        sleep(PAUSE).await;
        // What the entry of the file starts.
        let (_, entry) = file.split_once(&format!("\"{}\":", status.server)).unwrap();
        let (command, _) = entry.split_once("\"command\": \"").unwrap().1.split_once('"').unwrap();
        let program = command.rsplit('/').next().unwrap();
        let is_it = |command: &str| command.split([' ', '/']).any(|word| word == program);
        let processes = processes::of_ours();
        let (process, _) = processes.iter().find(|(_, command)| is_it(command)).unwrap();
        killed.push((status.server.clone(), Instant::now()));
        kill_process(*process, Signal::KILL).unwrap();
    }
    killed
}

/// How often each call has run at the servers that leave a record.
async fn ran(real: &Real) -> HashMap<&'static str, HashMap<String, usize>> {
    let mut all = HashMap::new();
    for (server, record) in records() {
        let text = match record {
            Record::File(file) => fs::read_to_string(real.folder.join("data").join(file)).unwrap(),
            Record::Rows(tool, arguments) => {
                real.clients.call(tool, arguments).await.unwrap().text()
            }
        };
        let mut ran = HashMap::new();
        for id in ids(&text) {
            *ran.entry(id.to_owned()).or_default() += 1;
        }
        all.insert(server, ran);
    }
    all
}

/// Whether a call has gone as it should, if its server was killed at these times.
fn check(made: &Made, killed: &[(String, Instant)], ran: Option<usize>) {
    let Made { id, server, began, ended, result } = made;
    let died =
        killed.iter().any(|(name, at)| name == server && *at <= *ended && *at + NOTICED >= *began);
    match result {
        Ok(()) => assert!(ran.is_none_or(|ran| ran == 1), "{id} of {server} ran {ran:?} times"),
        Err(error) => {
            assert_eq!(error.outcome(), CallOutcome::Unknown, "{id} of {server}: {error}");
            assert!(died, "{id} of {server}, which was not killed: {error}");
            assert!(ran.is_none_or(|ran| ran <= 1), "{id} of {server} ran {ran:?} times");
        }
    }
}

async fn all_ready(clients: &Clients) {
    while !clients.status().iter().all(|status| status.state == ServerState::Ready) {
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "`.ci/hosts` runs it"]
async fn nothing_is_lost_but_the_calls_of_those_that_died() {
    let seconds = std::env::var("REAL_SECONDS").unwrap_or_default().parse().unwrap_or(120);
    let real = Real::start().await;
    real.prepare().await;
    let before: Vec<_> = real.clients.tools().iter().cloned().collect();
    let subject = Arc::new(Subject::new(&real.folder).await);
    let over = Arc::<AtomicBool>::default();
    let mut callers = JoinSet::new();
    for at in 0..real.clients.status().len() {
        let clients = real.clients.clone();
        let subject = Arc::clone(&subject);
        callers.spawn(call(clients, subject, at, Arc::clone(&over)));
    }
    let killed = kill(&real, Duration::from_secs(seconds)).await;
    over.store(true, Ordering::Relaxed);
    let made: Vec<Made> = callers.join_all().await.into_iter().flatten().collect();
    timeout(super::UP, all_ready(&real.clients)).await.expect("all are back");

    let ran = ran(&real).await;
    for made in &made {
        let of_server = ran.get(made.server);
        check(made, &killed, of_server.map(|ran| ran.get(&made.id).copied().unwrap_or_default()));
    }
    let lost = made.iter().filter(|made| made.result.is_err()).count();
    let longest = made.iter().map(|made| made.ended - made.began).max().unwrap();
    println!(
        "{} calls, {} kills, {lost} calls lost, {longest:.1?} for the longest",
        made.len(),
        killed.len()
    );
    // A call of this one is always running, since it takes longer than what lies between two.
    let is_of_ledger = |made: &&Made| made.server == "ledger" && made.result.is_err();
    let died = killed.iter().filter(|(server, _)| server == "ledger").count();
    assert!(died == 0 || made.iter().any(|made| is_of_ledger(&made)), "no call was lost");
    assert_eq!(real.clients.tools().iter().cloned().collect::<Vec<_>>(), before);
    real.end().await;
}
