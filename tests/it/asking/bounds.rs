//! How much a call that asks can keep, and make the server keep.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::State;
use mcp_tests::http::{Request, Response};

use super::http::start;
use super::*;

/// The longest state that is given to a client.
const LONGEST: usize = 64 * 1024;

/// How many calls of one principal wait.
const MOST_OF_ONE: usize = 256;

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
        let why = "tool `hoard` asks more than can be kept between rounds";
        assert_eq!((text(&many), &many["result"]["isError"]), (why, &json!(true)), "{place}");
        assert_eq!(person.asked.len(), 5, "{place}");
        let states =
            person.heard.iter().filter_map(|heard| heard["result"]["requestState"].as_str());
        let longest = states.map(str::len).max().unwrap();
        assert!((LONGEST / 2..=LONGEST).contains(&longest), "{place} {longest}");
        let params = json!({ "name": "recite", "arguments": { "pages": "40" } });
        let many = person.request("prompts/get", params, page).await;
        let why = "prompt `recite` asks more than can be kept between rounds";
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
    for (nth, user) in ["alice", "bob"].into_iter().enumerate() {
        let mut last = Value::Null;
        for _ in 0..MOST_OF_ONE + 20 {
            last = send(user, json!({ "name": "wait" })).await.json().await;
            assert_eq!(last["result"]["resultType"], "input_required");
        }
        assert_eq!(alive.0.load(Ordering::Relaxed), (nth + 1) * MOST_OF_ONE);
        // The call of the last one did not wait, and goes on nevertheless.
        let retry = json!({
            "name": "wait",
            "requestState": last["result"]["requestState"],
            "inputResponses": { "question-1": accept(json!({ "ok": true })) },
        });
        assert_eq!(text(&send(user, retry).await.json().await), "true");
        assert_eq!(alive.0.load(Ordering::Relaxed), (nth + 1) * MOST_OF_ONE);
    }
}

#[tokio::test(start_paused = true)]
async fn of_ten_thousand_abandoned_questions_nothing_is_left() {
    for (seconds, questions) in [(5, 300), (120, 10_000)] {
        let time = Duration::from_secs(seconds);
        let alive = Alive::default();
        let server = waiting(&alive);
        // Two minutes are the most, whatever time there is to answer.
        let server = if seconds == 5 { server.answer_timeout(time) } else { server };
        let mut person = Person::connect(server, MODERN).await;
        for _ in 0..questions {
            person.round("tools/call", json!({ "name": "wait" })).await;
            person.heard.clear();
        }
        assert_eq!(alive.0.load(Ordering::Relaxed), MOST_OF_ONE);
        tokio::time::sleep(time - Duration::from_millis(1)).await;
        assert_eq!(alive.0.load(Ordering::Relaxed), MOST_OF_ONE);
        tokio::time::sleep(Duration::from_millis(2)).await;
        assert_eq!(alive.0.load(Ordering::Relaxed), 0);
    }
}
