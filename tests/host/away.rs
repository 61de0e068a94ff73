//! Servers at a URL that are away for a while, or answer what is no answer.

use std::time::Duration;

use axum::http::StatusCode;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_host::client::HttpTransport;
use mcp_runtime_host::{Clients, ServerState};
use tokio::time::{Instant, sleep};

use crate::urls::{Front, call, until};

/// Whatever a server answers to a ping, it is there.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_none_is_a_sign_of_life() {
    for status in [200, 202, 204, 400, 405, 429] {
        let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
        let status = StatusCode::from_u16(status).unwrap();
        front.refuse_only("\"ping\"", [status; 10_000].into_iter());
        let transport = HttpTransport::new(format!("http://{address}/mcp"));
        let builder = Clients::builder("agent", "1.0").url("web", transport);
        let legacy = ProtocolVersion::LATEST_LEGACY;
        let builder = builder.each(move |_, client| client.version(legacy));
        let clients = builder.keepalive(Duration::from_millis(20)).connect().await.unwrap();
        until(&clients, ServerState::is_ready).await;
        let pinged = front.left();
        // A session each time would be opened after half a second, and then after a second.
        sleep(Duration::from_secs(1)).await;
        assert!(front.left() < pinged, "{status}");
        assert_eq!(front.opened(), 1, "{status}");
        clients.close().await;
    }
}

/// The server of HTTP+SSE refuses the POST of newer ones with 405, as one that is none.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_of_http_sse_that_is_away_for_a_moment_is_tried_again() {
    for status in [503, 502, 429, 408] {
        let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
        front.refuse_only("GET ", [StatusCode::from_u16(status).unwrap(); 2]);
        let began = Instant::now();
        let transport = HttpTransport::new(format!("http://{address}/sse"));
        let builder = Clients::builder("agent", "1.0").url("web", transport);
        let clients = builder.wait(Duration::from_millis(100)).connect().await.unwrap();
        until(&clients, ServerState::is_ready).await;
        assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        assert!(call(&clients).await.is_ok());
        assert_eq!(front.left(), 0);
        clients.close().await;
    }
}

/// What is in front of a server answers 404 while the server is replaced, for as long as that takes.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_was_there_is_lost_and_has_not_failed() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let transport = HttpTransport::new(format!("http://{address}/mcp"));
    let builder = Clients::builder("agent", "1.0").url("web", transport);
    let clients = builder.keepalive(Duration::from_millis(20)).connect().await.unwrap();
    until(&clients, ServerState::is_ready).await;
    let tools = clients.tools().iter().count();
    for status in [StatusCode::NOT_FOUND, StatusCode::BAD_REQUEST, StatusCode::METHOD_NOT_ALLOWED] {
        front.refuse([StatusCode::NOT_FOUND; 2]);
        front.refuse([status; 3]);
        until(&clients, |state| matches!(state, ServerState::Lost { .. })).await;
        assert_eq!(clients.tools().iter().count(), tools);
        until(&clients, |state| {
            assert!(!matches!(state, ServerState::Failed { .. }), "{state}");
            state.is_ready()
        })
        .await;
        front.accept();
    }
    clients.close().await;
}
