//! Questions in `join!`, `select!`, tasks of their own and time limits.

use std::future::pending;
use std::time::Duration;

use mcp_runtime::{Context, Limits};
use tokio::runtime::Handle;
use tokio::time::{sleep, timeout};

use super::*;

/// How long a handler waits for something else than its question.
const WAIT: Duration = Duration::from_secs(30);

/// One question whose every failure is taken for a no.
async fn ask(elicit: &Elicit, message: &str) -> bool {
    let answer = elicit.form::<Confirm>(message).await;
    answer.is_ok_and(|answer| answer.accepted().is_some_and(|answer| answer.ok))
}

/// Takes whatever goes wrong for a no.
#[tool]
async fn careless(context: &Context) -> String {
    let elicit = context.elicit();
    let first = ask(&elicit, "First?").await;
    let second = elicit.form::<Confirm>("Second?").await.unwrap_or(Answer::Cancelled);
    format!("{first} {}", second.accepted().is_some())
}

/// Asks three things at once.
#[tool]
async fn joined(elicit: Elicit) -> String {
    let answers = tokio::join!(ask(&elicit, "1?"), ask(&elicit, "2?"), ask(&elicit, "3?"));
    format!("{answers:?}")
}

/// Asks, and has something else to wait for.
#[tool]
async fn selected(elicit: Elicit) -> &'static str {
    tokio::select! {
        biased;
        _ = ask(&elicit, "Well?") => "answered",
        () = sleep(WAIT) => "went on",
    }
}

/// Does not wait long for its question.
#[tool]
async fn hurried(elicit: Elicit) -> &'static str {
    match timeout(WAIT, ask(&elicit, "Well?")).await {
        Ok(_) => "answered",
        Err(_) => "went on",
    }
}

/// Asks from a task of its own, and waits for the task.
#[tool]
async fn spawned(elicit: Elicit) -> Result<String> {
    let task = tokio::spawn(async move { ask(&elicit, "Well?").await });
    Ok(task.await.map_err(mcp_runtime::Error::other)?.to_string())
}

/// Asks from a task of its own, and waits for nothing that would ever come.
#[tool]
async fn distracted(elicit: Elicit) -> &'static str {
    tokio::spawn(async move { ask(&elicit, "Well?").await });
    pending().await
}

/// Asks from a task of its own, and continues without it.
#[tool]
async fn leaves(elicit: Elicit) -> &'static str {
    tokio::spawn(async move { ask(&elicit, "Well?").await });
    tokio::task::yield_now().await;
    "left"
}

fn flowing() -> ServerBuilder {
    server!()
        .tool::<careless>()
        .tool::<joined>()
        .tool::<selected>()
        .tool::<hurried>()
        .tool::<spawned>()
        .tool::<distracted>()
        .tool::<leaves>()
}

#[tokio::test]
async fn a_handler_that_takes_every_failure_for_a_no_waits_for_its_answers() {
    for (place, mut person) in everywhere(flowing).await {
        let done = person.call("careless", json!({}), yes).await;
        assert_eq!((text(&done), person.asked.len()), ("true true", 2), "{place}");
    }
}

#[tokio::test]
async fn what_is_joined_is_one_round() {
    for (place, mut person) in everywhere(flowing).await {
        let done = person.call("joined", json!({}), yes).await;
        assert_eq!((text(&done), person.asked.len()), ("(true, true, true)", 3), "{place}");
        assert!(person.rounds.is_empty() || person.rounds == [3], "{place}");
    }
}

#[tokio::test]
async fn of_what_is_joined_only_what_was_not_answered_is_asked_again() {
    for server in [flowing(), flowing().limits(Limits::new().without_parking())] {
        let mut person = Person::connect(server, MODERN).await;
        let mut params = json!({ "name": "joined" });
        for open in ["1? 2? 3?", "1? 3?", "3?"] {
            let asked = person.round("tools/call", params.clone()).await;
            let questions = asked["result"]["inputRequests"].as_object().unwrap();
            let messages: Vec<_> = questions
                .values()
                .map(|asked| &asked["params"]["message"])
                .map(|message| message.as_str().unwrap())
                .collect();
            assert_eq!(messages.join(" "), open);
            let answered = if messages.len() == 3 { "2?" } else { messages[0] };
            let (key, _) =
                questions.iter().find(|(_, asked)| asked["params"]["message"] == answered).unwrap();
            params["inputResponses"] = json!({ key: accept(json!({ "ok": true })) });
            params["requestState"] = asked["result"]["requestState"].clone();
        }
        let done = person.round("tools/call", params).await;
        assert_eq!(text(&done), "(true, true, true)");
    }
}

#[tokio::test]
async fn a_question_beside_something_else_is_asked_and_answered() {
    for (place, mut person) in everywhere(flowing).await {
        for tool in ["selected", "hurried", "spawned"] {
            let done = person.call(tool, json!({}), yes).await;
            let expected = if tool == "spawned" { "true" } else { "answered" };
            assert_eq!(text(&done), expected, "{place} {tool}");
        }
        assert_eq!(person.asked.len(), 3, "{place}");
    }
}

