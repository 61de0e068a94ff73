//! Calls that become tasks, in both systems.

mod receiving;
mod scripted;

use mcp_runtime::client::{Client, ClientBuilder, HttpTransport, Started, TaskHandle};
use mcp_runtime::protocol::{ProtocolVersion, TaskStatus};
use mcp_runtime::testing::json;
use mcp_runtime::{Accepted, ServerBuilder, server};
use mcp_tests::http::serve;
use mcp_tests::tasks::Jobs;
use serde_json::Value;

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
        let (mut last, mut messages) = (None, Vec::new());
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
