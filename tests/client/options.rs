//! What can be chosen for one request: results that are kept, rounds by hand, limits of time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::{ElicitResult, InputResponse, InputResponses};
use mcp_runtime_client::{CacheUse, Change, Client, ClientBuilder, RoundResult};
use mcp_runtime_testing::json;
use serde_json::Value;

use super::interaction;
use mcp_test_support::scripted::{result, scripted};

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

/// A modern server that counts how often it is asked, and how long its results hold.
async fn counting(client: ClientBuilder, ttl_ms: u64) -> (Client, Arc<AtomicU32>) {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => {
            result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        "tools/call" => {
            let changed = |method: &str, params: Value| {
                json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string() + "\n"
            };
            let uri = json!({ "uri": "test://a" });
            let news = changed("notifications/tools/list_changed", json!({}))
                + &changed("notifications/resources/updated", uri);
            Some(news + &result(message, &json!({ "content": [] })).unwrap())
        }
        _ => {
            count.fetch_add(1, Ordering::Relaxed);
            let kept = json!({ "tools": [], "contents": [], "ttlMs": ttl_ms });
            result(message, &kept)
        }
    });
    (client.connect(server).await.unwrap(), asked)
}

#[tokio::test]
async fn a_result_is_kept_for_as_long_as_it_says() {
    let (client, asked) = counting(client(), 60_000).await;
    for _ in 0..3 {
        client.list_tools().await.unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 1);
    client.list_tools().cache(CacheUse::Refresh).await.unwrap();
    client.list_tools().cache(CacheUse::Bypass).await.unwrap();
    client.list_tools().await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 3);
    // Another resource is another result.
    for uri in ["test://a", "test://b", "test://a", "test://b"] {
        client.read_resource(uri).await.unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 5);
}

#[tokio::test]
async fn a_change_makes_what_is_kept_out_of_date() {
    let (client, asked) = counting(client(), 60_000).await;
    client.list_tools().await.unwrap();
    client.read_resource("test://a").await.unwrap();
    client.read_resource("test://b").await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 3);
    client.call_tool("change", ()).await.unwrap();
    client.list_tools().await.unwrap();
    client.read_resource("test://a").await.unwrap();
    client.read_resource("test://b").await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 5, "{:?} was not told of", Change::Tools);
}

#[tokio::test]
async fn nothing_is_kept_that_does_not_say_so() {
    for (client, ttl_ms) in [(client(), 0), (client().without_cache(), 60_000)] {
        let (client, asked) = counting(client, ttl_ms).await;
        client.list_tools().await.unwrap();
        client.list_tools().await.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 2);
    }
}

/// A modern server that answers what is not about itself as `answer` says, and counts.
async fn answering(
    client: ClientBuilder,
    answer: impl Fn(&Value) -> Option<String> + Send + 'static,
) -> (Client, Arc<AtomicU32>) {
    let asked = Arc::new(AtomicU32::new(0));
    let count = Arc::clone(&asked);
    let server = scripted(move |message| match message["method"].as_str().unwrap() {
        "server/discover" => {
            result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        _ => {
            count.fetch_add(1, Ordering::Relaxed);
            answer(message)
        }
    });
    (client.connect(server).await.unwrap(), asked)
}

/// The change is there before anybody could take the result.
#[tokio::test]
async fn a_result_is_not_kept_that_is_out_of_date_when_it_arrives() {
    let (client, asked) = answering(client(), |message| {
        let method = "notifications/tools/list_changed";
        let news = json!({ "jsonrpc": "2.0", "method": method }).to_string() + "\n";
        Some(result(message, &json!({ "tools": [], "ttlMs": 60_000 })).unwrap() + &news)
    })
    .await;
    client.list_tools().await.unwrap();
    client.list_tools().await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 2);
}

