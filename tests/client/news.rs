//! What a server tells without being asked a question: progress, log messages, changes.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::protocol::{LoggingLevel, ProtocolVersion};
use mcp_runtime_client::Change;
use mcp_runtime_testing::json;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::{VERSIONS, agent, interaction};

#[tokio::test]
async fn progress_comes_before_the_result() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        let seen = Arc::new(Mutex::new(Vec::new()));
        let reports = Arc::clone(&seen);
        let progress = move |report: &mcp_runtime::protocol::ProgressParams| {
            reports.lock().unwrap().push(report.progress);
        };
        let call = client.call_tool("progress", json!({ "steps": 3 })).on_progress(progress);
        assert_eq!(call.await.unwrap().text(), "done");
        assert_eq!(*seen.lock().unwrap(), [1.0, 2.0, 3.0], "{version}");
    }
}

#[tokio::test]
async fn log_messages_come_from_the_level_on() {
    for &version in VERSIONS {
        let (sender, mut messages) = mpsc::unbounded_channel();
        let client = agent()
            .version(version)
            .on_log(move |message| sender.send(message.data.clone()).unwrap())
            .log_level(LoggingLevel::Warning)
            .connect(interaction())
            .await
            .unwrap();
        for (level, text) in [("info", "unheard"), ("error", "heard")] {
            let arguments = json!({ "level": level, "text": text });
            client.call_tool("log", arguments).await.unwrap();
        }
        assert_eq!(messages.try_recv().unwrap(), "heard", "{version}");
        messages.try_recv().unwrap_err();
    }
}

#[tokio::test]
async fn a_subscription_tells_of_its_resource() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        let mut clock = client.subscribe("test://clock").await.unwrap();
        client.call_tool("tick", ()).await.unwrap();
        let change = Change::Resource("test://clock".to_owned());
        assert_eq!(clock.next().await, Some(change), "{version}");
        assert_eq!(client.read_resource("test://clock").await.unwrap().text(), "1");
        drop(clock);
        client.call_tool("tick", ()).await.unwrap();
    }
}

#[tokio::test]
async fn lists_tell_of_their_changes() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        let mut lists = client.listen([Change::Tools]).await.unwrap();
        client.call_tool("grow", ()).await.unwrap();
        assert!(lists.is_granted(&Change::Tools) && !lists.is_granted(&Change::Prompts));
        assert_eq!(lists.next().await, Some(Change::Tools), "{version}");
        let tools = client.list_tools().await.unwrap();
        assert!(tools.iter().any(|tool| tool.name == "extra_1"), "{version}");
    }
}

#[tokio::test]
async fn a_handler_hears_of_changes_without_a_subscription() {
    for version in [ProtocolVersion::LATEST_LEGACY, ProtocolVersion::LATEST] {
        let (sender, mut changes) = mpsc::unbounded_channel();
        let client = agent()
            .version(version)
            .on_change(move |change| sender.send(change.clone()).unwrap())
            .connect(interaction())
            .await
            .unwrap();
        client.call_tool("grow", ()).await.unwrap();
        let change = timeout(Duration::from_secs(10), changes.recv()).await;
        assert_eq!(change, Ok(Some(Change::Tools)), "{version}");
    }
}

#[tokio::test]
async fn a_dropped_subscription_ends_at_the_server() {
    for &version in VERSIONS {
        let client = agent().version(version).connect(interaction()).await.unwrap();
        // More than a server allows at once, if they stayed.
        for _ in 0..200 {
            let clock = client.subscribe("test://clock").await.unwrap();
            drop(clock);
        }
        let mut clock = client.subscribe("test://clock").await.unwrap();
        client.ping().await.unwrap();
        client.call_tool("tick", ()).await.unwrap();
        assert!(clock.next().await.is_some(), "{version}");
    }
}
