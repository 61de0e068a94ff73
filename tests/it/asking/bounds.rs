//! How much a call that asks can keep, and make the server keep.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::protocol::InputRequests;
use mcp_runtime::{Context, Limits, State};
use mcp_test_support::http::{Client, Request, Response};
use mcp_test_support::peer::Peer;

use super::http::start;
use super::*;

/// The longest state that is given to a client.
const LONGEST: usize = 64 * 1024;

/// How many bytes the calls of one principal hold while they wait, and those of all.
const OF_ONE: usize = 2 * 1024 * 1024;
const IN_ALL: usize = 32 * 1024 * 1024;

/// What a call holds at least.
const CALL: usize = 8 * 1024;

#[derive(Elicit)]
struct Page {
    text: String,
}

async fn read(elicit: &Elicit, pages: usize) -> Result<String> {
    let mut length = 0;
    for page in 1..=pages {
        let Accepted(Page { text }) = elicit.form(format!("Page {page}?")).await? else {
            return Ok("no more".to_owned());
        };
        length += text.len();
    }
    Ok(length.to_string())
}

/// Reads pages.
#[tool]
async fn hoard(elicit: Elicit, pages: usize) -> Result<String> {
    read(&elicit, pages).await
}

/// Reads pages.
#[prompt]
async fn recite(elicit: Elicit, pages: usize) -> Result<String> {
    read(&elicit, pages).await
}

fn hoarding() -> ServerBuilder {
    server!().tool::<hoard>().prompt::<recite>()
}

#[tokio::test]
async fn what_is_kept_between_rounds_has_a_limit() {
    let page = |_: &str, _: &Value| accept(json!({ "text": "x".repeat(10_000) }));
    for (place, mut person) in everywhere(hoarding).await {
        let few = person.call("hoard", json!({ "pages": 4 }), page).await;
        assert_eq!(text(&few), "40000", "{place}");
        person.asked.clear();
        let many = person.call("hoard", json!({ "pages": 40 }), page).await;
        if !place.starts_with(MODERN) {
            assert_eq!(text(&many), "400000", "{place}");
            continue;
        }
        let why = "tool `hoard`: the `requestState` exceeds 64 KiB: return less from `Context::once`, or ask for less";
        assert_eq!((text(&many), &many["result"]["isError"]), (why, &json!(true)), "{place}");
        assert_eq!(person.asked.len(), 5, "{place}");
        let states =
            person.heard.iter().filter_map(|heard| heard["result"]["requestState"].as_str());
        let longest = states.map(str::len).max().unwrap();
        assert!((LONGEST / 2..=LONGEST).contains(&longest), "{place} {longest}");
        let params = json!({ "name": "recite", "arguments": { "pages": "40" } });
        let many = person.request("prompts/get", params, page).await;
        let why = "prompt `recite`: the `requestState` exceeds 64 KiB: return less from `Context::once`, or ask for less";
        assert_eq!(many["error"]["message"], why, "{place}");
    }
}

#[derive(Clone, Default)]
struct Alive(Arc<AtomicUsize>);

struct OneOf(Alive);

