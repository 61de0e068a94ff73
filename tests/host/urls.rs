//! Servers at a URL that are not there, refuse, or fail for a while.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse as _, Response};
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{handlers, tool};
use mcp_runtime_host::client::{
    Authorize, AuthorizeFuture, Error, HttpRefusal, HttpTransport, OutgoingRequest,
};
use mcp_runtime_host::{CallError, CallOutcome, Clients, HostEvent, ServerState};
use mcp_runtime_testing::json;
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep, timeout};
use tower::Service as _;

use crate::DEADLINE;

/// A server, and what stands before it.
#[derive(Clone)]
pub(crate) struct Front(Arc<Mutex<FrontState>>);

struct FrontState {
    server: Router,
    /// What the next requests are answered with.
    refusals: VecDeque<Refusal>,
    /// How many requests there were.
    requests: usize,
    /// How many sessions were to be opened.
    opened: usize,
    writes: Writes,
}

/// What a call has in its body.
const CALL: &str = "\"tools/call\"";

pub(crate) struct Refusal {
    status: StatusCode,
    retry_after: &'static str,
    /// Whether the server gets the request first.
    is_late: bool,
    /// What only such requests have in their method and body: others pass.
    only: &'static str,
}

impl From<StatusCode> for Refusal {
    fn from(status: StatusCode) -> Self {
        Self { status, retry_after: "", is_late: false, only: "" }
    }
}

/// What was written.
#[derive(Clone, Default)]
struct Writes(Arc<AtomicUsize>);

