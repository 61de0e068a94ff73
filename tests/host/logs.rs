//! What servers can write into the log and the states of a host.

use std::time::Duration;

use mcp_runtime_host::client::HttpTransport;
use mcp_runtime_host::{Clients, HostEvent, ServerState};
use mcp_test_support::log::CapturedLog;
use mcp_test_support::scripted::{initialized, refusal, result, scripted};
use serde_json::{Value, json};
use tokio::time::{sleep, timeout};

/// What lines of a log begin with, if a server can end them.
const FORGED: &str = "2000-01-01T00:00:00Z  INFO all is well";

/// Lines of a log as a server would write it, and what clears a screen.
fn forged() -> String {
    format!("no\r\n{FORGED}\u{1b}[2J\u{202e}\u{85}").repeat(20_000)
}

#[derive(Clone, Copy, Debug)]
enum Lie {
    Handshake,
    FirstList,
    Change,
    Subscription,
    Nameless,
    Notification,
    Tools,
    Level,
}

/// A server that lies, in memory.
fn liar(lie: Lie, message: &Value) -> Option<String> {
    let error = json!({ "code": -32603, "message": forged() });
    let told = |method: &str| json!({ "jsonrpc": "2.0", "method": method }).to_string() + "\n";
    let tools =
        |name: &str| json!({ "tools": [{ "name": name, "inputSchema": { "type": "object" } }] });
    match (message["method"].as_str()?, lie) {
        ("initialize", Lie::Handshake) => refusal(message, &error),
        ("initialize", _) => {
            let mut initialized = initialized("2025-11-25");
            initialized["capabilities"] = json!({ "tools": { "listChanged": true },
                "logging": {}, "resources": { "subscribe": true } });
            result(message, &initialized)
        }
        ("tools/list", Lie::FirstList | Lie::Change) => refusal(message, &error),
        // What cannot be read is left out of the list.
        ("tools/list", Lie::Tools) => result(message, &json!({ "tools": [{ "name": forged() }] })),
        ("tools/list", _) => result(message, &tools("any")),
        ("tools/call", Lie::Nameless) => {
            let nameless =
                json!({ "jsonrpc": "2.0", "id": null, "error": error }).to_string() + "\n";
            Some(nameless.repeat(50) + &result(message, &json!({ "content": [] }))?)
        }
        ("tools/call", Lie::Notification) => {
            let nothing =
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":".to_owned();
            let wrong = nothing + &json!({ "progressToken": forged() }).to_string() + "}\n";
            let none = format!("{}\n", json!(forged()));
            Some(wrong.repeat(50) + &none.repeat(50) + &result(message, &json!({ "content": [] }))?)
        }
        ("tools/call", _) => result(message, &json!({ "content": [] })),
        ("resources/subscribe", Lie::Subscription) => refusal(message, &error),
        ("logging/setLevel", Lie::Level) => refusal(message, &error),
        ("change", _) => {
            Some(told("notifications/tools/list_changed") + &result(message, &json!({}))?)
        }
        (method, _) if method.starts_with("notifications/") => None,
        _ => result(message, &json!({})),
    }
}

#[tokio::test]
async fn a_server_cannot_forge_the_lines_of_a_log() {
    let lies = [
        Lie::Handshake,
        Lie::FirstList,
        Lie::Change,
        Lie::Subscription,
        Lie::Nameless,
        Lie::Notification,
        Lie::Tools,
        Lie::Level,
    ];
    for lie in lies {
        let log = CapturedLog::start(tracing::Level::WARN);
        let server = move || {
            let mut lists = 0;
            scripted(move |message| {
                lists += usize::from(message["method"] == "tools/list");
                let is_first = lists == 1 && message["method"] == "tools/list";
                let lie = if is_first && matches!(lie, Lie::Change) { Lie::Nameless } else { lie };
                liar(lie, message)
            })
        };
        let legacy = mcp_runtime::protocol::ProtocolVersion::LATEST_LEGACY;
        let builder = Clients::builder("agent", "1.0")
            .each(move |_, client| {
                let client = client.version(legacy).max_message_size(64 * 1024 * 1024);
                client.log_level(mcp_runtime::protocol::LoggingLevel::Info)
            })
            .server("liar", server)
            .wait(Duration::from_secs(1));
        let clients = builder.connect().await.unwrap();
        let mut events = clients.events();
        let _ = clients.call("liar__any", ()).await;
        let _ = clients.subscribe("liar", "test://a").await;
        if let Some(client) = clients.server("liar") {
            let _ = client.request("change", ()).await;
        }
        sleep(Duration::from_secs(1)).await;
        for status in clients.status() {
            check_reason(&status.state);
        }
        while let Ok(Some(event)) = timeout(Duration::ZERO, events.next()).await {
            if let HostEvent::State { state, .. } = event {
                check_reason(&state);
            }
        }
        clients.close().await;
        let log = log.text();
        println!("{lie:?}: {} lines, {} bytes", log.lines().count(), log.len());
        assert!(log.lines().count() < 30, "{lie:?}: {}", log.lines().count());
        assert!(log.len() < 100_000, "{lie:?}: {}", log.len());
        assert!(!log.lines().any(|line| line.starts_with(FORGED)), "{lie:?}");
        assert!(!log.contains(['\u{1b}', '\u{202e}', '\u{85}', '\r']), "{lie:?}");
    }
}

fn check_reason(state: &ServerState) {
    if let ServerState::Lost { why, .. } | ServerState::Failed { why } = state {
        assert!(why.len() <= 8 * 1024 + 3, "{}", why.len());
        assert!(!why.contains(['\u{1b}', '\u{202e}', '\u{85}']), "{why}");
    }
}

#[tokio::test]
async fn what_may_be_secret_in_a_url_is_in_no_state_and_no_log() {
    let log = CapturedLog::start(tracing::Level::DEBUG);
    let urls = [
        "htp://example.com/mcp?token=secret",
        "https://me:secret@example.com:port/mcp",
        "https://me:secret@[example/mcp",
        "http://me:secret@example.com/mcp?token=secret",
        "http://127.0.0.1:9/secret0123456789abcdef/mcp?token=secret#secret",
        "ftp://secret@example.com",
        "me:secret@example.com/mcp",
        "",
    ];
    let base = Clients::builder("agent", "1.0").wait(Duration::from_secs(1));
    let builder = urls
        .iter()
        .enumerate()
        .fold(base, |builder, (at, url)| builder.url(at.to_string(), HttpTransport::new(*url)));
    let clients = builder.connect().await.unwrap();
    let mut events = clients.events();
    for at in 0..urls.len() {
        clients.reconnect(&at.to_string());
    }
    sleep(Duration::from_millis(200)).await;
    for status in clients.status() {
        assert!(!status.state.is_ready());
        assert!(!format!("{status:?} {}", status.state).contains("secret"), "{status:?}");
    }
    while let Ok(Some(event)) = timeout(Duration::ZERO, events.next()).await {
        assert!(!format!("{event:?}").contains("secret"), "{event:?}");
    }
    clients.close().await;
    assert!(!log.text().contains("secret"), "{}", log.text());
}