impl Drop for OneOf {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Waits for an answer.
#[tool]
async fn wait(elicit: Elicit, alive: State<Alive>) -> Result<String> {
    alive.0.fetch_add(1, Ordering::Relaxed);
    let _alive = OneOf(Alive::clone(&alive));
    Ok(elicit.form::<Confirm>("Well?").await?.accepted().is_some().to_string())
}

fn waiting(alive: &Alive) -> ServerBuilder {
    server!().state(alive.clone()).tool::<wait>()
}

#[tokio::test]
async fn as_many_calls_of_each_principal_wait_and_no_more() {
    let alive = Alive::default();
    let client = start(waiting(&alive)).await;
    let send = async |user: &str, params: Value| -> Response {
        let request = Request::modern("tools/call", able_to(params, &able()));
        client.send(request.header("User", user)).await
    };
    let mut most_of_one = 0;
    for (nth, user) in ["alice", "bob"].into_iter().enumerate() {
        let mut last = Value::Null;
        for _ in 0..OF_ONE / CALL + 20 {
            last = send(user, json!({ "name": "wait" })).await.json().await;
            assert_eq!(last["result"]["resultType"], "input_required");
        }
        let waiting = alive.0.load(Ordering::Relaxed);
        if nth == 0 {
            most_of_one = waiting;
        }
        assert!((100..=OF_ONE / CALL).contains(&most_of_one), "{waiting}");
        assert_eq!(waiting, (nth + 1) * most_of_one);
        // The call of the last one did not wait, and continues nevertheless.
        let retry = json!({
            "name": "wait",
            "requestState": last["result"]["requestState"],
            "inputResponses": { "question-1": accept(json!({ "ok": true })) },
        });
        assert_eq!(text(&send(user, retry).await.json().await), "true");
        assert_eq!(alive.0.load(Ordering::Relaxed), waiting);
    }
}

/// Requests that are long, and longer yet when they are read.
fn long_calls() -> Vec<(&'static str, &'static str, Value)> {
    let long = "x".repeat(3_900_000);
    let mut tokened = able_to(json!({ "name": "confirm", "arguments": { "what": "a" } }), &able());
    tokened["_meta"]["progressToken"] = long.clone().into();
    let keep = |value: Value| json!({ "name": "keep", "arguments": { "value": value } });
    vec![
        (INTERACTION, "a text", json!({ "name": "confirm", "arguments": { "what": long } })),
        (ASKING, "zeros", keep(vec![0; 500_000].into())),
        (ASKING, "arrays", keep(json!(vec![[0]; 150_000]))),
        (INTERACTION, "a token", tokened),
    ]
}

/// How much more memory may be used than after the first call: what a process allocates once, it
/// has.
const MORE: usize = 64 * 1024 * 1024;

#[tokio::test]
async fn calls_that_wait_hold_little_of_what_came_with_them() {
    for (program, what, params) in long_calls() {
        let params = able_to(params, &able());
        let call = request(1, "tools/call", params.clone()).to_string();
        let post = Request::modern("tools/call", params);
        let (mut peer, over_stdio) = Peer::spawn(program);
        // Each call is one of another caller there.
        let (client, over_http) = Client::spawn(program, &[]).await;
        let mut first = [0; 2];
        for nth in 0..5 {
            peer.send(&call).await;
            for asked in [peer.receive().await, client.send(post.clone()).await.json().await] {
                assert_eq!(asked["result"]["resultType"], "input_required", "{what}");
            }
            if nth == 0 {
                first = [over_stdio.memory(), over_http.memory()];
            }
        }
        let now = [over_stdio.memory(), over_http.memory()];
        let more = [0, 1].map(|at| now[at].saturating_sub(first[at]));
        assert!(more.iter().all(|more| *more < MORE), "{what}: {more:?} bytes more");
    }
}

/// Calls that just fit are what fills the room for those that wait: they hold no more than that.
#[tokio::test]
async fn calls_that_fill_the_room_hold_what_they_are_taken_to_hold() {
    let (client, process) = Client::spawn(ASKING, &[]).await;
    let value = json!({ "text": "x".repeat(100_000), "items": vec![[0]; 1000] });
    let params = json!({ "name": "keep", "arguments": { "value": value } });
    let send = async || {
        let request = Request::modern("tools/call", able_to(params.clone(), &able()));
        let asked = client.send(request).await.json().await;
        assert_eq!(asked["result"]["resultType"], "input_required");
    };
    send().await;
    let first = process.memory();
    for _ in 0..100 {
        send().await;
    }
    let more = process.memory().saturating_sub(first);
    assert!(more < IN_ALL, "{more}");
}

#[tokio::test]
async fn answers_that_nobody_asked_for_are_not_read() {
    let (mut peer, process) = Peer::spawn(INTERACTION);
    let mut params = json!({ "name": "confirm", "arguments": { "what": "a" } });
    let asked = peer.request("tools/call", able_to(params.clone(), &able())).await;
    params["requestState"] = asked["result"]["requestState"].clone();
    params["inputResponses"] = json!({ "question-1": accept(json!({ "ok": true })) });
    let before = process.peak_memory();
    let line = request(7, "tools/call", able_to(params, &able())).to_string();
    let many: String = (0..1_200_000).map(|nth| format!(r#""{nth}":[0],"#)).collect();
    let line = line.replacen(r#""inputResponses":{"#, &format!(r#""inputResponses":{{{many}"#), 1);
    peer.send(line).await;
    assert_eq!(text(&peer.receive().await), "confirmed a");
    let more = process.peak_memory() - before;
    assert!(more < MORE, "{more}");
}

#[tokio::test]
async fn a_state_longer_than_any_is_not_opened() {
    let mut person = Person::connect(server(), MODERN).await;
    let params = json!({
        "name": "confirm",
        "arguments": { "what": "a" },
        "requestState": "A".repeat(LONGEST + 1),
    });
    let refused = person.round("tools/call", params).await;
    assert_eq!(
        refused["error"]["message"],
        "`requestState` does not belong to this request; start the request again"
    );
}

/// Asks as much at once as it is told to.
#[tool]
async fn examine(context: &Context, questions: usize) -> Result<String> {
    let json = json!({
        "method": "elicitation/create",
        "params": {
            "message": "Well?",
            "requestedSchema": { "type": "object", "properties": { "ok": { "type": "boolean" } } },
        },
    });
    let form = || serde_json::from_value(json.clone()).map_err(mcp_runtime::Error::other);
    let requests: InputRequests =
        (0..questions).map(|nth| Ok((nth.to_string(), form()?))).collect::<Result<_>>()?;
    Ok(context.ask_all(requests).await?.len().to_string())
}

#[tokio::test]
async fn a_call_asks_so_many_questions_at_once_and_no_more() {
    for (place, mut person) in everywhere(|| server!().tool::<examine>()).await {
        let done = person.call("examine", json!({ "questions": 200 }), yes).await;
        assert_eq!(text(&done), "200", "{place}");
    }
    for version in FORMS {
        let mut person = Person::connect(server!().tool::<examine>(), version).await;
        let done = person.call("examine", json!({ "questions": 300 }), yes).await;
        let why = "a call can ask at most 256 questions at the same time";
        assert_eq!((text(&done), &done["result"]["isError"]), (why, &json!(true)), "{version}");
    }
}

#[tokio::test(start_paused = true)]
async fn of_ten_thousand_abandoned_questions_nothing_is_left() {
    for (seconds, questions) in [(5, 300), (120, 10_000)] {
        let time = Duration::from_secs(seconds);
        let alive = Alive::default();
        let base = waiting(&alive);
        // Two minutes are the most, whatever time there is to answer.
        let server =
            if seconds == 5 { base.limits(Limits::new().answer_timeout(time)) } else { base };
        let mut person = Person::connect(server, MODERN).await;
        for _ in 0..questions {
            person.round("tools/call", json!({ "name": "wait" })).await;
            person.heard.clear();
        }
        let waiting = alive.0.load(Ordering::Relaxed);
        assert!((100..=OF_ONE / CALL).contains(&waiting), "{waiting}");
        tokio::time::sleep(time - Duration::from_millis(1)).await;
        assert_eq!(alive.0.load(Ordering::Relaxed), waiting);
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert_eq!(alive.0.load(Ordering::Relaxed), 0);
    }
}
