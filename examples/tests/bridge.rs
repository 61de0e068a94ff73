//! The bridge, in front of servers of both eras, as clients of both eras see it.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

use std::net::TcpListener;
use std::process::{Child, Command};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::Accepted;
use mcp_runtime::protocol::{CompletionReference, LoggingLevel, ProtocolVersion};
use mcp_runtime_client::{Change, Client, ClientBuilder, HttpTransport, Stdio};
use serde_json::json;
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

const HELLO: &str = env!("CARGO_BIN_EXE_hello");
const BEHIND: &str = env!("CARGO_BIN_EXE_behind");
const ERAS: [ProtocolVersion; 2] = [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST];

/// The bridge, for as long as a test needs it.
pub(crate) struct Bridge(Child, String);

impl Drop for Bridge {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Bridge {
    pub(crate) fn start(behind: &[&str]) -> Self {
        Self::start_with(behind, &[])
    }

    fn start_with(behind: &[&str], variables: &[(&str, &str)]) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = free.local_addr().unwrap().to_string();
        drop(free);
        let program = env!("CARGO_BIN_EXE_bridge");
        let mut command = Command::new(program);
        command.arg(&address).args(behind).envs(variables.iter().copied());
        let mut process = command.spawn().unwrap();
        while std::net::TcpStream::connect(&address).is_err() {
            assert_eq!(process.try_wait().unwrap(), None, "it has ended");
            std::thread::sleep(Duration::from_millis(10));
        }
        Self(process, format!("http://{address}/mcp"))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    pub(crate) fn url(&self) -> &str {
        &self.1
    }

