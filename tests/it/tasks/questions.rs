//! What tasks ask, and how it is answered.

use std::time::Duration;

use mcp_runtime::store::Memory;
use mcp_runtime_testing::Faulty;
use std::sync::Arc;
use tokio::time::sleep;

use super::talk::{ERAS, about};
use super::*;

const MODERN: Era = Era::Modern;
const LEGACY: Era = Era::Legacy;
const RELATED: &str = "io.modelcontextprotocol/related-task";

async fn pipes() -> Talk {
    Talk::pipes(&jobs().0.tasks(tasks()).build().unwrap()).await
}

fn agreed() -> Value {
    json!({ "action": "accept", "content": { "confirm": true } })
}

/// The keys of what a task asks.
fn keys(task: &Value) -> Vec<String> {
    let requests = task["inputRequests"].as_object();
    requests.into_iter().flat_map(|requests| requests.keys().cloned()).collect()
}

/// A task that asks whether to delete, and the key of that.
async fn asked(talk: &mut Talk) -> (String, String) {
    let id = talk.task(MODERN, "confirm_delete", json!({ "filename": "a" })).await;
    let task = talk.until(MODERN, &id, "input_required").await;
    (id, keys(&task).remove(0))
}

/// Cases: I03.
#[tokio::test(start_paused = true)]
async fn questions_are_answered_one_by_one() {
    let mut talk = pipes().await;
    let id = talk.task(MODERN, "multi_input", json!({})).await;
    let task = talk.until(MODERN, &id, "input_required").await;
    let [first, second] = keys(&task).try_into().unwrap();
    let answer =
        |name: &str| json!({ "action": "accept", "content": { "name": name, "confirm": true } });
    let taken = talk.update(&id, json!({ &first: answer("Ann") })).await;
    assert_fits(&taken, json!({ "result": { "resultType": "complete" } }));
    sleep(Duration::from_millis(1)).await;
    let task = talk.get(MODERN, &id).await;
    assert_eq!((&task["status"], keys(&task)), (&json!("input_required"), vec![second.clone()]));
    talk.update(&id, json!({ &first: answer("Eve"), &second: answer("Bob") })).await;
    let done = talk.until(MODERN, &id, "completed").await;
    let text = done["result"]["content"][0]["text"].as_str().unwrap();
    assert!(text == "Ann and Bob" || text == "Bob and Ann", "{text}");
}

/// Cases: I05.
#[tokio::test(start_paused = true)]
async fn of_two_answers_the_first_counts() {
    let mut talk = pipes().await;
    let (id, key) = asked(&mut talk).await;
    for answer in [agreed(), json!({ "action": "decline" })] {
        let taken = talk.update(&id, json!({ &key: answer })).await;
        assert_fits(&taken, json!({ "result": { "resultType": "complete" } }));
    }
    let done = talk.until(MODERN, &id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "a is deleted");
}

/// As often as in a call, whose client pays for each time with a request, too.
///
/// Cases: I07.
#[tokio::test(start_paused = true)]
async fn what_is_answered_with_what_does_not_fit_is_asked_again_under_another_key() {
    let mut talk = pipes().await;
    let (id, first) = asked(&mut talk).await;
    let wrong = json!({ "action": "accept", "content": { "confirm": "maybe" } });
    talk.update(&id, json!({ &first: wrong })).await;
    sleep(Duration::from_millis(1)).await;
    let task = talk.until(MODERN, &id, "input_required").await;
    let [second] = keys(&task).try_into().unwrap();
    assert_ne!(first, second);
    assert_eq!(task["inputRequests"][&second]["method"], "elicitation/create");
    // The first key is of nothing any more.
    talk.update(&id, json!({ &first: agreed() })).await;
    sleep(Duration::from_millis(1)).await;
    assert_eq!(keys(&talk.get(MODERN, &id).await), std::slice::from_ref(&second));
    talk.update(&id, json!({ &second: agreed() })).await;
    let done = talk.until(MODERN, &id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "a is deleted");
}

