//! Lists of tools, and what changes in them.

use std::time::Duration;

use mcp_runtime_host::HostEvent;
use tokio::time::{sleep, timeout};

use crate::Roof;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_other_tools_after_a_restart_tells_of_them() {
    let roof = Roof::start("changes", "changes").await;
    let turn = roof.clients.tools();
    let mut changes = roof.clients.events();
    assert!(turn.get("faulty__huge").is_some() && turn.get("faulty__new").is_none());
    roof.kill();
    let told = async {
        loop {
            // The first lists of all may be told of, too.
            match changes.next().await.unwrap() {
                HostEvent::Tools { server, added, removed, changed }
                    if server == "faulty" && !removed.is_empty() =>
                {
                    return (added, removed, changed);
                }
                _ => {}
            }
        }
    };
    let (added, removed, changed) = timeout(crate::DEADLINE, told).await.unwrap();
    assert_eq!(
        (added, removed, changed),
        (vec!["new".into()], vec!["huge".into()], vec!["changing".into()])
    );
    // The names of the turn stay, and what is gone says so.
    assert!(turn.get("faulty__huge").is_some());
    assert_eq!(roof.call("huge").await.unwrap_err().to_string(), "there is no tool faulty__huge");
    assert_eq!(roof.call("new").await.unwrap(), "new");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_changes_in_a_second_are_two_lists() {
    let roof = Roof::start("storm", "").await;
    let before = roof.count("lists");
    assert_eq!(roof.call("storm").await.unwrap(), "storm");
    sleep(Duration::from_secs(3)).await;
    let lists = roof.count("lists") - before;
    assert!((1..=2).contains(&lists), "{lists}");
    roof.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_stay_listed_while_their_server_is_restarted() {
    let roof = Roof::start("stays-listed", "").await;
    let before = roof.clients.tools().iter().count();
    assert_eq!(before, 3 * 14);
    roof.kill();
    for _ in 0..100 {
        assert_eq!(roof.clients.tools().iter().count(), before);
        sleep(Duration::from_millis(5)).await;
    }
    roof.end().await;
}