    async fn connect(&self, client: ClientBuilder, version: ProtocolVersion) -> Client {
        client.version(version).connect(HttpTransport::new(&self.1)).await.unwrap()
    }
}

/// Bridges in front of a server of each era, and how to connect to them in each.
fn pairs() -> Vec<(Bridge, ProtocolVersion, String)> {
    let pair = |behind: ProtocolVersion, front: ProtocolVersion| {
        let bridge = Bridge::start(&[BEHIND, behind.as_str()]);
        (bridge, front, format!("{front} in front of {behind}"))
    };
    let fronts = |behind| ERAS.into_iter().map(move |front| pair(behind, front));
    ERAS.into_iter().flat_map(fronts).collect()
}

fn agent() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

#[tokio::test]
async fn clients_of_every_revision_reach_the_server_behind() {
    let bridge = Bridge::start(&[HELLO]);
    for version in ProtocolVersion::ALL.iter().copied().skip(1) {
        let client = bridge.connect(agent(), version).await;
        assert_eq!(client.server_info().name, "bridge", "{version}");
        let offers = client.server_capabilities();
        assert!(offers.tools && !offers.prompts && !offers.resources, "{version}");
        assert!(!offers.completions && !offers.resources_subscribe, "{version}");
        let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await.unwrap();
        assert_eq!(sum, 3, "{version}");
        let refused = client.call_tool("add", json!({ "a": 1 })).await.unwrap();
        assert!(refused.text().contains("`b`"), "{version}: {}", refused.text());
        client.close().await;
    }
}

#[tokio::test]
async fn arguments_are_completed_by_the_server_behind() {
    for (bridge, front, pair) in pairs() {
        let client = bridge.connect(agent(), front).await;
        assert!(client.server_capabilities().completions, "{pair}");
        for reference in [
            CompletionReference::prompt("hello"),
            CompletionReference::resource_template("test://{name}"),
        ] {
            let completion = client.complete(reference, "name", "a").await.unwrap();
            assert_eq!(completion.values, ["ada", "alan"], "{pair}");
        }
        let unknown =
            client.complete(CompletionReference::prompt("helo"), "name", "a").await.unwrap_err();
        assert_eq!(unknown.rpc().unwrap().code.0, -32602, "{pair}");
        assert!(unknown.to_string().contains("did you mean `hello`"), "{pair}: {unknown}");
    }
}

#[tokio::test]
async fn resources_are_subscribed_to_behind_while_somebody_listens_in_front() {
    for (bridge, front, pair) in pairs() {
        let one = bridge.connect(agent(), front);
        let other = bridge.connect(agent(), front);
        let (one, other) = tokio::join!(one, other);
        let listened = async || one.call::<String>("listened", ()).await.unwrap();
        assert!(one.server_capabilities().resources_subscribe, "{pair}");
        assert_eq!(listened().await, "", "{pair}");
        if !front.is_modern() && pair.ends_with(ProtocolVersion::LATEST_LEGACY.as_str()) {
            each_has_a_server_of_its_own(&one, &other, &pair).await;
            continue;
        }
        let mut first = one.subscribe("test://ada").await.unwrap();
        let mut second = other.subscribe("test://ada").await.unwrap();
        let third = other.subscribe("test://alan").await.unwrap();
        assert_eq!(listened().await, "test://ada test://alan", "{pair}");
        let touch = || one.call_tool("touch", json!({ "uri": "test://ada" })).into_future();
        touch().await.unwrap();
        let told = Some(Change::Resource("test://ada".to_owned()));
        assert_eq!(first.next().await, told, "{pair}");
        assert_eq!(second.next().await, told, "{pair}");
        drop((first, third));
        let within = timeout(Duration::from_secs(10), async {
            while listened().await != "test://ada" {
                sleep(Duration::from_millis(10)).await;
            }
            touch().await.unwrap();
            assert_eq!(second.next().await, told, "{pair}");
            drop(second);
            while !listened().await.is_empty() {
                sleep(Duration::from_millis(10)).await;
            }
        });
        within.await.unwrap_or_else(|_| panic!("{pair}: somebody still listens"));
        let refused = one.subscribe("test://nobody").await.unwrap_err();
        assert!(refused.rpc().is_some() != front.is_modern(), "{pair}: {refused}");
    }
}

/// What a server of an older revision keeps for its session is not shared by two clients in front.
async fn each_has_a_server_of_its_own(one: &Client, other: &Client, pair: &str) {
    let listened = async |client: &Client| client.call::<String>("listened", ()).await.unwrap();
    let mut changes = one.subscribe("test://ada").await.unwrap();
    assert_eq!(listened(one).await, "test://ada", "{pair}");
    assert_eq!(listened(other).await, "", "{pair}");
    one.call_tool("touch", json!({ "uri": "test://ada" })).await.unwrap();
    assert_eq!(changes.next().await, Some(Change::Resource("test://ada".to_owned())), "{pair}");
    drop(changes);
    let within = timeout(Duration::from_secs(10), async {
        while !listened(one).await.is_empty() {
            sleep(Duration::from_millis(10)).await;
        }
    });
    within.await.unwrap_or_else(|_| panic!("{pair}: somebody still listens"));
}

/// A client, and the log messages that it has heard.
async fn hearing(bridge: &Bridge, front: ProtocolVersion) -> (Client, Arc<Mutex<Vec<String>>>) {
    let heard = Arc::<Mutex<Vec<String>>>::default();
    let told = Arc::clone(&heard);
    let hear = move |method: &str, params: &serde_json::Value| {
        if method == "notifications/message" {
            told.lock().unwrap().push(params["data"].as_str().unwrap().to_owned());
        }
    };
    (bridge.connect(agent().on_notification(hear), front).await, heard)
}

#[tokio::test]
async fn log_messages_reach_the_client_that_asked_for_them() {
    for (bridge, front, pair) in pairs() {
        let (client, heard) = hearing(&bridge, front).await;
        let say = |text: &str| client.call_tool("say", json!({ "text": text })).into_future();
        let (quiet, unheard) = hearing(&bridge, front).await;
        if !front.is_modern() {
            quiet.set_log_level(LoggingLevel::Emergency).await.unwrap();
        }
        for (level, expected) in [
            (LoggingLevel::Debug, &["0 debug", "0 info", "0 error"][..]),
            (LoggingLevel::Warning, &["0 error"]),
        ] {
            client.set_log_level(level).await.unwrap();
            let others = quiet.call_tool("say", json!({ "text": "not for all" }));
            let (said, other) = tokio::join!(say("0"), others.into_future());
            assert_eq!((said.unwrap().text(), other.unwrap().text().len()), ("0".to_owned(), 11));
            assert_eq!(*heard.lock().unwrap(), expected, "{pair}");
            heard.lock().unwrap().clear();
        }
        assert!(unheard.lock().unwrap().is_empty(), "{pair}");
    }
}

#[tokio::test]
async fn log_messages_are_not_mixed_up() {
    for (bridge, front, pair) in pairs() {
        let one = hearing(&bridge, front).await;
        let other = hearing(&bridge, front).await;
        for (client, _) in [&one, &other] {
            client.set_log_level(LoggingLevel::Error).await.unwrap();
        }
        let mut calls = tokio::task::JoinSet::new();
        for _ in 0..20 {
            for ((client, _), text) in [(&one, "one"), (&other, "other")] {
                calls.spawn(client.call_tool("say", json!({ "text": text })).into_future());
            }
        }
        calls.join_all().await.into_iter().for_each(|call| drop(call.unwrap()));
        assert_eq!(*one.1.lock().unwrap(), vec!["one error"; 20], "{pair}");
        assert_eq!(*other.1.lock().unwrap(), vec!["other error"; 20], "{pair}");
    }
}

#[tokio::test]
async fn progress_is_passed_on() {
    for (bridge, front, pair) in pairs() {
        let client = bridge.connect(agent(), front).await;
        let heard = Arc::<Mutex<Vec<_>>>::default();
        let told = Arc::clone(&heard);
        let call = client
            .call_tool("say", json!({ "text": "" }))
            .on_progress(move |report| told.lock().unwrap().push(report.clone()));
        call.await.unwrap();
        let guard = heard.lock().unwrap();
        let heard: Vec<_> =
            guard.iter().map(|report| (report.progress, report.total, &report.message)).collect();
        assert_eq!(heard, [(1.0, Some(2.0), &Some("half".to_owned()))], "{pair}");
    }
}

#[tokio::test]
async fn a_call_that_is_given_up_in_front_is_cancelled_behind() {
    for (bridge, front, pair) in pairs() {
        let one = bridge.connect(agent(), front).await;
        let other = bridge.connect(agent(), front).await;
        let begun = Arc::new(Notify::new());
        let begins = Arc::clone(&begun);
        let held = one
            .call_tool("hold", json!({ "uri": "test://held" }))
            .on_progress(move |_| begins.notify_one());
        tokio::select! {
            ended = held.into_future() => panic!("{pair}: {ended:?}"),
            () = begun.notified() => {}
        }
        let released = timeout(Duration::from_secs(10), async {
            while !other.call::<String>("listened", ()).await.unwrap().is_empty() {
                sleep(Duration::from_millis(10)).await;
            }
        });
        released.await.unwrap_or_else(|_| panic!("{pair}: the call still runs"));
    }
}

#[tokio::test]
async fn people_in_front_are_asked() {
    for (bridge, front, pair) in pairs() {
        let answering = agent().on_elicit(|_| async { Ok(Accepted(json!({ "name": "Ada" }))) });
        let client = bridge.connect(answering, front).await;
        assert!(client.call::<bool>("asks", ()).await.unwrap(), "{pair}");
        let greeted: String = client.call("greet", ()).await.unwrap();
        assert_eq!(greeted, "Some(\"Ada\")", "{pair}");
        let prompt = client.get_prompt("asking", ()).await.unwrap();
        assert_eq!(prompt.text(), "Some(\"Ada\")", "{pair}");
    }
}

/// Its client is asked, and never answers.
#[tokio::test]
async fn who_does_not_answer_does_not_hold_up_the_others() {
    for (behind, front) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        let behind = ERAS[behind];
        let front = ERAS[front];
        let pair = format!("{front} in front of {behind}");
        let answer = [("BRIDGE_ANSWER_SECONDS", "1")];
        let bridge = Bridge::start_with(&[BEHIND, behind.as_str()], &answer);
        let asked = Arc::new(Notify::new());
        let asks = Arc::clone(&asked);
        let builder = agent().on_elicit(move |_| {
            asks.notify_one();
            std::future::pending::<mcp_runtime::Result<mcp_runtime::Answer<()>>>()
        });
        let silent = bridge.connect(builder, front).await;
        let greeting = tokio::spawn(silent.call_tool("greet", ()).into_future());
        asked.notified().await;
        let other = bridge.connect(agent(), front).await;
        let listened = timeout(Duration::from_secs(20), other.call::<String>("listened", ()));
        assert_eq!(listened.await.expect(&pair).unwrap(), "", "{pair}");
        greeting.abort();
    }
}

