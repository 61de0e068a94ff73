//! Servers at a URL that are not there, refuse, or fail for a while.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State as Shared};
use axum::http::StatusCode;
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse as _, Response};
use mcp_runtime_host::client::HttpTransport;
use mcp_runtime_host::{CallError, CallOutcome, Clients, ServerState};
use mcp_runtime_testing::json;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep, timeout};

use crate::DEADLINE;

/// The statuses with which the next requests are refused.
type Refusals = Arc<Mutex<VecDeque<StatusCode>>>;

async fn refuse(Shared(refusals): Shared<Refusals>, request: Request, next: Next) -> Response {
    let refusal = refusals.lock().unwrap().pop_front();
    match refusal {
        Some(status) => status.into_response(),
        None => next.run(request).await,
    }
}

/// Serves at this address, and refuses what it is told to.
async fn serve(address: SocketAddr) -> (SocketAddr, Refusals) {
    let refusals = Refusals::default();
    let listener = TcpListener::bind(address).await.unwrap();
    let address = listener.local_addr().unwrap();
    let http = mcp_tests::interaction::interaction().build().unwrap().into_http();
    let router = Router::new().fallback_service(http);
    let router = router.layer(from_fn_with_state(Arc::clone(&refusals), refuse));
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, refusals)
}

/// An address at which nothing listens.
async fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap()
}

async fn connect(address: SocketAddr) -> Clients {
    let transport = HttpTransport::new(format!("http://{address}/mcp"));
    let builder = Clients::builder("agent", "1.0").url("web", transport);
    builder.wait(Duration::from_millis(500)).connect().await.unwrap()
}

async fn call(clients: &Clients) -> Result<String, CallError> {
    clients.call("web__echo", json!({ "text": "hello" })).await.map(|result| result.text())
}

async fn until(clients: &Clients, is_meant: impl Fn(&ServerState) -> bool) -> ServerState {
    let reached = async {
        loop {
            let state = clients.status().remove(0).state;
            if is_meant(&state) {
                return state;
            }
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(DEADLINE, reached).await.unwrap_or_else(|_| panic!("{:?}", clients.status()))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_gateway_that_fails_for_a_moment_leaves_the_server_ready() {
    let (address, refusals) = serve(([127, 0, 0, 1], 0).into()).await;
    let clients = connect(address).await;
    until(&clients, ServerState::is_ready).await;
    for _ in 0..2 {
        refusals.lock().unwrap().push_back(StatusCode::BAD_GATEWAY);
        let error = call(&clients).await.unwrap_err();
        assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
        assert_eq!(error.state(), Some(&ServerState::Ready));
    }
    assert!(call(&clients).await.is_ok());
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_gone_is_lost_and_is_back_once_it_answers() {
    let address = free().await;
    let clients = connect(address).await;
    let lost = until(&clients, |state| matches!(state, ServerState::Lost { .. })).await.to_string();
    assert!(lost.contains("is restarting"), "{lost}");
    let began = Instant::now();
    serve(address).await;
    assert!(call(&clients).await.is_err(), "its tools are not known yet");
    until(&clients, ServerState::is_ready).await;
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert!(call(&clients).await.is_ok());
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_wants_a_login_is_not_tried_again_and_again() {
    let (address, refusals) = serve(([127, 0, 0, 1], 0).into()).await;
    refusals.lock().unwrap().extend([StatusCode::UNAUTHORIZED; 50]);
    let clients = connect(address).await;
    until(&clients, |state| matches!(state, ServerState::NeedsLogin { .. })).await;
    let left = refusals.lock().unwrap().len();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(refusals.lock().unwrap().len(), left);
    refusals.lock().unwrap().clear();
    assert!(clients.reconnect("web"));
    until(&clients, ServerState::is_ready).await;
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_url_without_a_server_fails_at_once() {
    let (address, refusals) = serve(([127, 0, 0, 1], 0).into()).await;
    refusals.lock().unwrap().extend([StatusCode::NOT_FOUND; 50]);
    let clients = connect(address).await;
    let failed = until(&clients, |state| matches!(state, ServerState::Failed { .. })).await;
    assert!(failed.to_string().contains("404"), "{failed}");
    clients.close().await;
}
