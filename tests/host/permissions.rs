//! Which tools may be called.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcp_runtime_host::{Ask, CallOutcome, ClientsBuilder, Consent, Permissions, ServerState};

use crate::Roof;

/// What a model reads of a call that the user did not want.
const DENIED: &str = "The user did not allow this call.";

#[tokio::test(flavor = "multi_thread")]
async fn what_is_denied_is_not_listed_and_what_is_asked_needs_a_handler() {
    let permissions = Permissions::new().deny("faulty/die*").ask("faulty/half");
    let limits = |builder: ClientsBuilder| builder.permissions(permissions);
    let roof = Roof::start_with("denied", "", limits).await;
    let tools = roof.clients.tools();
    assert!(tools.get("faulty__die").is_none() && tools.get("one__die").is_some());
    let error = roof.call("half").await.unwrap_err();
    assert_eq!((error.to_string().as_str(), error.outcome()), (DENIED, CallOutcome::Refused));
    assert_eq!(roof.ran("half"), 0);
    assert_eq!(roof.call("echo").await.unwrap(), "echo");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_allowed_for_the_session_is_asked_again_once_the_tool_has_changed() {
    let asked = Arc::<Mutex<Vec<String>>>::default();
    let asks = Arc::clone(&asked);
    let on_ask = move |ask: Ask| {
        asks.lock().unwrap().push(ask.tool.tool.name.clone());
        let decision = match ask.tool.tool.name.as_str() {
            "changing" => Consent::Session,
            "echo" => Consent::Once,
            _ => Consent::Deny,
        };
        async move { decision }
    };
    let limits = |builder: ClientsBuilder| {
        builder.permissions(Permissions::new().ask_writes("faulty/*")).on_ask(on_ask)
    };
    let roof = Roof::start_with("asked", "changes", limits).await;
    for _ in 0..3 {
        assert_eq!(roof.call("changing").await.unwrap(), "changing");
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
    }
    assert_eq!(roof.call("storm").await.unwrap_err().to_string(), DENIED);
    // The hints of a server that is not trusted do not count.
    assert_eq!(roof.call("die-once").await.unwrap_err().to_string(), DENIED);
    assert_eq!(*asked.lock().unwrap(), ["changing", "echo", "echo", "echo", "storm", "die-once"]);
    roof.kill();
    roof.until(|state| !state.is_ready()).await;
    roof.until(ServerState::is_ready).await;
    assert_eq!(roof.call("changing").await.unwrap(), "changing");
    assert_eq!(asked.lock().unwrap().last().unwrap(), "changing");
    assert_eq!(asked.lock().unwrap().len(), 7);
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_allowed_for_always_is_known_to_the_next_group() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("host-consents");
    let _ = fs::remove_dir_all(&folder);
    let asked = Arc::<AtomicUsize>::default();
    for group in ["always", "always-again"] {
        let file = folder.join("consents.json");
        let asks = Arc::clone(&asked);
        let limits = |builder: ClientsBuilder| {
            let builder = builder.permissions(Permissions::new().ask("faulty/*")).consents(file);
            builder.on_ask(move |_| {
                asks.fetch_add(1, Ordering::Relaxed);
                async { Consent::Always }
            })
        };
        let roof = Roof::start_with(group, "", limits).await;
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
        assert_eq!(roof.call("echo").await.unwrap(), "echo");
        roof.end().await;
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
}
