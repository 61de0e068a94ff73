//! Tasks of servers in a script: which do it wrong, or do what ours do not.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::Accepted;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, ClientBuilder, Started};
use mcp_runtime_testing::json;
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::Instant;

use super::client;
use mcp_test_support::scripted::{initialized, refusal, result, scripted};

/// What a task says of itself on 2026-07-28.
fn modern(status: &str, more: Value) -> Value {
    let mut task = json!({
        "taskId": "t", "status": status, "createdAt": "2026-11-21T10:00:00Z", "ttlMs": 60_000,
        "resultType": if more.is_null() { "task" } else { "complete" },
    });
    if let Value::Object(more) = more {
        task.as_object_mut().unwrap().extend(more);
    }
    task
}

/// A server of 2026-07-28 whose calls become a task, which it shows as `get` says; what it was asked
/// for is sent on.
async fn scripted_modern(
    client: ClientBuilder,
    mut get: impl FnMut(usize) -> Value + Send + 'static,
) -> (Client, UnboundedReceiver<Value>) {
    let (sender, asked) = unbounded_channel();
    let mut looks = 0;
    let server = scripted(move |message| {
        let _ = sender.send(message.clone());
        match message["method"].as_str().unwrap() {
            "server/discover" => {
                let versions = json!(["2026-07-28"]);
                result(message, &json!({ "supportedVersions": versions, "capabilities": {} }))
            }
            "tasks/get" => {
                looks += 1;
                let look = get(looks);
                match look.get("code") {
                    Some(_) => refusal(message, &look),
                    None => result(message, &look),
                }
            }
            "tasks/update" | "tasks/cancel" => {
                result(message, &json!({ "resultType": "complete" }))
            }
            _ => result(message, &modern("working", Value::Null)),
        }
    });
    (client.connect(server).await.unwrap(), asked)
}

/// How often a method was asked for.
fn count(asked: &mut UnboundedReceiver<Value>, method: &str) -> usize {
    std::iter::from_fn(|| asked.try_recv().ok()).filter(|one| one["method"] == method).count()
}

fn done() -> Value {
    let content = json!([{ "type": "text", "text": "done" }]);
    modern("completed", json!({ "result": { "content": content, "resultType": "complete" } }))
}

#[tokio::test(start_paused = true)]
async fn a_question_is_asked_once_however_often_it_is_seen() {
    let asks = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&asks);
    let client = Client::builder("agent", "1.0").tasks().on_elicit(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        async { Ok(Accepted(json!({}))) }
    });
    let form = json!({ "message": "?", "requestedSchema": { "type": "object", "properties": {} } });
    let question = json!({ "method": "elicitation/create", "params": form });
    let asking = json!({ "inputRequests": { "question-1": question } });
    let look =
        move |looks| if looks < 5 { modern("input_required", asking.clone()) } else { done() };
    let (client, mut asked) = scripted_modern(client, look).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
    assert_eq!(asks.load(Ordering::Relaxed), 1);
    assert_eq!(count(&mut asked, "tasks/update"), 1);
}

#[tokio::test(start_paused = true)]
async fn questions_without_an_end_end_the_task() {
    let asking = |looks| {
        let key = format!("{looks}{}", "x".repeat(10_000));
        let question = json!({ "method": "roots/list" });
        modern("input_required", json!({ "inputRequests": { key: question }, "ttlMs": null }))
    };
    let (client, mut asked) = scripted_modern(client().roots([]), asking).await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert!(error.to_string().contains("more than 65536 bytes"), "{error}");
    client.ping().await.unwrap();
    assert_eq!(count(&mut asked, "tasks/cancel"), 1);
}

