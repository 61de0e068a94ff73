//! The time limit of a tool is for the tool, and not for whoever it asks.

use mcp_runtime::Limits;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::*;

const HOUR: Duration = Duration::from_secs(3600);

/// Works, asks, and works again.
#[tool(timeout = "10s")]
async fn work(before: u64, after: u64, elicit: Elicit) -> Result<&'static str> {
    sleep(Duration::from_secs(before)).await;
    elicit.form::<Confirm>("Go on?").await?;
    sleep(Duration::from_secs(after)).await;
    Ok("done")
}

/// Asks in a task of its own, and waits for nothing.
#[tool(timeout = "10s")]
async fn aside(elicit: Elicit) -> Result<&'static str> {
    let asked = tokio::spawn(async move { elicit.form::<Confirm>("Go on?").await });
    asked.await.map_err(mcp_runtime::Error::other)??;
    sleep(Duration::from_secs(9)).await;
    Ok("done")
}

/// Calls a tool, and answers its question after an hour.
async fn answer_late(tool: &str, arguments: Value) -> (String, Duration) {
    let server =
        server!().tool::<work>().tool::<aside>().limits(Limits::new().answer_timeout(HOUR * 2));
    let mut person = Person::connect(server, "2025-11-25").await;
    let peer = person.peer();
    let id = peer.start_call(tool, arguments).await;
    let asked = peer.receive().await;
    sleep(HOUR).await;
    let answered = Instant::now();
    let result = accept(json!({ "ok": true }));
    peer.send(json!({ "jsonrpc": "2.0", "id": asked["id"], "result": result })).await;
    let done = peer.answer(id).await;
    (text(&done).to_owned(), answered.elapsed())
}

#[tokio::test(start_paused = true)]
async fn the_time_of_people_does_not_count() {
    let arguments = json!({ "before": 4, "after": 5 });
    assert_eq!(answer_late("work", arguments).await.0, "done");
    assert_eq!(answer_late("aside", json!({})).await.0, "done");
}

#[tokio::test(start_paused = true)]
async fn the_time_of_the_tool_does() {
    let (done, after) = answer_late("work", json!({ "before": 4, "after": 60 })).await;
    assert_eq!(done, "tool `work` took longer than 10s");
    // What was left of it.
    assert_eq!(after.as_secs(), 6);
}
