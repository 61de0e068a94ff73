//! What goes wrong with processes whose tasks are in Redis, and with Redis beneath them.

use std::sync::atomic::{AtomicU32, Ordering};

use mcp_test_support::peer::{Peer, modern};

use super::*;
use crate::network::{Network, Weather};
use crate::server::RedisServer;

/// Replicas of a server, each a process of its own.
pub(super) struct Replica {
    peer: Peer,
    process: Process,
    done: PathBuf,
}

/// A folder for what replicas note.
pub(super) fn fresh() -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("redis-{}-{count}", std::process::id());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(path.with_extension("done"));
    path
}

impl Replica {
    pub(super) fn start(folder: &Path, url: &str) -> Self {
        Self::run(folder, DURABLE, &[folder.to_str().unwrap(), "--redis", url])
    }

    /// Runs a program that is one.
    pub(super) fn run(folder: &Path, program: &str, options: &[&str]) -> Self {
        let (peer, process) = Peer::spawn_with(program, options);
        Self { peer, process, done: folder.with_extension("done") }
    }

    /// Several that share a server of Redis, and what they note.
    pub(super) fn of<const N: usize>(server: &RedisServer) -> [Self; N] {
        let folder = fresh();
        std::array::from_fn(|_| Self::start(&folder, &server.url()))
    }

    /// Sends a request, and does not wait for its answer.
    async fn send(&mut self, method: &str, mut params: Value) -> Value {
        let capabilities = json!({
            "elicitation": { "form": {} },
            "extensions": { "io.modelcontextprotocol/tasks": {} },
        });
        params["_meta"] = json!({ "io.modelcontextprotocol/clientCapabilities": capabilities });
        self.peer.start(method, modern(params)).await.into()
    }

    pub(super) async fn start_call(&mut self, tool: &str) {
        self.send("tools/call", json!({ "name": tool, "arguments": {} })).await;
    }

