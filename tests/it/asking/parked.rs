//! Calls that wait for their answers where they stopped, and those that run again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::{Context, Progress, State};

use super::*;

/// How often the handler started, and how many of them are alive.
#[derive(Clone, Default)]
struct Counts(Arc<[AtomicUsize; 2]>);

struct Alive(Counts);

impl Counts {
    fn start(&self) -> Alive {
        for count in self.0.iter() {
            count.fetch_add(1, Ordering::Relaxed);
        }
        Alive(self.clone())
    }

    fn get(&self) -> [usize; 2] {
        [0, 1].map(|at| self.0[at].load(Ordering::Relaxed))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.0[1].fetch_sub(1, Ordering::Relaxed);
    }
}

/// Asks twice, and tells of its progress between.
#[tool]
async fn twice(progress: Progress, elicit: Elicit, counts: State<Counts>) -> Result<String> {
    let _alive = counts.start();
    progress.report(1).await;
    let first = elicit.form::<Confirm>("First?").await?.accepted().is_some();
    progress.report(2).await;
    let second = elicit.form::<Confirm>("Second?").await?.accepted().is_some();
    progress.report(3).await;
    Ok(format!("{first} {second}"))
}

fn counted() -> (Counts, ServerBuilder) {
    let counts = Counts::default();
    let server = server!().state(counts.clone()).tool::<twice>();
    (counts, server)
}

/// One round: the progress of it by its tokens, and the result.
async fn round(person: &mut Person, params: &Value, token: &str) -> (Vec<Value>, Value) {
    let mut params = person.params(params.clone());
    params["_meta"]["progressToken"] = token.into();
    let id = person.peer().start("tools/call", params).await;
    let mut progress = Vec::new();
    loop {
        let mut message = person.peer().receive().await;
        if message["id"] == id {
            return (progress, message);
        }
        let params = message["params"].take();
        progress.push(json!([params["progressToken"], params["progress"]]));
    }
}

fn answered(asked: &Value) -> Value {
    let result = &asked["result"];
    let mut params = json!({ "name": "twice", "requestState": result["requestState"] });
    for key in result["inputRequests"].as_object().unwrap().keys() {
        params["inputResponses"][key] = accept(json!({ "ok": true }));
    }
    params
}

#[tokio::test]
async fn a_parked_call_goes_on_and_tells_whoever_asked_last() {
    let (counts, server) = counted();
    let mut person = Person::connect(server, MODERN).await;
    let (progress, asked) = round(&mut person, &json!({ "name": "twice" }), "a").await;
    assert_eq!((progress, counts.get()), (vec![json!(["a", 1.0])], [1, 1]));
    let (progress, asked) = round(&mut person, &answered(&asked), "b").await;
    assert_eq!((progress, counts.get()), (vec![json!(["b", 2.0])], [1, 1]));
    let (progress, done) = round(&mut person, &answered(&asked), "c").await;
    assert_eq!((progress, counts.get()), (vec![json!(["c", 3.0])], [1, 0]));
    assert_eq!(text(&done), "true true");
}

#[tokio::test]
async fn without_parking_each_round_is_a_run_from_the_start() {
    let (counts, server) = counted();
    let mut person = Person::connect(server.without_parking(), MODERN).await;
    let (progress, asked) = round(&mut person, &json!({ "name": "twice" }), "a").await;
    assert_eq!((progress, counts.get()), (vec![json!(["a", 1.0])], [1, 0]));
    let (_, asked) = round(&mut person, &answered(&asked), "b").await;
    assert_eq!(counts.get(), [2, 0]);
    let (progress, done) = round(&mut person, &answered(&asked), "c").await;
    let all = ["1.0", "2.0", "3.0"].map(|done| json!(["c", done.parse::<f64>().unwrap()]));
    assert_eq!((progress, counts.get()), (all.to_vec(), [3, 0]));
    assert_eq!(text(&done), "true true");
}

#[tokio::test(start_paused = true)]
async fn abandoned_calls_are_dropped_after_a_time_and_run_again_when_they_are_answered() {
    let (counts, server) = counted();
    let mut person = Person::connect(server, MODERN).await;
    let (_, asked) = round(&mut person, &json!({ "name": "twice" }), "a").await;
    for _ in 0..1000 {
        round(&mut person, &json!({ "name": "twice" }), "a").await;
    }
    let [started, alive] = counts.get();
    assert_eq!(started, 1001);
    assert!((1..=256).contains(&alive), "{alive}");
    tokio::time::sleep(Duration::from_secs(121)).await;
    assert_eq!(counts.get(), [1001, 0]);
    let (_, asked) = round(&mut person, &answered(&asked), "b").await;
    assert_eq!(counts.get(), [1002, 1]);
    assert_eq!(text(&round(&mut person, &answered(&asked), "c").await.1), "true true");
}

/// Swallows whatever goes wrong.
#[tool]
async fn careless(context: &Context) -> String {
    let answer = context.elicit().form::<Confirm>("Well?").await;
    format!("{}", answer.ok().and_then(Answer::accepted).is_some_and(|answer| answer.ok))
}

/// Asks from a task of its own.
#[tool]
async fn elsewhere(elicit: Elicit) -> Result<String> {
    let task = tokio::spawn(async move { elicit.form::<Confirm>("Well?").await });
    let answer = task.await.map_err(mcp_runtime::Error::other)??;
    Ok(format!("{}", answer.accepted().is_some()))
}

/// Starts a task that asks, and does not care.
#[tool]
async fn leaves(elicit: Elicit, counts: State<Counts>) -> String {
    let alive = counts.start();
    tokio::spawn(async move {
        let _alive = alive;
        let _ = elicit.form::<Confirm>("Well?").await;
    });
    tokio::time::sleep(Duration::from_millis(1)).await;
    "left".to_owned()
}

#[tokio::test]
async fn a_suspension_cannot_be_swallowed_and_may_come_from_another_task() {
    for version in ["2025-06-18", "2025-11-25", MODERN] {
        for parks in [true, false] {
            let server = server!().tool::<careless>().tool::<elsewhere>();
            let server = if parks { server } else { server.without_parking() };
            let mut person = Person::connect(server, version).await;
            for tool in ["careless", "elsewhere"] {
                let says = |_: &str, _: &Value| accept(json!({ "ok": true }));
                assert_eq!(text(&person.call(tool, json!({}), says).await), "true", "{version}");
            }
            assert_eq!(person.asked.len(), 2);
        }
    }
}

#[tokio::test]
async fn tasks_that_still_ask_end_with_their_call() {
    for version in ["2025-11-25", MODERN] {
        let counts = Counts::default();
        let server = server!().state(counts.clone()).tool::<leaves>().without_parking();
        let mut person = Person::connect(server, version).await;
        for _ in 0..100 {
            let params = json!({ "name": "leaves", "arguments": {} });
            let params = if version == MODERN { person.params(params) } else { params };
            let id = person.peer().start("tools/call", params).await;
            let is_answer = |message: &Value| message["id"] == id && message["method"].is_null();
            while !is_answer(&person.peer().receive().await) {}
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        assert_eq!(counts.get(), [100, 0], "{version}");
    }
}