/// Cases: I10.
#[tokio::test(start_paused = true)]
async fn a_client_that_cannot_be_asked_is_refused_before_or_fails_the_task() {
    let mut talk = pipes().await;
    let params = |tool: &str, arguments: Value| json!({ "name": tool, "arguments": arguments, "_meta": meta("TASKS_ONLY") });
    let known = params("confirm_delete", json!({ "filename": "a" }));
    let refused = talk.request(MODERN, "tools/call", known).await;
    // The case says `{}`, which would declare forms, too; what is missing is said exactly.
    let lacking = json!({ "requiredCapabilities": { "elicitation": { "form": {} } } });
    assert_fits(&refused, json!({ "error": { "code": -32021, "data": lacking } }));
    // What turns out later is an error of the tool, as in a call.
    let made = talk.request(MODERN, "tools/call", params("asks_late", json!({}))).await;
    let id = made["result"]["taskId"].as_str().unwrap();
    let task = talk.until(MODERN, id, "failed").await;
    assert_fits(&task, json!({ "error": { "code": -32021, "data": lacking } }));
}

/// Cases: I11.
#[tokio::test(start_paused = true)]
async fn answers_beyond_all_bounds_are_refused() {
    let mut talk = pipes().await;
    let (id, key) = asked(&mut talk).await;
    let many: serde_json::Map<_, _> = (0..10_000).map(|key| (key.to_string(), json!(1))).collect();
    let long =
        json!({ &key: { "action": "accept", "content": { "confirm": "x".repeat(5_000_000) } } });
    for answers in [Value::Object(many), long, json!([]), json!("x")] {
        let refused = talk.update(&id, answers).await;
        assert_fits(&refused, json!({ "error": { "code": -32602, "message": "$string" } }));
    }
    // `Value` itself gives up before that.
    let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
    let mut params = mcp_test_support::peer::modern(about(MODERN, &id));
    params["inputResponses"] = "DEEP".into();
    let request = mcp_test_support::peer::request("deep", "tasks/update", params).to_string();
    let deep = request.replace("\"DEEP\"", &format!("{{\"{key}\":{deep}}}"));
    talk.pipe(MODERN).send(deep).await;
    let refused = talk.pipe(MODERN).receive().await;
    assert!(refused.get("error").is_some(), "{refused}");
    assert_eq!(keys(&talk.get(MODERN, &id).await), [key]);
}

