//! Calls that become tasks, in both systems.

mod receiving;
mod scripted;

use std::time::Duration;

use mcp_runtime::protocol::{ProtocolVersion, TaskStatus};
use mcp_runtime::{Accepted, Elicit, Progress, Result, ServerBuilder, server, tool};
use mcp_runtime_client::{Client, ClientBuilder, HttpTransport, Started, TaskHandle};
use mcp_runtime_testing::json;
use mcp_test_support::http::serve;
use mcp_test_support::tasks::Jobs;
use serde_json::Value;
use tokio::time::Instant;

/// The revisions that have tasks.
const SYSTEMS: [ProtocolVersion; 2] = [ProtocolVersion::V2025_11_25, ProtocolVersion::V2026_07_28];

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0").tasks().on_elicit(|form| async move {
        let fields = form.requested_schema.properties.0.iter();
        let answer = fields.map(|(name, _)| match name.as_str() {
            "confirm" => (name.clone(), json!(true)),
            _ => (name.clone(), json!("Ann")),
        });
        Ok(Accepted(answer.collect::<serde_json::Map<_, _>>()))
    })
}

fn jobs() -> ServerBuilder {
    server!().handlers(Jobs)
}

async fn connected(version: ProtocolVersion) -> Client {
    client().version(version).connect(jobs()).await.unwrap()
}