#[tokio::test]
async fn a_result_is_that_of_its_own_meta() {
    let (client, asked) = answering(client(), |message| {
        let uri = message["params"]["_meta"]["tenant"].as_str().unwrap_or("nobody");
        let content = json!([{ "uri": "test://a", "text": uri }]);
        result(message, &json!({ "contents": content, "ttlMs": 60_000 }))
    })
    .await;
    let read = || client.read_resource("test://a");
    for _ in 0..2 {
        assert_eq!(read().await.unwrap().text(), "nobody");
        assert_eq!(read().meta("tenant", "a").await.unwrap().text(), "a");
        assert_eq!(read().meta("tenant", "b").await.unwrap().text(), "b");
    }
    assert_eq!(asked.load(Ordering::Relaxed), 5);
}

/// 2026-07-28, "Caching", "Cache Key".
#[tokio::test]
async fn what_is_asked_and_answered_is_not_kept() {
    let (client, asked) = answering(client().roots([]), |message| {
        let ask = json!({
            "resultType": "input_required", "requestState": "s", "ttlMs": 60_000,
            "inputRequests": { "roots": { "method": "roots/list" } },
        });
        let is_asked = message["params"]["requestState"].is_null();
        let content = json!([{ "uri": "test://a", "text": "a" }]);
        result(
            message,
            &if is_asked { ask } else { json!({ "contents": content, "ttlMs": 60_000 }) },
        )
    })
    .await;
    let read = || client.read_resource("test://a");
    for rounds in 1..3 {
        read().await.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 2 * rounds);
    }
    let answers = InputResponses::new();
    let raw = json!({ "uri": "test://a", "requestState": "s" });
    for rounds in 1..3 {
        read().answers(&answers, Some("s")).await.unwrap();
        client.request("resources/read", &raw).await.unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 4 + 2 * rounds);
    }
}

#[tokio::test]
async fn what_is_kept_has_bounds() {
    let (client, asked) = answering(client(), |message| {
        let text = json!([{ "uri": message["params"]["uri"], "text": "x".repeat(2_700_000) }]);
        result(message, &json!({ "contents": text, "ttlMs": 60_000 }))
    })
    .await;
    for uri in ["test://a", "test://b", "test://c", "test://d", "test://d", "test://c"] {
        client.read_resource(uri).await.unwrap();
    }
    assert_eq!(asked.load(Ordering::Relaxed), 4, "three have room");
    client.read_resource("test://a").await.unwrap();
    assert_eq!(asked.load(Ordering::Relaxed), 5);
}

/// The first round by hand, and the rest by the handlers.
#[tokio::test]
async fn rounds_can_be_gone_on_with_by_the_handlers() {
    let (client, asked) = answering(client().roots([]), |message| {
        let ask = |state: &str| {
            json!({
                "resultType": "input_required", "requestState": state,
                "inputRequests": { state: { "method": "roots/list" } },
            })
        };
        let params = &message["params"];
        let answer = match params["requestState"].as_str() {
            None => ask("one"),
            Some("one") => ask("two"),
            Some(_) => json!({ "content": [], "structuredContent": params["inputResponses"] }),
        };
        result(message, &answer)
    })
    .await;
    let RoundResult::InputRequired(first) = client.call_tool("any", ()).once().await.unwrap()
    else {
        panic!("it asks");
    };
    let call = client.call::<Value>("any", ());
    let answers = InputResponses::new();
    let answered = call.answers(&answers, first.request_state.as_deref()).await.unwrap();
    assert_eq!(answered, json!({ "two": { "roots": [] } }));
    assert_eq!(asked.load(Ordering::Relaxed), 3);
}

#[tokio::test]
async fn rounds_can_be_gone_by_hand() {
    // It declares that it answers, and then does so itself.
    let client = client()
        .on_elicit(|_| async { Ok(mcp_runtime::Answer::<()>::Declined) })
        .connect(interaction())
        .await
        .unwrap();
    let call = || client.call_tool("confirm", json!({ "what": "it" }));
    let RoundResult::InputRequired(asked) = call().once().await.unwrap() else {
        panic!("it asks");
    };
    let keys = asked.input_requests.unwrap().into_keys();
    let content = json!({ "ok": true }).as_object().unwrap().clone();
    let answer = |key| (key, InputResponse::Elicit(ElicitResult::accept(content.clone())));
    let answers: InputResponses = keys.map(answer).collect();
    let answered = call().answers(&answers, asked.request_state.as_deref()).once().await.unwrap();
    let RoundResult::Complete(done) = answered else {
        panic!("it is answered");
    };
    assert_eq!(done.text(), "confirmed it");
}