#[handlers]
impl Writes {
    /// Writes.
    #[tool]
    fn write(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Counts its own calls, which nobody minds.
    #[tool(read_only)]
    fn read(&self) -> usize {
        self.write()
    }
}

fn server(writes: &Writes) -> Router {
    let server = mcp_test_support::interaction::interaction()
        .handlers(writes.clone())
        .build()
        .unwrap()
        .into_http()
        .deprecated_http_sse("/sse");
    Router::new().fallback_service(server)
}

impl Front {
    /// Serves at this address, and refuses what it is told to.
    pub(crate) async fn serve(address: SocketAddr) -> (SocketAddr, Self) {
        let writes = Writes::default();
        let server = server(&writes);
        let refusals = VecDeque::new();
        let front = Self(Arc::new(Mutex::new(FrontState {
            server,
            refusals,
            requests: 0,
            opened: 0,
            writes,
        })));
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let router = Router::new().fallback(answer).with_state(front.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (address, front)
    }

    pub(crate) fn refuse<R: Into<Refusal>>(&self, refusals: impl IntoIterator<Item = R>) {
        self.0.lock().unwrap().refusals.extend(refusals.into_iter().map(Into::into));
    }

    /// Refuses the next calls, and nothing that a group asks for beside them.
    fn refuse_calls<R: Into<Refusal>>(&self, refusals: impl IntoIterator<Item = R>) {
        self.refuse_only(CALL, refusals);
    }

    /// Refuses the next requests that have this in their method and body.
    pub(crate) fn refuse_only<R: Into<Refusal>>(
        &self,
        only: &'static str,
        refusals: impl IntoIterator<Item = R>,
    ) {
        let refusals = refusals.into_iter().map(Into::into);
        self.refuse(refusals.map(|refusal| Refusal { only, ..refusal }));
    }

    /// How many requests are still to be refused.
    pub(crate) fn left(&self) -> usize {
        self.0.lock().unwrap().refusals.len()
    }

    pub(crate) fn accept(&self) {
        self.0.lock().unwrap().refusals.clear();
    }

    fn requests(&self) -> usize {
        self.0.lock().unwrap().requests
    }

    pub(crate) fn opened(&self) -> usize {
        self.0.lock().unwrap().opened
    }

    /// Replaces the server, whose sessions are gone.
    fn restart(&self) {
        let mut front = self.0.lock().unwrap();
        front.server = server(&front.writes);
    }

    fn writes(&self) -> usize {
        self.0.lock().unwrap().writes.0.load(Ordering::Relaxed)
    }
}

async fn answer(State(front): State<Front>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let seen = format!("{} {}", head.method, String::from_utf8_lossy(&body));
    let request = Request::from_parts(head, axum::body::Body::from(body));
    let (mut server, refusal) = {
        let mut front = front.0.lock().unwrap();
        front.requests += 1;
        front.opened += usize::from(seen.contains("\"initialize\""));
        let is_meant = front.refusals.front().is_some_and(|next| seen.contains(next.only));
        let refusal = if is_meant { front.refusals.pop_front() } else { None };
        (front.server.clone(), refusal)
    };
    let Some(Refusal { status, retry_after, is_late, .. }) = refusal else {
        return server.call(request).await.unwrap();
    };
    if is_late {
        let response = server.call(request).await.unwrap();
        axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    }
    (status, [(RETRY_AFTER, retry_after)]).into_response()
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

pub(crate) async fn call(clients: &Clients) -> Result<String, CallError> {
    clients.call("web__echo", json!({ "text": "hello" })).await.map(|result| result.text())
}

pub(crate) async fn until(
    clients: &Clients,
    is_meant: impl Fn(&ServerState) -> bool,
) -> ServerState {
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
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let clients = connect(address).await;
    until(&clients, ServerState::is_ready).await;
    for _ in 0..2 {
        front.refuse_calls([StatusCode::BAD_GATEWAY]);
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
    Front::serve(address).await;
    assert!(call(&clients).await.is_err(), "its tools are not known yet");
    until(&clients, ServerState::is_ready).await;
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    assert!(call(&clients).await.is_ok());
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_wants_a_login_is_not_tried_again_and_again() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    front.refuse([StatusCode::UNAUTHORIZED; 50]);
    let clients = connect(address).await;
    until(&clients, |state| matches!(state, ServerState::NeedsLogin { .. })).await;
    let left = front.left();
    sleep(Duration::from_secs(2)).await;
    assert_eq!(front.left(), left);
    front.accept();
    assert!(clients.reconnect("web"));
    until(&clients, ServerState::is_ready).await;
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_url_without_a_server_fails_at_once() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    front.refuse([StatusCode::NOT_FOUND; 50]);
    let clients = connect(address).await;
    let failed = until(&clients, |state| matches!(state, ServerState::Failed { .. })).await;
    assert!(failed.to_string().contains("404"), "{failed}");
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_says_when_to_come_back_is_asked_then() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let refused = Refusal { retry_after: "2", ..StatusCode::SERVICE_UNAVAILABLE.into() };
    front.refuse([refused]);
    let began = Instant::now();
    let clients = connect(address).await;
    until(&clients, |state| matches!(state, ServerState::Lost { .. })).await;
    sleep(Duration::from_millis(1800).saturating_sub(began.elapsed())).await;
    assert_eq!(front.requests(), 1);
    until(&clients, ServerState::is_ready).await;
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
    clients.close().await;
}

/// With a server of sessions.
async fn connect_legacy(address: SocketAddr) -> Clients {
    let transport = HttpTransport::new(format!("http://{address}/mcp"));
    let builder = Clients::builder("agent", "1.0").url("web", transport);
    let legacy = ProtocolVersion::LATEST_LEGACY;
    let clients = builder.each(move |_, client| client.version(legacy)).connect().await.unwrap();
    until(&clients, ServerState::is_ready).await;
    clients
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_a_proxy_does_not_know_the_session_of_is_not_made_again() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let clients = connect_legacy(address).await;
    let refusal = || Refusal { is_late: true, ..StatusCode::NOT_FOUND.into() };
    front.refuse_calls([refusal()]);
    let error = clients.call("web__write", ()).await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Unknown, "{error}");
    assert!(error.to_string().contains("check before you call it again"), "{error}");
    assert_eq!((error.state(), front.writes()), (Some(&ServerState::Ready), 1));
    assert_eq!(clients.call("web__write", ()).await.unwrap().text(), "2");
    // What changes nothing is called once more.
    front.refuse_calls([refusal()]);
    assert_eq!(clients.call("web__read", ()).await.unwrap().text(), "4");
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn subscriptions_survive_the_sessions_of_a_server() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let clients = connect_legacy(address).await;
    clients.subscribe("web", "test://clock").await.unwrap();
    front.restart();
    // The server itself says that it has not taken it.
    assert_eq!(clients.call("web__write", ()).await.unwrap().text(), "1");
    let mut events = clients.events();
    // The subscription is made again beside the next calls.
    let told = async {
        loop {
            clients.call("web__tick", ()).await.unwrap();
            let event = timeout(Duration::from_millis(100), events.next()).await;
            if let Ok(Some(HostEvent::Resource { uri, .. })) = event {
                return uri;
            }
        }
    };
    assert_eq!(timeout(DEADLINE, told).await.unwrap(), "test://clock");
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_whose_login_is_over_waits_for_another_one() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let clients = connect(address).await;
    until(&clients, ServerState::is_ready).await;
    front.refuse_calls([StatusCode::UNAUTHORIZED; 50]);
    let error = call(&clients).await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::Refused, "{error}");
    until(&clients, |state| matches!(state, ServerState::NeedsLogin { .. })).await;
    let refused = front.left();
    assert!(refused >= 48, "{refused}");
    let error = call(&clients).await.unwrap_err();
    assert_eq!(error.outcome(), CallOutcome::NotSent, "{error}");
    assert!(error.to_string().contains("the server web needs a login"), "{error}");
    sleep(Duration::from_secs(1)).await;
    assert_eq!(front.left(), refused);
    front.accept();
    assert!(clients.reconnect("web"));
    until(&clients, ServerState::is_ready).await;
    assert!(call(&clients).await.is_ok());
    clients.close().await;
}

/// Has one token to refresh the first with.
#[derive(Default)]
struct Tokens(AtomicUsize);

impl Authorize for Tokens {
    fn headers<'a>(&'a self, _: OutgoingRequest<'a>) -> AuthorizeFuture<'a, HeaderMap> {
        Box::pin(async { Ok(HeaderMap::new()) })
    }