/// A modern round ends with its question, so what else is waited for runs out between the rounds.
#[tokio::test(start_paused = true)]
async fn what_runs_out_beside_a_question_counts_in_legacy_calls_only() {
    for tool in ["selected", "hurried"] {
        for server in [flowing(), flowing().limits(Limits::new().without_parking())] {
            let mut person = Person::connect(server, MODERN).await;
            let mut params = json!({ "name": tool });
            let asked = person.round("tools/call", params.clone()).await;
            sleep(2 * WAIT).await;
            params["requestState"] = asked["result"]["requestState"].clone();
            params["inputResponses"] = json!({ "question-1": yes("", &Value::Null) });
            assert_eq!(text(&person.round("tools/call", params).await), "answered", "{tool}");
        }
        let mut person = Person::connect(flowing(), "2025-11-25").await;
        let peer = person.peer();
        let id = peer.start_call(tool, json!({})).await;
        let asked = peer.receive().await;
        let news = peer.receive().await;
        assert_eq!(news["method"], "notifications/cancelled", "{tool}");
        assert_eq!(news["params"]["requestId"], asked["id"], "{tool}");
        assert_eq!(text(&peer.answer(id).await), "went on", "{tool}");
    }
}

#[tokio::test]
async fn a_question_of_a_task_ends_the_round_whatever_the_handler_waits_for() {
    for place in [Place::Memory as fn(_) -> _, Place::Loopback] {
        for server in [flowing(), flowing().limits(Limits::new().without_parking())] {
            let mut person = Person::connect(place(server), MODERN).await;
            let asked = person.round("tools/call", json!({ "name": "distracted" })).await;
            let questions = asked["result"]["inputRequests"].as_object().unwrap();
            assert_eq!(questions.len(), 1, "{asked}");
        }
    }
}

/// Waits until as many tasks are alive as there were.
async fn are_gone(before: usize) {
    let gone = async {
        while Handle::current().metrics().num_alive_tasks() > before {
            tokio::task::yield_now().await;
        }
    };
    let alive = || Handle::current().metrics().num_alive_tasks();
    timeout(WAIT, gone).await.unwrap_or_else(|_| panic!("{} tasks, not {before}", alive()));
}

#[tokio::test]
async fn a_hundred_cancelled_calls_leave_no_task_behind() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut person = Person::connect(flowing(), version).await;
        let peer = person.peer();
        let before = Handle::current().metrics().num_alive_tasks();
        for _ in 0..100 {
            let id = peer.start_call("distracted", json!({})).await;
            assert_eq!(peer.receive().await["method"], "elicitation/create");
            peer.send(notification("notifications/cancelled", json!({ "requestId": id }))).await;
            assert_eq!(peer.receive().await["method"], "notifications/cancelled");
        }
        are_gone(before).await;
    }
}

#[tokio::test]
async fn a_hundred_calls_that_end_before_their_tasks_leave_none_behind() {
    for (_, mut person) in everywhere(flowing).await {
        let before = Handle::current().metrics().num_alive_tasks();
        for _ in 0..100 {
            let params = json!({ "name": "leaves" });
            person.request("tools/call", params, |_, _| json!({ "action": "cancel" })).await;
        }
        are_gone(before).await;
    }
}

#[tokio::test]
async fn a_hundred_abandoned_rounds_leave_no_task_behind_where_no_call_waits() {
    for place in [Place::Memory as fn(_) -> _, Place::Loopback] {
        let mut person =
            Person::connect(place(flowing().limits(Limits::new().without_parking())), MODERN).await;
        let before = Handle::current().metrics().num_alive_tasks();
        for _ in 0..100 {
            person.round("tools/call", json!({ "name": "distracted" })).await;
        }
        are_gone(before).await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_hundred_abandoned_calls_that_wait_leave_no_task_behind_in_the_end() {
    let mut person = Person::connect(flowing(), MODERN).await;
    let before = Handle::current().metrics().num_alive_tasks();
    for _ in 0..100 {
        person.round("tools/call", json!({ "name": "distracted" })).await;
    }
    assert!(Handle::current().metrics().num_alive_tasks() >= before + 100);
    sleep(5 * WAIT).await;
    are_gone(before).await;
}

/// Does not give anybody long to answer.
#[tool]
async fn limited(elicit: Elicit, ms: u64) -> Result<String> {
    let question = elicit.form::<Confirm>("Well?").within(Duration::from_millis(ms));
    match question.await {
        Ok(answer) => Ok(answer.accepted().is_some().to_string()),
        Err(error) if error.is_timeout() => Ok(error.to_string()),
        Err(error) => Err(error),
    }
}

fn limiting() -> ServerBuilder {
    server!().tool::<limited>()
}

#[tokio::test]
async fn an_answer_within_the_limit_of_its_question_counts() {
    for (place, mut person) in everywhere(limiting).await {
        let done = person.call("limited", json!({ "ms": 60_000 }), yes).await;
        assert_eq!(text(&done), "true", "{place}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_legacy_question_is_taken_back_at_its_limit() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut person = Person::connect(limiting(), version).await;
        let peer = person.peer();
        let id = peer.start_call("limited", json!({ "ms": 5000 })).await;
        let asked = peer.receive().await;
        let news = peer.receive().await;
        assert_eq!(news["params"]["requestId"], asked["id"]);
        let done = peer.answer(id).await;
        assert_eq!(text(&done), "the client did not answer within 5s", "{version}");
    }
}

#[tokio::test]
async fn a_modern_answer_after_the_limit_of_its_question_does_not_count() {
    for place in [Place::Memory as fn(_) -> _, Place::Loopback] {
        for server in [limiting(), limiting().limits(Limits::new().without_parking())] {
            let mut person = Person::connect(place(server), MODERN).await;
            let mut params = json!({ "name": "limited", "arguments": { "ms": 5 } });
            let asked = person.round("tools/call", params.clone()).await;
            // The limit is in the sealed state, which knows no clock of a test.
            std::thread::sleep(Duration::from_millis(20));
            params["requestState"] = asked["result"]["requestState"].clone();
            params["inputResponses"] = json!({ "question-1": yes("", &Value::Null) });
            let done = person.round("tools/call", params).await;
            assert_eq!(text(&done), "the client did not answer within 5ms");
        }
    }
}