#[tokio::test(start_paused = true)]
async fn a_task_without_an_end_is_given_up_after_its_ttl() {
    let working = |_| modern("working", json!({ "pollIntervalMs": 1, "ttlMs": 10_000 }));
    let (client, mut asked) = scripted_modern(client(), working).await;
    let start = Instant::now();
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert!(error.is_timeout() && error.to_string().contains("ttl"), "{error}");
    assert_eq!(start.elapsed().as_secs(), 10);
    // The first interval is a second, since the task did not say any, and then 100 ms at least.
    assert_eq!(count(&mut asked, "tasks/get"), 92);
}

#[tokio::test(start_paused = true)]
async fn the_time_of_a_call_is_that_of_its_task() {
    let working = |_| modern("working", json!({}));
    let (client, _asked) = scripted_modern(client(), working).await;
    let call = client.call_tool("any", ()).max_time(Duration::from_secs(20));
    let start = Instant::now();
    assert!(call.await.unwrap_err().is_timeout());
    assert_eq!(start.elapsed().as_secs(), 20);
}

#[tokio::test(start_paused = true)]
async fn trouble_that_passes_is_waited_out() {
    let busy = json!({ "code": -32603, "message": "the store is away" });
    let look = {
        let busy = busy.clone();
        move |looks| if looks < 5 { busy.clone() } else { done() }
    };
    let (client_, _asked) = scripted_modern(client(), look).await;
    assert_eq!(client_.call_tool("any", ()).await.unwrap().text(), "done");
    let (client, mut asked) = scripted_modern(client(), move |_| busy.clone()).await;
    let error = client.call_tool("any", ()).await.unwrap_err();
    assert_eq!(error.rpc().unwrap().message, "the store is away");
    assert_eq!(count(&mut asked, "tasks/get"), 6);
}

#[tokio::test(start_paused = true)]
async fn a_task_that_ends_without_saying_how_is_an_error() {
    for (status, more, said) in [
        ("failed", json!({ "statusMessage": "no disk" }), "no disk"),
        ("failed", json!({}), "the task failed"),
        ("completed", json!({}), "has no result"),
        ("cancelled", json!({ "statusMessage": "by whom" }), "cancelled: by whom"),
    ] {
        let (client, mut asked) =
            scripted_modern(client(), move |_| modern(status, more.clone())).await;
        let error = client.call_tool("any", ()).await.unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        client.ping().await.unwrap();
        assert_eq!(count(&mut asked, "tasks/cancel"), 0);
    }
}

/// Some servers follow an example of the specification that is wrong.
#[tokio::test(start_paused = true)]
async fn a_look_at_a_task_may_say_that_it_is_a_task() {
    let look = |_| {
        let mut done = done();
        done["resultType"] = "task".into();
        done
    };
    let (client, _asked) = scripted_modern(client(), look).await;
    assert_eq!(client.call_tool("any", ()).await.unwrap().text(), "done");
}

#[tokio::test(start_paused = true)]
async fn a_task_that_nobody_asked_for_is_an_invalid_response() {
    let (undeclared, _asked) = scripted_modern(Client::builder("agent", "1.0"), |_| done()).await;
    let error = undeclared.call_tool("any", ()).await.unwrap_err();
    assert!(error.to_string().contains("invalid response to tools/call"), "{error}");
    let (declared, _asked) = scripted_modern(client(), |_| done()).await;
    let error = declared.get_prompt("any", ()).await.unwrap_err();
    assert!(error.to_string().contains("invalid response to prompts/get"), "{error}");
}