#[tokio::test]
async fn a_client_that_cannot_ask_is_refused_as_it_would_be_directly() {
    for (bridge, front, pair) in pairs() {
        let direct = agent()
            .version(front)
            .connect(Stdio::spawn(BEHIND).args([front.as_str()]))
            .await
            .unwrap();
        let client = bridge.connect(agent(), front).await;
        match (direct.call_tool("greet", ()).await, client.call_tool("greet", ()).await) {
            (Ok(expected), Ok(result)) => {
                assert!(!front.is_modern() && result.is_error == Some(true), "{pair}");
                let needs = |text: String| text.split_once(" needs ").unwrap().1.to_owned();
                assert_eq!(needs(result.text()), needs(expected.text()), "{pair}");
            }
            (Err(expected), Err(error)) => {
                assert_eq!(error.rpc(), expected.rpc(), "{pair}");
                assert_eq!(error.http_status(), Some(400), "{pair}");
            }
            other => panic!("{pair}: {other:?}"),
        }
        if pair.ends_with(ProtocolVersion::LATEST.as_str()) {
            assert!(!client.call::<bool>("asks", ()).await.unwrap(), "{pair}");
        }
        let expected = direct.get_prompt("asking", ()).await.unwrap_err();
        let refused = client.get_prompt("asking", ()).await.unwrap_err();
        let error = refused.rpc().unwrap();
        let expected = expected.rpc().unwrap();
        assert_eq!((error.code, &error.data), (expected.code, &expected.data), "{pair}");
        // The next call is not affected.
        assert_eq!(client.call::<String>("listened", ()).await.unwrap(), "", "{pair}");
    }
}

#[tokio::test]
async fn what_comes_behind_comes_in_front() {
    for (bridge, front, pair) in pairs() {
        let client = bridge.connect(agent(), front).await;
        let mut lists = client.listen([Change::Tools]).await.unwrap();
        let grown = timeout(Duration::from_secs(10), async {
            client.call_tool("grow", ()).await.unwrap();
            assert_eq!(lists.next().await, Some(Change::Tools), "{pair}");
            client.call::<String>("grown", json!({})).await.unwrap()
        });
        assert_eq!(grown.await.unwrap(), "grown", "{pair}");
    }
}