#[tokio::test]
async fn what_a_caller_says_in_meta_goes_before_what_the_client_does() {
    let server = scripted(|message| match message["method"].as_str().unwrap() {
        "server/discover" => {
            result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        _ => result(message, &message["params"]["_meta"].clone()),
    });
    let client = client().connect(server).await.unwrap();
    let name = "io.modelcontextprotocol/clientInfo";
    let said = json!({ "_meta": { name: { "name": "other" }, "progressToken": "mine", "a": 1 } });
    let meta = client.request("x", &said).await.unwrap();
    assert_eq!((&meta[name]["name"], &meta["progressToken"]), (&json!("other"), &json!("mine")));
    assert_eq!(meta["a"], 1);
    // Progress that is watched here has a token of the client.
    let meta = client.request("x", &said).on_progress(|_| {}).await.unwrap();
    assert_eq!((&meta["progressToken"], &meta["a"]), (&json!(3), &json!(1)));
}

/// A server that reports progress once, and never answers.
async fn reporting() -> Client {
    let server = scripted(|message| match message["method"].as_str().unwrap() {
        "server/discover" => {
            result(message, &json!({ "supportedVersions": ["2026-07-28"], "capabilities": {} }))
        }
        "tools/call" => {
            let token = &message["params"]["_meta"]["progressToken"];
            let report = json!({ "progressToken": token, "progress": 1 });
            let method = "notifications/progress";
            let report = json!({ "jsonrpc": "2.0", "method": method, "params": report });
            Some(report.to_string() + "\n")
        }
        _ => None,
    });
    client().connect(server).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn every_request_has_its_own_limit() {
    let client = reporting().await;
    let started = tokio::time::Instant::now();
    let after = |seconds| {
        let call = client.call_tool("slow", ()).timeout(Duration::from_secs(seconds));
        async move {
            let error = call.await.unwrap_err();
            assert!(error.to_string().contains(&format!("within {seconds}s")), "{error}");
            started.elapsed().as_secs()
        }
    };
    assert_eq!(tokio::join!(after(30), after(10), after(20), after(10)), (30, 10, 20, 10));
    // Longer than any clock goes is like no limit.
    let ever = client.call_tool("slow", ()).timeout(Duration::MAX).max_time(Duration::MAX);
    let waited = tokio::time::timeout(Duration::from_secs(24 * 60 * 60), ever).await;
    assert!(waited.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_subscription_that_is_not_granted_is_given_up() {
    let client = reporting().await;
    let error = client.listen([Change::Tools]).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_server_that_never_agrees_to_tell_of_changes_is_connected_all_the_same() {
    let server = scripted(|message| {
        let changes = json!({ "tools": { "listChanged": true } });
        let discovered = json!({ "supportedVersions": ["2026-07-28"], "capabilities": changes });
        (message["method"] == "server/discover").then(|| result(message, &discovered)).flatten()
    });
    let started = tokio::time::Instant::now();
    client().on_change(|_| {}).connect(server).await.unwrap();
    assert_eq!(started.elapsed().as_secs(), 3);
}

#[tokio::test(start_paused = true)]
async fn time_has_two_limits() {
    let client = reporting().await;
    let started = tokio::time::Instant::now();
    let call = client.call_tool("slow", ()).timeout(Duration::from_secs(10));
    let error = call.max_time(Duration::from_secs(15)).await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
    assert_eq!(started.elapsed().as_secs(), 10);
    let call = client
        .call_tool("slow", ())
        .timeout(Duration::from_secs(20))
        .max_time(Duration::from_secs(15))
        .on_progress(|_| {});
    let started = tokio::time::Instant::now();
    assert!(call.await.unwrap_err().is_timeout());
    assert_eq!(started.elapsed().as_secs(), 15);
}