/// Cases: I12.
#[tokio::test(start_paused = true)]
async fn keys_of_rounds_and_of_tasks_do_not_meet() {
    let mut talk = pipes().await;
    let mut params = json!({ "name": "asks_twice", "arguments": {}, "_meta": meta("MODERN") });
    let round = talk.request(MODERN, "tools/call", params.clone()).await["result"].take();
    let [key] = keys(&round).try_into().unwrap();
    let sure = json!({ "action": "accept", "content": { "sure": true } });
    params["inputResponses"] = json!({ key.as_str(): sure });
    params["requestState"] = round["requestState"].clone();
    let made = talk.request(MODERN, "tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    let task = talk.until(MODERN, &id, "input_required").await;
    let [key] = keys(&task).try_into().unwrap();
    talk.update(&id, json!({ key.as_str(): { "action": "decline" } })).await;
    let done = talk.until(MODERN, &id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "true false");
}

/// Cases: I13.
#[tokio::test(start_paused = true)]
async fn a_replica_that_does_not_run_the_task_takes_its_answers() {
    // Memory itself is of one process, as it says.
    let store = Arc::new(Faulty::new(Memory::new()));
    let replica = || jobs().0.tasks(tasks().store(Arc::clone(&store))).build().unwrap();
    let mut runs = Talk::pipes(&replica()).await;
    let mut takes = Talk::pipes(&replica()).await;
    let (id, key) = asked(&mut runs).await;
    assert_eq!(keys(&takes.get(MODERN, &id).await), [key.as_str()]);
    takes.update(&id, json!({ &key: agreed() })).await;
    sleep(Duration::from_secs(3)).await;
    let done = takes.get(MODERN, &id).await;
    assert_eq!(done["result"]["content"][0]["text"], "a is deleted", "{done}");
}

/// Cases: I14.
#[tokio::test(start_paused = true)]
async fn the_model_and_the_roots_are_asked_too() {
    let mut talk = pipes().await;
    let mut able = meta("MODERN");
    let capabilities = &mut able["io.modelcontextprotocol/clientCapabilities"];
    capabilities["sampling"] = json!({});
    capabilities["roots"] = json!({});
    let params = json!({ "name": "ask_all", "arguments": {}, "_meta": able });
    let made = talk.request(MODERN, "tools/call", params).await;
    let id = made["result"]["taskId"].as_str().unwrap_or_else(|| panic!("{made}")).to_owned();
    let task = talk.until(MODERN, &id, "input_required").await;
    let mut answers = json!({});
    for (key, request) in task["inputRequests"].as_object().unwrap() {
        assert!(request["params"].get("task").is_none() && request.get("id").is_none());
        answers[key] = match request["method"].as_str().unwrap() {
            "sampling/createMessage" => json!({
                "role": "assistant", "content": { "type": "text", "text": "Hi!" }, "model": "m",
            }),
            "roots/list" => json!({ "roots": [{ "uri": "file:///a" }] }),
            other => panic!("{other}"),
        };
    }
    assert_eq!(answers.as_object().unwrap().len(), 2);
    talk.update(&id, answers).await;
    let done = talk.until(MODERN, &id, "completed").await;
    assert_eq!(done["result"]["content"][0]["text"], "true 1");
}

/// Cases: I20, I24.
#[tokio::test(start_paused = true)]
async fn a_legacy_task_asks_by_a_request_that_names_it() {
    let mut talk = pipes().await;
    for names_it in [true, false] {
        let id = talk.task(LEGACY, "confirm_delete", json!({ "filename": "a" })).await;
        let asked = talk.hear(LEGACY, "elicitation/create").await;
        assert_eq!(asked["params"]["_meta"][RELATED], json!({ "taskId": id }));
        assert_eq!(talk.get(LEGACY, &id).await["status"], "input_required");
        let mut answer = agreed();
        if names_it {
            answer["_meta"] = json!({ RELATED: { "taskId": id } });
        }
        let answer = json!({ "jsonrpc": "2.0", "id": asked["id"], "result": answer });
        talk.pipe(LEGACY).send(answer).await;
        let done = talk.of_task(LEGACY, "tasks/result", &id).await;
        assert_eq!(done["result"]["content"][0]["text"], "a is deleted");
        // The status went there and back.
        let statuses: Vec<_> = talk
            .heard
            .drain(..)
            .filter(|heard| heard["method"] == "notifications/tasks/status")
            .map(|heard| heard["params"]["status"].as_str().unwrap().to_owned())
            .collect();
        assert_eq!(statuses, ["input_required", "working", "completed"]);
    }
}

/// Cases: I25.
#[tokio::test(start_paused = true)]
async fn a_question_that_nobody_answers_ends_with_its_task() {
    let (server, counts) = jobs();
    let mut talk =
        Talk::pipes(&server.tasks(tasks().ttl(Duration::from_secs(5))).build().unwrap()).await;
    for (turn, era) in ERAS.into_iter().enumerate() {
        let id = talk.task(era, "counted_question", json!({})).await;
        talk.until(era, &id, "input_required").await;
        sleep(Duration::from_secs(6)).await;
        let gone = talk.of_task(era, "tasks/get", &id).await;
        assert_fits(&gone, json!({ "error": { "code": -32602, "message": "$string" } }));
        assert_eq!(counts.dropped(), turn + 1);
        if era == LEGACY {
            let asked = talk.hear(era, "elicitation/create").await;
            let withdrawn = talk.hear(era, "notifications/cancelled").await;
            assert_eq!(withdrawn["params"]["requestId"], asked["id"]);
        }
    }
}

/// Cases: I26.
#[tokio::test(start_paused = true)]
async fn the_question_of_a_cancelled_legacy_task_is_withdrawn() {
    let mut talk = pipes().await;
    let id = talk.task(LEGACY, "confirm_delete", json!({ "filename": "a" })).await;
    let asked = talk.hear(LEGACY, "elicitation/create").await;
    let cancelled = talk.of_task(LEGACY, "tasks/cancel", &id).await;
    assert_eq!(cancelled["result"]["status"], "cancelled");
    let withdrawn = talk.hear(LEGACY, "notifications/cancelled").await;
    assert_eq!(withdrawn["params"]["requestId"], asked["id"]);
    assert_eq!(talk.get(LEGACY, &id).await["status"], "cancelled");
}
