//! Calls that wait for their answers where they stopped, and those that run again.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::{Limits, Progress, State};
use tokio::sync::Semaphore;

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

/// Asks while something beside it reports.
#[tool]
async fn beside(progress: Progress, elicit: Elicit, turn: State<Turn>) -> Result<&'static str> {
    let turn = Turn::clone(&turn);
    tokio::spawn(async move {
        for step in 1..=2 {
            turn.0[0].acquire().await.unwrap().forget();
            progress.report(step).await;
            turn.0[1].add_permits(1);
        }
    });
    elicit.form::<Confirm>("Sure?").await?;
    std::future::pending().await
}

/// When it is the turn of whoever reports, and when that has reported.
#[derive(Clone)]
struct Turn(Arc<[Semaphore; 2]>);

impl Turn {
    async fn take(&self) {
        self.0[0].add_permits(1);
        self.0[1].acquire().await.unwrap().forget();
    }
}

#[tokio::test]
async fn nothing_is_told_between_the_requests_of_a_parked_call() {
    let turn = Turn(Arc::new([0, 0].map(Semaphore::new)));
    let server = server!().state(turn.clone()).tool::<beside>();
    let mut person = Person::connect(server, MODERN).await;
    let (_, asked) = round(&mut person, &json!({ "name": "beside" }), "a").await;
    turn.take().await;
    let mut params = answered(&asked);
    params["name"] = "beside".into();
    let mut params = person.params(params);
    params["_meta"]["progressToken"] = "b".into();
    person.peer().start("tools/call", params).await;
    // It is read before what comes next.
    let id = person.peer().start("no/such/method", json!({})).await;
    assert_eq!(person.peer().receive().await["id"], id);
    turn.take().await;
    let told = person.peer().receive().await;
    assert_eq!(told["params"]["progressToken"], "b", "{told}");
    assert_eq!(told["params"]["progress"], 2.0, "{told}");
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
    let mut person = Person::connect(server.limits(Limits::new().without_parking()), MODERN).await;
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
    assert_eq!(counts.get(), [1, 1]);
    tokio::time::sleep(Duration::from_secs(121)).await;
    assert_eq!(counts.get(), [1, 0]);
    let (_, asked) = round(&mut person, &answered(&asked), "b").await;
    assert_eq!(counts.get(), [2, 1]);
    assert_eq!(text(&round(&mut person, &answered(&asked), "c").await.1), "true true");
}
