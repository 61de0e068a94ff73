//! What goes wrong with replicas that share sessions, streams, questions and limits in Redis; what it costs that they do, and
//! what others see of it.

use mcp_runtime::protocol::ProtocolVersion;
use mcp_test_support::http::{Client, Request, Session, called, read, steps, text};
use mcp_test_support::peer::{initialize, notification, request};

use super::tasks::{code, fresh};
use super::*;
use crate::replicas::{REPLICA, able, by_able, yes};
use crate::server::RedisServer;

const VERSION: &str = ProtocolVersion::LATEST_LEGACY.as_str();

/// A replica, a process of its own.
struct Replica {
    client: Client,
    process: Process,
}

impl Replica {
    async fn start(notes: &Path, server: &RedisServer) -> Self {
        let options = [notes.to_str().unwrap(), "--redis", &server.url()];
        let (client, process) = Client::spawn(REPLICA, &options).await;
        Self { client, process }
    }

    /// Two that share a server of Redis.
    async fn two(server: &RedisServer) -> [Self; 2] {
        let notes = fresh().with_extension("done");
        [Self::start(&notes, server).await, Self::start(&notes, server).await]
    }

    /// A session that another one has opened, here.
    fn session(&self, session: &Session) -> Session {
        let mut session = session.clone();
        session.client = self.client;
        session
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f30_while_redis_does_not_answer_no_client_gives_up_its_session() {
    let server = RedisServer::start();
    let [a, b] = Replica::two(&server).await;
    let session = a.client.initialize(VERSION).await;
    server.signal("STOP");
    let unknown = b.session(&session).start(1, "ping", json!({})).await;
    assert_eq!((unknown.status, unknown.header("retry-after")), (503, Some("1")));
    assert_eq!(session.start(1, "ping", json!({})).await.status, 200, "it is known here");
    server.signal("CONT");
    let served = async {
        while b.session(&session).start(1, "ping", json!({})).await.status != 200 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(TIMEOUT, served).await.expect("the session is served again");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f32_an_answer_for_a_replica_that_was_killed_is_taken_and_dropped() {
    let server = RedisServer::start();
    let [mut a, b] = Replica::two(&server).await;
    let session = a.client.initialize_with(VERSION, &able()).await;
    let confirm = called("confirm", json!({ "key": "a" }));
    let mut call = session.start(7, "tools/call", confirm).await;
    let asked = call.message().await.unwrap();
    a.process.kill().await;
    drop(call);
    let there = b.session(&session);
    let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": yes() });
    assert_eq!(b.client.send(there.post(answer)).await.status, 202);
    assert_eq!(there.call("echo", json!({ "text": "again" })).await, "again for nobody");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f36_of_a_replica_that_was_killed_comes_what_it_had_sent() {
    let server = RedisServer::start();
    let [mut a, b] = Replica::two(&server).await;
    let session = a.client.initialize(VERSION).await;
    let mut stream = session.start_call(1, "count", json!({ "to": 1_000_000 })).await;
    let primed = stream.event().await.unwrap().id.unwrap();
    read(&mut stream, 100).await;
    // What it has sent by now is written soon.
    server.wait(&["--scan", "--pattern", "mcp:test:events:*"], |keys| !keys.is_empty());
    sleep(Duration::from_millis(200)).await;
    a.process.kill().await;
    let mut again = b.session(&session).resume(&primed).await;
    let messages = timeout(TIMEOUT, again.rest()).await.expect("the stream ends");
    let steps = steps(&messages);
    assert!(!steps.is_empty());
    let first = steps[0];
    assert_eq!(steps, (first..).take(steps.len()).collect::<Vec<_>>(), "none is left out");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f37_what_two_replicas_send_in_a_session_stays_apart() {
    let server = RedisServer::start();
    let [a, b] = Replica::two(&server).await;
    let here = a.client.initialize(VERSION).await;
    let there = b.session(&here);
    let mut streams = [
        here.start_call(1, "count", json!({ "to": 300 })).await,
        there.start_call(2, "count", json!({ "to": 400 })).await,
    ];
    let mut lasts = Vec::new();
    let mut seen = Vec::new();
    for stream in &mut streams {
        let (last, messages) = read(stream, 50).await;
        lasts.push(last);
        seen.push(messages);
    }
    drop(streams);
    for ((other, last), (messages, to)) in
        [there, here].iter().zip(lasts).zip(seen.iter_mut().zip([300, 400]))
    {
        messages.extend(other.resume(&last).await.rest().await);
        assert_eq!(steps(messages), (1..=to).collect::<Vec<_>>());
        assert_eq!(text(messages.last().unwrap()), "counted");
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f40_while_redis_is_down_no_state_is_used_up() {
    let mut server = RedisServer::start();
    let [a, b] = Replica::two(&server).await;
    let confirm = async |replica: &Replica, mut params: Value| {
        params["name"] = "confirm".into();
        params["arguments"] = json!({ "key": "a" });
        replica.client.modern("tools/call", by_able(params)).await.answer().await
    };
    let asked = confirm(&a, json!({})).await;
    let state = asked["result"]["requestState"].as_str().unwrap_or_else(|| panic!("{asked}"));
    let retry = json!({ "requestState": state, "inputResponses": { "question-1": yes() } });
    server.kill();
    let refused = confirm(&b, retry.clone()).await;
    assert_eq!(code(&refused), -32603, "{refused}");
    assert!(refused["error"]["data"]["retryAfterMs"].is_u64(), "{refused}");
    server.start_again();
    let done = async {
        loop {
            let answer = confirm(&b, retry.clone()).await;
            if answer["error"].is_null() {
                return text(&answer);
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    assert_eq!(timeout(TIMEOUT, done).await.expect("it is taken"), "a true for nobody");
    assert_eq!(code(&confirm(&a, retry).await), -32602, "once");
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f41_while_redis_is_down_each_replica_has_the_limits_for_itself() {
    let mut server = RedisServer::start();
    let replicas = Replica::two(&server).await;
    let rations = async |replica: &Replica| {
        let mut rations = 0;
        for _ in 0..8 {
            let answer = replica.client.modern("tools/call", called("rationed", json!({}))).await;
            rations += usize::from(answer.answer().await["result"]["isError"] != true);
        }
        rations
    };
    assert_eq!(rations(&replicas[0]).await + rations(&replicas[1]).await, 5, "together");
    server.kill();
    for replica in &replicas {
        assert!(rations(replica).await <= 5);
    }
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f44_who_reads_redis_reads_nothing_that_was_said() {
    let server = RedisServer::with(&["--rdbcompression", "no", "--repl-diskless-sync-delay", "0"]);
    let [a, b] = Replica::two(&server).await;
    let session = a.client.initialize(VERSION).await;
    let page = json!({ "uri": "test://needle" });
    session.request("resources/subscribe", page).await;
    assert_eq!(session.call("echo", json!({ "text": "needle" })).await, "needle for nobody");
    session.start_call(2, "tell", json!({})).await.rest().await;
    let task = task(&a, "ann", "needle").await;
    assert_eq!(ended(&b, "ann", &task).await["result"]["content"][0]["text"], "needle for ann");
    let file = fresh().with_extension("rdb");
    let dump = || {
        server.cli(&["--rdb", file.to_str().unwrap()]);
        std::fs::read(&file).unwrap()
    };
    let has =
        |dump: &[u8], text: &str| dump.windows(text.len()).any(|part| part == text.as_bytes());
    let dumped = dump();
    assert!(has(&dumped, &task), "what things are called is seen");
    for said in ["needle", "ann\"", "content", "clientInfo"] {
        assert!(!has(&dumped, said), "{said} is seen");
    }
    server.cli(&["SET", "other", "a needle in the open"]);
    assert!(has(&dump(), "needle"), "the test finds what is not sealed");
    std::fs::remove_file(file).unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn f45_what_somebody_has_moved_in_redis_is_not_opened() {
    let server = RedisServer::start();
    let [a, b] = Replica::two(&server).await;
    let one = task(&a, "ann", "one").await;
    let other = task(&a, "bob", "other").await;
    ended(&b, "ann", &one).await;
    ended(&b, "bob", &other).await;
    let key = |id: &str| format!("mcp:test:task:{id}");
    let script = "for _, field in ipairs(redis.call('HKEYS', KEYS[1])) do \
            local one = redis.call('HGET', KEYS[1], field) \
            redis.call('HSET', KEYS[1], field, redis.call('HGET', KEYS[2], field)) \
            redis.call('HSET', KEYS[2], field, one) \
        end return 1";
    assert_eq!(server.cli(&["EVAL", script, "2", &key(&one), &key(&other)]), "1");
    for (user, id) in [("ann", &one), ("bob", &other), ("ann", &other), ("bob", &one)] {
        let answer = by(&b, user, "tasks/get", json!({ "taskId": id })).await;
        assert!([-32602, -32603].contains(&code(&answer)), "{answer}");
    }
    // Others are served as ever.
    let third = task(&b, "ann", "third").await;
    assert_eq!(ended(&a, "ann", &third).await["result"]["content"][0]["text"], "third for ann");
}

/// Sends a modern request of a user.
async fn by(replica: &Replica, user: &str, method: &str, params: Value) -> Value {
    let request = Request::modern(method, by_able(params)).header("User", user);
    replica.client.send(request).await.answer().await
}

async fn task(replica: &Replica, user: &str, key: &str) -> String {
    let work = called("work", json!({ "key": key, "ms": 10 }));
    let made = by(replica, user, "tools/call", work).await;
    made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned()
}

/// Waits until a task has ended.
async fn ended(replica: &Replica, user: &str, id: &str) -> Value {
    let ended = async {
        loop {
            let mut task = by(replica, user, "tasks/get", json!({ "taskId": id })).await;
            if task["result"]["status"] == "completed" {
                return task["result"].take();
            }
            assert_eq!(task["result"]["status"], "working", "{task}");
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(TIMEOUT, ended).await.expect("it ends")
}

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_request_in_a_session_costs_one_command_at_most() {
    let server = RedisServer::start();
    let [a, b] = Replica::two(&server).await;
    let session = a.client.initialize(VERSION).await;
    for replica in [&a, &b] {
        let session = replica.session(&session);
        session.call("process", json!({})).await;
        let monitor = server.monitor();
        for _ in 0..200 {
            session.call("process", json!({})).await;
        }
        // What looks after tasks asks by itself; of a script, its own commands are seen as well.
        let of_others = ["mcp:test:tasks:due", "PING", " lua] "];
        let seen = monitor.seen();
        let of_session =
            seen.iter().filter(|command| !of_others.iter().any(|part| command.contains(part)));
        assert!(of_session.count() <= 200, "{seen:?}");
    }
}

/// How many bytes a session may take in Redis; `SESSIONS=10000` measures it with so many.
const MAX_SESSION: usize = 2048;

#[tokio::test]
#[ignore = "needs redis-server: .ci/services"]
async fn a_session_takes_at_most_two_kilobytes() {
    let sessions = std::env::var("SESSIONS").map_or(500, |sessions| sessions.parse().unwrap());
    let server = RedisServer::start();
    let [a, _b] = Replica::two(&server).await;
    let used = || {
        let memory = server.cli(&["INFO", "memory"]);
        let used = memory.lines().find_map(|line| line.strip_prefix("used_memory:"));
        used.unwrap().trim().parse::<usize>().unwrap()
    };
    let open = async |user: usize| {
        let by = |request: Request| request.header("User", &format!("user-{user}"));
        let open = by(Request::post(request(0, "initialize", initialize(VERSION))));
        let opened = a.client.send(open).await;
        let id = opened.header("mcp-session-id").unwrap().to_owned();
        let post = |message: Value| by(Request::post(message).header("Mcp-Session-Id", &id));
        let initialized = post(notification("notifications/initialized", json!({})));
        assert_eq!(a.client.send(initialized).await.status, 202);
        let call = post(request(1, "tools/call", called("process", json!({}))));
        assert_eq!(a.client.send(call).await.status, 200);
    };
    open(0).await;
    let before = used();
    for user in 1..=sessions {
        open(user).await;
    }
    let each = (used() - before) / sessions;
    println!("a session takes {each} bytes");
    assert!((1..=MAX_SESSION).contains(&each), "{each}");
}
