//! Callers of this machine whom nothing tells apart: many connections are not many callers.

use std::time::Duration;

use mcp_runtime::{Limits, server};
use mcp_test_support::http::serve;

use super::proxies::{call, draw, endless};

/// How many of two hundred are served, each over a connection of its own.
#[tokio::test]
async fn a_rate_is_not_evaded_by_connections() {
    let client = serve(server!().tool::<draw>().build().unwrap().into_http()).await;
    let mut served = 0;
    for _ in 0..200 {
        served += usize::from(call(client, "draw", &[]).await["result"]["isError"] != true);
    }
    assert_eq!(served, 3);
}

/// How many tasks are kept of callers with as many connections as they like.
#[tokio::test]
async fn the_tasks_of_many_connections_are_those_of_one_caller() {
    let http = server!()
        .limits(Limits::new().drain_timeout(Duration::ZERO))
        .tool::<endless>()
        .build()
        .unwrap();
    let client = serve(http.into_http()).await;
    let mut kept = 0;
    for _ in 0..1_030 {
        kept += usize::from(call(client, "endless", &[]).await["result"]["taskId"].is_string());
    }
    assert_eq!(kept, 64);
}