async fn started(client: &Client, tool: &str, arguments: Value) -> TaskHandle {
    match client.start(tool, arguments).await.unwrap() {
        Started::Task(task) => task,
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_becomes_a_task_is_a_call() {
    for version in SYSTEMS {
        let client = connected(version).await;
        let arguments = json!({ "seconds": 5, "label": "it" });
        let computed: String = client.call("slow_compute", arguments).await.unwrap();
        assert_eq!(computed, "computed it", "{version}");
        let failed = client.call_tool("failing_job", ()).await.unwrap();
        assert_eq!((failed.is_error, failed.text().as_str()), (Some(true), "the job failed"));
        let error = client.call::<String>("protocol_error_job", ()).await.unwrap_err();
        assert_eq!(error.rpc().unwrap().message, "the protocol failed", "{version}");
        assert_eq!(
            client.call::<String>("greet", json!({ "name": "x" })).await.unwrap(),
            "Hello, x!"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn what_a_task_asks_is_answered() {
    for version in SYSTEMS {
        let client = connected(version).await;
        for (tool, arguments, said) in [
            ("confirm_delete", json!({ "filename": "a" }), "a is deleted"),
            ("multi_input", json!({}), "Ann and Ann"),
            ("test_tool_with_task", json!({}), "done for Ann"),
        ] {
            let task = client.start(tool, arguments).await.unwrap();
            let Started::Task(task) = task else { panic!("{tool}: {task:?}") };
            assert_eq!(task.result().await.unwrap().text(), said, "{version}");
        }
    }
}

/// Is done at once.
#[tool(task(required))]
async fn instant(progress: Progress) -> &'static str {
    progress.report_of(1, 4, "begun").await;
    tokio::task::yield_now().await;
    progress.report_of(4, 4, "ended").await;
    "done"
}

#[derive(Elicit)]
struct Named {
    name: String,
}

/// Asks a question, and then another.
#[tool(task(required))]
async fn ask_twice(elicit: Elicit) -> Result<String> {
    let Accepted(one) = elicit.form::<Named>("Who?").await? else { return Ok(String::new()) };
    let Accepted(other) = elicit.form::<Named>("And who?").await? else { return Ok(String::new()) };
    Ok(format!("{} {}", one.name, other.name))
}

/// Needs a while.
#[tool(task(required))]
async fn slow() -> &'static str {
    tokio::time::sleep(Duration::from_millis(5300)).await;
    "done"
}

/// The server announces what happens to a task, so nothing is waited for that has happened.
#[tokio::test(start_paused = true)]
async fn a_task_takes_its_client_no_longer_than_it_takes() {
    let server = || server!().tool::<instant>().tool::<ask_twice>().tool::<slow>().handlers(Jobs);
    for version in SYSTEMS {
        let client = client().version(version).connect(server()).await.unwrap();
        for (tool, arguments, said, least) in [
            ("instant", json!({}), "done", 0),
            ("ask_twice", json!({}), "Ann Ann", 0),
            ("slow", json!({}), "done", 5300),
            ("confirm_delete", json!({ "filename": "a" }), "a is deleted", 0),
            ("multi_input", json!({}), "Ann and Ann", 0),
        ] {
            let least = Duration::from_millis(least);
            for is_whole in [true, false] {
                let before = Instant::now();
                let result = if is_whole {
                    client.call_tool(tool, &arguments).await.unwrap()
                } else {
                    started(&client, tool, arguments.clone()).await.result().await.unwrap()
                };
                let taken = before.elapsed();
                assert_eq!(result.text(), said, "{version}");
                let most = least + Duration::from_millis(200);
                assert!(taken >= least && taken < most, "{tool} in {version}: {taken:?}");
            }
        }
    }
}

/// In 2026-07-28, a task has no progress, only a message.
#[tokio::test(start_paused = true)]
async fn the_progress_of_a_task_reaches_the_handler_of_its_call() {
    let server = server!().tool::<instant>();
    let client = client().version(ProtocolVersion::V2025_11_25).connect(server).await.unwrap();
    for is_whole in [true, false] {
        let (sender, mut seen) = tokio::sync::mpsc::unbounded_channel();
        let on_progress = move |progress: &mcp_runtime::protocol::ProgressParams| {
            sender.send((progress.progress, progress.total, progress.message.clone())).unwrap();
        };
        if is_whole {
            client.call_tool("instant", ()).on_progress(on_progress).await.unwrap();
        } else {
            let started = client.start("instant", ()).on_progress(on_progress).await.unwrap();
            let Started::Task(task) = started else { panic!("{started:?}") };
            task.result().await.unwrap();
        }
        let mut all = Vec::new();
        while let Some(progress) = seen.recv().await {
            all.push(progress);
        }
        let expected = [(1.0, "begun"), (4.0, "ended")]
            .map(|(progress, text)| (progress, Some(4.0), Some(text.to_owned())));
        assert_eq!(all, expected);
    }
}

#[tokio::test]
async fn a_call_over_http_is_followed_too() {
    let address = serve(jobs().build().unwrap().into_http()).await.0;
    for version in SYSTEMS {
        let server = HttpTransport::new(format!("http://{address}/mcp"));
        let client = client().version(version).connect(server).await.unwrap();
        let deleted = client.call_tool("test_tool_with_task", ()).await.unwrap();
        assert_eq!(deleted.text(), "done for Ann", "{version}");
        let task = started(&client, "slow_compute", json!({ "seconds": 600 })).await;
        task.cancel().await.unwrap();
        assert_eq!(task.status().await.unwrap().status, TaskStatus::Cancelled);
        client.close().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_handle_shows_how_a_task_goes_on() {
    for version in SYSTEMS {
        let client = connected(version).await;
        let task = started(&client, "slow_compute", json!({ "seconds": 5 })).await;
        assert_eq!(task.status().await.unwrap().status, TaskStatus::Working);
        let mut updates = task.updates();
        let mut last = None;
        let mut messages = Vec::new();
        while let Some(now) = updates.next().await.unwrap() {
            messages.extend(now.status_message);
            last = Some(now.status);
        }
        assert_eq!(last, Some(TaskStatus::Completed), "{version}");
        assert!(messages.iter().any(|message| message == "computing"), "{messages:?}");
        assert_eq!(task.result().await.unwrap().text(), "computed ");
        task.cancel().await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_left_can_be_taken_up_again() {
    for version in SYSTEMS {
        let client = connected(version).await;
        let id = started(&client, "slow_compute", json!({ "seconds": 5 })).await.leave();
        drop(client.task(&id));
        let again = client.task(&id);
        assert_eq!(again.result().await.unwrap().text(), "computed ", "{version}");
        let unknown = client.task("nothing").status().await.unwrap_err();
        assert_eq!(unknown.rpc().unwrap().code.0, -32602);
    }
}

#[tokio::test(start_paused = true)]
async fn a_task_that_is_dropped_is_cancelled() {
    for version in SYSTEMS {
        let client = connected(version).await;
        let task = started(&client, "slow_compute", json!({ "seconds": 600 })).await;
        let id = task.id().to_owned();
        drop(task);
        let error = client.task(&id).result().await.unwrap_err();
        assert!(error.to_string().contains("cancelled"), "{version}: {error}");
    }
}

#[tokio::test(start_paused = true)]
async fn only_who_declares_tasks_gets_them() {
    let client = Client::builder("agent", "1.0").connect(jobs()).await.unwrap();
    let computed: String = client.call("slow_compute", json!({ "seconds": 1 })).await.unwrap();
    assert_eq!(computed, "computed ");
    let error = client.start("slow_compute", json!({ "seconds": 1 })).await.unwrap_err();
    assert!(error.to_string().contains("ClientBuilder::tasks"), "{error}");
}
