//! Processes that are killed between two writes, that race, that are older than the others, or whose clocks are wrong.

use super::tasks::{Replica, code, fresh};
use super::*;
use crate::server::RedisServer;

/// As long as a few leases of the replicas.
const LEASES: Duration = Duration::from_secs(3);

/// Calls a tool as a task at a replica that is killed at a point of its writes, before it has answered.
async fn killed_at(server: &RedisServer, folder: &Path, tool: &str, point: &str) {
    let options = [folder.to_str().unwrap(), "--stop-at", point, "--redis", &server.url()];
    let mut replica = Replica::run(folder, DURABLE, &options);
    replica.start_call(tool).await;
    replica.until_done("stopped", 1).await;
    replica.kill().await;
}

/// The tasks that are kept, whoever made them.
fn kept(server: &RedisServer) -> Vec<String> {
    let keys = server.cli(&["--scan", "--pattern", "mcp:test:task:*"]);
    keys.lines().map(|key| key.trim_start_matches("mcp:test:task:").to_owned()).collect()
}

/// Waits until no task is looked after any more.
fn until_forgotten(server: &RedisServer) {
    server.wait(&["EXISTS", "mcp:test:tasks:due"], |exists| exists == "0");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f01_of_a_process_that_is_killed_before_its_first_write_there_is_nothing() {
    let server = RedisServer::start();
    let folder = fresh();
    killed_at(&server, &folder, "soon", "before due later 1").await;
    assert_eq!(server.cli(&["DBSIZE"]), "0");
    let mut b = Replica::start(&folder, &server.url());
    let id = b.task("soon").await;
    b.until(&id, "completed").await;
    assert_eq!(b.done("soon"), 1, "nothing was begun before");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f02_an_entry_without_a_record_is_dropped() {
    let server = RedisServer::start();
    let folder = fresh();
    killed_at(&server, &folder, "soon", "before creation 1").await;
    assert_eq!(server.cli(&["EXISTS", "mcp:test:tasks:due"]), "1");
    let b = Replica::start(&folder, &server.url());
    until_forgotten(&server);
    assert_eq!((kept(&server), b.done("soon")), (vec![], 0));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f03_a_task_whose_client_never_learned_of_it_ends_by_its_policy() {
    let server = RedisServer::start();
    for (tool, status, runs) in [("soon", "failed", 0), ("resumes", "input_required", 1)] {
        let folder = fresh();
        server.cli(&["FLUSHALL"]);
        killed_at(&server, &folder, tool, "after creation 1").await;
        let mut b = Replica::start(&folder, &server.url());
        let [id] = &kept(&server)[..] else { panic!("there is one") };
        b.until(id, status).await;
        let started = b.done("started") + b.done("soon");
        assert_eq!(started, runs, "{tool}");
        assert_ne!(server.cli(&["PTTL", &format!("mcp:test:task:{id}")]), "-1", "it expires");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f06_what_was_done_and_not_written_down_is_not_done_again() {
    let server = RedisServer::start();
    let folder = fresh();
    killed_at(&server, &folder, "pays_slowly", "before working 1").await;
    let mut b = Replica::start(&folder, &server.url());
    let [id] = &kept(&server)[..] else { panic!("there is one") };
    let task = b.until(id, "completed").await;
    assert_eq!(task["result"]["isError"], true, "{task}");
    let text = task["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("whether it had an effect is unknown"), "{text}");
    assert_eq!((b.done("paying"), b.done("paid")), (1, 1));
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f07_a_task_that_has_ended_is_not_run_by_who_finds_its_entry() {
    let server = RedisServer::start();
    let folder = fresh();
    killed_at(&server, &folder, "soon", "after end Completed 1").await;
    assert_eq!(server.cli(&["ZCARD", "mcp:test:tasks:due"]), "1");
    let mut b = Replica::start(&folder, &server.url());
    until_forgotten(&server);
    let [id] = &kept(&server)[..] else { panic!("there is one") };
    b.until(id, "completed").await;
    assert_eq!(b.done("soon"), 1);
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f15_of_an_end_and_a_cancellation_at_once_one_is_the_status() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    // It takes 400 ms; some cancellations come earlier, some later, and some at that moment.
    for wait in (0..30).map(|step| Duration::from_millis(385 + step)) {
        let id = a.task("soon").await;
        sleep(wait).await;
        b.about("tasks/cancel", &id).await;
        let status = async |replica: &mut Replica| loop {
            let task = replica.about("tasks/get", &id).await;
            let status = task["result"]["status"].as_str().unwrap_or_else(|| panic!("{task}"));
            if status != "working" {
                return status.to_owned();
            }
        };
        let first = status(&mut b).await;
        assert!(["completed", "cancelled"].contains(&&*first), "{first}");
        for replica in [&mut a, &mut b] {
            assert_eq!(status(replica).await, first, "it stays as it was");
        }
        *seen.entry(first).or_default() += 1;
    }
    assert_eq!(seen.values().sum::<usize>(), 30, "{seen:?}");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f20_what_a_newer_version_has_written_is_read_and_left_to_it() {
    let server = RedisServer::start();
    let [mut a, mut b] = Replica::of(&server);
    let id = a.task("resumes").await;
    b.until(&id, "input_required").await;
    // The next version writes what this one does not know.
    let format = |from: &str, to: &str| {
        let script = "local head = redis.call('HGET', KEYS[1], ARGV[3]) \
             local text, times = string.gsub(head, ARGV[1], ARGV[2]) \
             redis.call('HSET', KEYS[1], ARGV[3], text) return times";
        let key = format!("mcp:test:task:{id}");
        let parts = server.cli(&["HKEYS", &key]);
        let part = parts.lines().find(|part| part.ends_with("head")).unwrap().to_owned();
        assert_eq!(server.cli(&["EVAL", script, "1", &key, from, to, &part]), "1");
    };
    format("\"format\":1", "\"format\":2,\"later\":true");
    a.kill().await;
    sleep(LEASES).await;
    assert_eq!(b.done("started"), 1, "it is not taken over");
    let task = b.until(&id, "input_required").await;
    for (method, params) in [
        ("tasks/cancel", json!({ "taskId": id })),
        ("tasks/update", json!({ "taskId": id, "inputResponses": { "question-1": {} } })),
    ] {
        let refused = b.request(method, params).await;
        assert_eq!(code(&refused), -32603, "{method}: {refused}");
    }
    // Tasks of its own continue meanwhile.
    let own = b.task("soon").await;
    b.until(&own, "completed").await;
    // Who knows the format takes it over.
    format("\"format\":2,\"later\":true", "\"format\":1");
    b.until_done("started", 2).await;
    b.until(&id, "input_required").await;
    assert_eq!((b.done("once"), task["status"].as_str()), (1, Some("input_required")));
}

/// Minutes of a day, of a time such as `2026-07-28T12:34:56Z`.
fn minutes(time: &Value) -> i64 {
    let time = time.as_str().unwrap_or_else(|| panic!("{time} is not a time"));
    let number = |at: usize| time[at..at + 2].parse::<i64>().unwrap();
    60 * number(11) + number(14)
}

#[tokio::test]
#[ignore = "needs redis-server and faketime: .ci/services"]
async fn f22_a_clock_that_is_wrong_changes_nothing() {
    const FAKE: [&str; 2] = ["LD_PRELOAD=/usr/$LIB/faketime/libfaketime.so.1", "FAKETIME=+600"];
    let date = tokio::process::Command::new("env").args(FAKE).args(["date", "+%s"]).output().await;
    let seconds = String::from_utf8(date.unwrap().stdout).unwrap().trim().parse::<u64>().unwrap();
    let now = std::time::UNIX_EPOCH.elapsed().unwrap().as_secs();
    assert!(
        seconds > now + 500,
        "the test needs libfaketime: install it with `apt-get install faketime`"
    );

    let server = RedisServer::start();
    let folder = fresh();
    let mut b = Replica::start(&folder, &server.url());
    let own = [DURABLE, folder.to_str().unwrap(), "--redis", &server.url()];
    let mut a = Replica::run(&folder, "env", &[&FAKE[..], &own].concat());
    for id in [a.task("resumes").await, b.task("resumes").await] {
        let at_a = a.until(&id, "input_required").await;
        let at_b = b.until(&id, "input_required").await;
        assert_eq!(at_a["createdAt"], at_b["createdAt"]);
        let of_redis = server.cli(&["TIME"]).lines().next().unwrap().parse::<i64>().unwrap() / 60;
        let off = (minutes(&at_a["createdAt"]) - of_redis).rem_euclid(24 * 60);
        assert!([0, 24 * 60 - 1].contains(&off), "{at_a} is {off} minutes late");
    }
    sleep(LEASES).await;
    assert_eq!(b.done("started"), 2, "nothing is taken over from who lives");
    let id = a.task("expires").await;
    let over = async {
        while b.about("tasks/get", &id).await["result"]["status"] == "working" {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, over).await.expect("it ends with its time");
    assert_eq!(b.done("started"), 3);
    a.kill().await;
    b.until_done("started", 4).await;
    assert_eq!(b.done("once"), 2);
}