    pub(super) async fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params).await;
        loop {
            let message = self.peer.receive().await;
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    async fn call(&mut self, tool: &str) -> Value {
        self.request("tools/call", json!({ "name": tool, "arguments": {} })).await
    }

    pub(super) async fn task(&mut self, tool: &str) -> String {
        let made = self.call(tool).await;
        made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
    }

    pub(super) async fn about(&mut self, method: &str, id: &str) -> Value {
        self.request(method, json!({ "taskId": id })).await
    }

    /// Looks until a task is so.
    pub(super) async fn until(&mut self, id: &str, status: &str) -> Value {
        let reached = async {
            loop {
                let mut task = self.about("tasks/get", id).await;
                if task["result"]["status"] == status {
                    return task["result"].take();
                }
                let is_over = ["completed", "failed", "cancelled"]
                    .iter()
                    .any(|over| task["result"]["status"] == *over);
                assert!(!is_over, "{task} is not {status}");
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(TIMEOUT, reached).await.unwrap_or_else(|_| panic!("{id} is not {status}"))
    }

    /// Says yes to what a task asks.
    async fn answer(&mut self, id: &str, task: &Value) {
        let asked = task["inputRequests"].as_object().unwrap();
        let yes = json!({ "action": "accept", "content": { "sure": true } });
        let answers: Value = asked.keys().map(|key| (key.clone(), yes.clone())).collect();
        let params = json!({ "taskId": id, "inputResponses": answers });
        let answer = self.request("tasks/update", params).await;
        assert!(answer.get("error").is_none(), "{answer}");
    }

    /// Says yes to both questions of a task that resumes, whichever replica runs it.
    async fn answer_both(&mut self, id: &str) {
        for answers in 1..=2 {
            let task = self.until(id, "input_required").await;
            self.answer(id, &task).await;
            if answers == 1 {
                self.until_done("answered", 1).await;
            }
        }
    }

    /// So many tasks that wait for an answer, and are run again where this process dies.
    async fn waiting_tasks(&mut self, count: usize) -> Vec<String> {
        let mut ids = Vec::new();
        for _ in 0..count {
            ids.push(self.task("resumes").await);
        }
        // One that is killed within its `once` ends with an error instead.
        for id in &ids {
            self.until(id, "input_required").await;
        }
        ids
    }

    /// How often something was done, by whichever replica.
    pub(super) fn done(&self, what: &str) -> usize {
        let done = std::fs::read_to_string(&self.done).unwrap_or_default();
        done.lines().filter(|line| *line == what).count()
    }

    pub(super) async fn until_done(&self, what: &str, times: usize) {
        let reached = async {
            while self.done(what) < times {
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(TIMEOUT, reached).await.unwrap_or_else(|_| panic!("{what} is not done"));
    }

    pub(super) async fn kill(&mut self) {
        self.process.kill().await;
    }
}

pub(super) fn code(answer: &Value) -> i64 {
    answer["error"]["code"].as_i64().unwrap_or_else(|| panic!("{answer}"))
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f04_a_task_of_a_killed_process_has_failed_for_the_others() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("plain").await;
    a.until_done("plain", 1).await;
    a.kill().await;
    let task = b.until(&id, "failed").await;
    assert!(task["error"]["message"].as_str().unwrap().contains("stopped"), "{task}");
    assert_eq!(b.done("plain"), 1);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f05_f10_a_task_of_a_killed_process_goes_on_at_another_one_with_its_answers() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("resumes").await;
    let task = b.until(&id, "input_required").await;
    a.kill().await;
    // Nobody runs it at this moment.
    b.answer(&id, &task).await;
    b.until_done("answered", 1).await;
    let task = b.until(&id, "input_required").await;
    b.answer(&id, &task).await;
    let task = b.until(&id, "completed").await;
    let text = &task["result"]["content"][0]["text"];
    assert_eq!(text, "true true, attempt 2", "{task}");
    assert_eq!(b.done("once"), 1);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f08_a_task_is_cancelled_where_it_does_not_run() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("plain").await;
    a.until_done("plain", 1).await;
    let cancelled = b.about("tasks/cancel", &id).await;
    assert!(cancelled.get("error").is_none(), "{cancelled}");
    for replica in [&mut a, &mut b] {
        replica.until(&id, "cancelled").await;
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f09_a_task_is_answered_where_it_does_not_run() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("resumes").await;
    b.answer_both(&id).await;
    let task = a.until(&id, "completed").await;
    assert_eq!(task["result"]["content"][0]["text"], "true true, attempt 1", "{task}");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f11_of_many_replicas_one_takes_over_each_task() {
    let server = RedisServer::start();
    let [mut a, mut b, c, d] = Replica::of(&server);
    let ids = a.waiting_tasks(12).await;
    a.kill().await;
    b.until_done("started", 24).await;
    // As long as three of their leases.
    sleep(Duration::from_secs(3)).await;
    assert_eq!(b.done("started"), 24, "each is run again once");
    for id in ids {
        b.until(&id, "input_required").await;
    }
    drop((c, d));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f11_a_slow_store_does_not_let_two_replicas_take_over_one_task() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let folder = fresh();
    let mut a = Replica::start(&folder, &server.url());
    let others: [_; 3] = std::array::from_fn(|_| Replica::start(&folder, &network.url()));
    a.waiting_tasks(12).await;
    // To take over what one replica has claimed takes longer than a lease.
    network.set(Weather::Slow(Duration::from_millis(60)));
    a.kill().await;
    let [b, ..] = &others;
    b.until_done("started", 24).await;
    // As long as some of their leases.
    sleep(Duration::from_secs(3)).await;
    assert_eq!(b.done("started"), 24, "each is run again once");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f12_a_task_that_kills_its_process_is_not_run_for_ever() {
    let server = RedisServer::start();
    let folder = fresh();
    let mut first = Replica::start(&folder, &server.url());
    let id = first.task("poison").await;
    first.process.exit().await;
    for _ in 0..2 {
        let mut next = Replica::start(&folder, &server.url());
        timeout(TIMEOUT, next.process.exit()).await.expect("it takes the task over, and dies");
    }
    let mut last = Replica::start(&folder, &server.url());
    last.until(&id, "failed").await;
    assert_eq!(last.done("poisoned"), 3);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f13_a_process_that_was_paused_does_not_overwrite_who_took_over() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("resumes").await;
    b.until(&id, "input_required").await;
    a.process.signal("STOP").await;
    b.until_done("started", 2).await;
    b.answer_both(&id).await;
    let ended = b.until(&id, "completed").await;
    a.process.signal("CONT").await;
    let seen = a.until(&id, "completed").await;
    assert_eq!(seen["result"], ended["result"]);
    assert_eq!(ended["result"]["content"][0]["text"], "true true, attempt 2", "{ended}");
    assert_eq!(b.done("once"), 1);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f13_an_attempt_whose_process_lives_does_not_count() {
    let server = RedisServer::start();
    let [mut running, mut other] = Replica::of(&server);
    let id = running.task("resumes").await;
    // One more than a task may be run whose processes end.
    for started in 2..=4 {
        other.until(&id, "input_required").await;
        running.process.signal("STOP").await;
        other.until_done("started", started).await;
        let taken_over = other.until(&id, "input_required").await;
        running.process.signal("CONT").await;
        let noticed = async {
            while other.about("tasks/get", &id).await["result"]["lastUpdatedAt"]
                == taken_over["lastUpdatedAt"]
            {
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(TIMEOUT, noticed).await.expect("the process that was paused notices");
        std::mem::swap(&mut running, &mut other);
    }
    other.answer_both(&id).await;
    let task = other.until(&id, "completed").await;
    assert_eq!(task["result"]["content"][0]["text"], "true true, attempt 4", "{task}");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f16_without_redis_no_task_is_made_and_other_calls_are_answered() {
    let mut server = RedisServer::start();
    let [mut a] = Replica::of(&server);
    let greet = json!({ "name": "greet", "arguments": { "name": "Ann" } });
    a.request("tools/call", greet.clone()).await;
    server.kill();
    let refused = a.call("plain").await;
    assert_eq!(code(&refused), -32603, "{refused}");
    assert!(refused["error"]["data"]["retryAfterMs"].is_u64(), "{refused}");
    let greeted = a.request("tools/call", greet).await;
    assert_eq!(greeted["result"]["content"][0]["text"], "Hello, Ann!", "{greeted}");
    assert_eq!(a.done("plain"), 0);
    server.start_again();
    let made = async {
        while a.call("plain").await.get("error").is_some() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, made).await.expect("tasks are made again");
    a.until_done("plain", 1).await;
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f17_f18_what_ends_while_redis_does_not_answer_is_there_when_it_does() {
    let server = RedisServer::start();
    let network = Network::to(&server).await;
    let mut a = Replica::start(&fresh(), &network.url());
    let id = a.task("soon").await;
    network.set(Weather::Cut);
    let away = a.about("tasks/get", &id).await;
    // Whoever was told that there is no such task would take it for cancelled.
    assert_eq!(code(&away), -32603, "{away}");
    assert!(away["error"]["data"]["retryAfterMs"].is_u64(), "{away}");
    let away = a.about("tasks/cancel", &id).await;
    assert_eq!(code(&away), -32603, "{away}");
    sleep(Duration::from_secs(1)).await;
    network.set(Weather::Fine);
    let back = async {
        while a.about("tasks/get", &id).await.get("error").is_some() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, back).await.expect("the task is seen again");
    let task = a.until(&id, "completed").await;
    assert_eq!(task["result"]["content"][0]["text"], "soon", "{task}");
    assert_eq!(a.done("soon"), 1);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f19_tasks_that_were_flushed_are_unknown_and_new_ones_are_made() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("plain").await;
    a.until_done("plain", 1).await;
    assert_eq!(server.cli(&["FLUSHALL"]), "OK");
    let unknown = b.about("tasks/get", &id).await;
    assert_eq!(code(&unknown), -32602, "{unknown}");
    let gone = async {
        while a.about("tasks/get", &id).await.get("error").is_none() {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, gone).await.expect("the process that ran it learns it");
    let id = a.task("soon").await;
    b.until(&id, "completed").await;
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f43_a_process_that_is_asked_to_end_leaves_its_tasks_to_others_at_once() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let ids = a.waiting_tasks(20).await;
    a.process.signal("TERM").await;
    a.process.exit().await;
    b.until_done("started", 40).await;
    for id in ids {
        b.until(&id, "input_required").await;
    }
    assert_eq!(b.done("once"), 20);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_plain_call_costs_no_command() {
    let server = RedisServer::start();
    let [mut a] = Replica::of(&server);
    let greet = json!({ "name": "greet", "arguments": { "name": "Ann" } });
    let greeted = a.request("tools/call", greet.clone()).await;
    assert_eq!(greeted["result"]["content"][0]["text"], "Hello, Ann!", "{greeted}");
    // What looks after tasks asks by itself, on a connection of its own that may only be made now, and
    // by a script whose own commands are seen as well.
    let of_tasks = ["mcp:test:tasks:due", "HELLO", "CLIENT", "PING", " lua] "];
    let monitor = server.monitor();
    for _ in 0..500 {
        a.request("tools/call", greet.clone()).await;
    }
    let commands = monitor.seen();
    let others: Vec<_> = commands
        .iter()
        .filter(|command| !of_tasks.iter().any(|part| command.contains(part)))
        .collect();
    assert!(others.is_empty(), "{others:?}");
    // It sees what there is.
    let monitor = server.monitor();
    a.task("soon").await;
    assert!(monitor.seen().iter().any(|command| command.contains("mcp:test:task:")));
}