/// A server of 2025-11-25 that has the tools `must` and `may`; what it answers is decided by method.
async fn scripted_legacy(
    answer: impl Fn(&str, &Value) -> Value + Send + 'static,
) -> (Client, Arc<Mutex<Vec<String>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let heard = Arc::clone(&asked);
    let server = scripted(move |message| {
        let method = message["method"].as_str()?;
        if method == "tools/call" && message["params"]["task"].is_object() {
            heard.lock().unwrap().push("tools/call as a task".to_owned());
        } else {
            heard.lock().unwrap().push(method.to_owned());
        }
        let answered = match method {
            "initialize" => {
                let mut initialized = initialized("2025-11-25");
                let requests = json!({ "tools": { "call": {} } });
                initialized["capabilities"] =
                    json!({ "tools": {}, "tasks": { "cancel": {}, "requests": requests } });
                initialized
            }
            "tools/list" => {
                let tool = |name: &str, support: &str| {
                    json!({ "name": name, "inputSchema": { "type": "object" },
                        "execution": { "taskSupport": support } })
                };
                json!({ "tools": [tool("must", "required"), tool("may", "optional")] })
            }
            "notifications/initialized" | "notifications/cancelled" => return None,
            _ => answer(method, &message["params"]),
        };
        match answered.get("code") {
            Some(_) => refusal(message, &answered),
            None => result(message, &answered),
        }
    });
    let client = client().version(ProtocolVersion::V2025_11_25).connect(server).await.unwrap();
    (client, asked)
}

fn core(status: &str) -> Value {
    json!({ "taskId": "t", "status": status, "createdAt": "2026-11-21T10:00:00Z", "pollInterval": 500 })
}

fn text(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": text }] })
}

/// The server refuses the call of a tool that was not listed, so it is listed.
#[tokio::test(start_paused = true)]
async fn a_tool_that_runs_only_as_a_task_is_called_as_one() {
    let (client, asked) = scripted_legacy(|method, params| match method {
        "tools/call" if params["task"].is_object() => json!({ "task": core("input_required") }),
        "tools/call" => json!({ "code": -32601, "message": "only as a task" }),
        "tasks/get" => core("completed"),
        _ => text("done"),
    })
    .await;
    assert_eq!(client.call_tool("must", ()).await.unwrap().text(), "done");
    assert_eq!(client.call_tool("must", ()).await.unwrap().text(), "done");
    let asked = asked.lock().unwrap().split_off(2);
    let task = ["tools/call as a task", "tasks/get", "tasks/result"];
    let expected: Vec<&str> =
        ["tools/call", "tools/list"].into_iter().chain(task).chain(task).collect();
    assert_eq!(asked, expected);
}

/// A receiver without the capability ignores `task`.
#[tokio::test(start_paused = true)]
async fn a_result_at_once_is_the_result() {
    let (client, asked) = scripted_legacy(|_, _| text("at once")).await;
    let Started::Done(result) = client.start("may", ()).await.unwrap() else { panic!() };
    assert_eq!(result.text(), "at once");
    let asked = asked.lock().unwrap().split_off(2);
    assert_eq!(asked, ["tools/list", "tools/call as a task"]);
    assert_eq!(client.call_tool("may", ()).await.unwrap().text(), "at once");
}

/// Some servers have no result of a task that failed, and refuse to wait for one.
#[tokio::test(start_paused = true)]
async fn a_failed_task_without_a_result_fails_as_its_status_says() {
    let (client, _asked) = scripted_legacy(|method, params| match method {
        "tools/call" if params["task"].is_object() => json!({ "task": core("input_required") }),
        "tasks/get" => {
            let mut failed = core("failed");
            failed["statusMessage"] = "no disk".into();
            failed
        }
        _ => json!({ "code": -32602, "message": "no result" }),
    })
    .await;
    let Started::Task(task) = client.start("must", ()).await.unwrap() else { panic!() };
    assert_eq!(task.result().await.unwrap_err().to_string(), "no disk");
}

/// To cancel what has ended is refused by a legacy server, or answered with a snapshot.
#[tokio::test(start_paused = true)]
async fn cancelling_what_has_ended_is_no_error() {
    for answer in [core("completed"), json!({ "code": -32602, "message": "it has ended" })] {
        let (client, _asked) = scripted_legacy(move |method, _| match method {
            "tools/call" => json!({ "task": core("working") }),
            "tasks/get" => core("completed"),
            _ => answer.clone(),
        })
        .await;
        let Started::Task(task) = client.start("may", ()).await.unwrap() else { panic!() };
        task.cancel().await.unwrap();
    }
}