    fn refused<'a>(
        &'a self,
        _: OutgoingRequest<'a>,
        _: &'a HeaderMap,
        _: HttpRefusal,
    ) -> AuthorizeFuture<'a, bool> {
        Box::pin(async {
            match self.0.fetch_add(1, Ordering::Relaxed) {
                0 => Ok(true),
                _ => Err(Error::other("nobody is there to log in")),
            }
        })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_refreshed_once_before_a_login_is_needed() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let transport =
        HttpTransport::new(format!("http://{address}/mcp")).authorize(Tokens::default());
    let clients = Clients::builder("agent", "1.0").url("web", transport).connect().await.unwrap();
    until(&clients, ServerState::is_ready).await;
    front.refuse_calls([StatusCode::UNAUTHORIZED]);
    assert!(call(&clients).await.is_ok());
    front.refuse_calls([StatusCode::UNAUTHORIZED; 50]);
    let error = call(&clients).await.unwrap_err();
    assert_eq!(error.to_string(), "nobody is there to log in");
    let needs = until(&clients, |state| matches!(state, ServerState::NeedsLogin { .. })).await;
    assert_eq!(needs.to_string(), "needs a login: nobody is there to log in");
    assert!(front.left() >= 48, "{}", front.left());
    clients.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_is_asked_whether_it_is_there_if_that_is_wanted() {
    let (address, front) = Front::serve(([127, 0, 0, 1], 0).into()).await;
    let transport = HttpTransport::new(format!("http://{address}/mcp"));
    let builder = Clients::builder("agent", "1.0").url("web", transport);
    let clients = builder.keepalive(Duration::from_millis(50)).connect().await.unwrap();
    until(&clients, ServerState::is_ready).await;
    let before = front.requests();
    while front.requests() < before + 3 {
        sleep(Duration::from_millis(10)).await;
    }
    // Any answer is one.
    front.refuse([StatusCode::BAD_GATEWAY; 4]);
    until(&clients, |state| matches!(state, ServerState::Lost { .. })).await;
    until(&clients, ServerState::is_ready).await;
    clients.close().await;
}
