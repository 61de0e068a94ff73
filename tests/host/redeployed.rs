//! Servers behind a URL that are replaced while a host uses them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::response::Response;
use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime::{ServerBuilder, handlers, tool};
use mcp_runtime_host::client::HttpTransport;
use mcp_runtime_host::{Clients, HostEvent, ServerState};
use tokio::net::TcpListener;
use tokio::time::{Instant, sleep, timeout};
use tower::Service as _;

use crate::DEADLINE;

/// Where servers are deployed, one after the other.
#[derive(Clone)]
struct Place {
    server: Arc<Mutex<Router>>,
    opened: Arc<AtomicUsize>,
    calls: Calls,
}

#[derive(Clone, Default)]
struct Calls(Arc<AtomicUsize>);

#[handlers]
impl Calls {
    /// Counts its calls: who calls it again sees that.
    #[tool]
    fn count(&self) -> usize {
        self.0.fetch_add(1, Ordering::Relaxed) + 1
    }
}

/// What a later deployment has, too.
#[derive(Clone, Default)]
struct More;

#[handlers]
impl More {
    /// There is more.
    #[tool]
    fn more(&self) -> &'static str {
        "more"
    }
}

impl Place {
    fn builder(calls: &Calls, versions: &[ProtocolVersion]) -> ServerBuilder {
        let server = ServerBuilder::new("notes", "1.0").handlers(calls.clone());
        server.versions(versions.iter().copied())
    }

    fn server(calls: &Calls, versions: &[ProtocolVersion]) -> Router {
        Self::routed(Self::builder(calls, versions))
    }

    fn routed(server: ServerBuilder) -> Router {
        Router::new().fallback_service(server.build().unwrap().into_http())
    }

    async fn serve(versions: &[ProtocolVersion]) -> (String, Self) {
        let calls = Calls::default();
        let server = Arc::new(Mutex::new(Self::server(&calls, versions)));
        let place = Self { server, opened: Arc::default(), calls };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/mcp", listener.local_addr().unwrap());
        let router = Router::new().fallback(pass).with_state(place.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        (url, place)
    }

    /// Replaces the server, whose sessions are gone.
    fn deploy(&self, versions: &[ProtocolVersion]) {
        *self.server.lock().unwrap() = Self::server(&self.calls, versions);
    }

    /// As `deploy`, with one more tool.
    fn deploy_more(&self, versions: &[ProtocolVersion]) {
        let server = Self::builder(&self.calls, versions).handlers(More);
        *self.server.lock().unwrap() = Self::routed(server);
    }

    /// How many sessions were opened.
    fn opened(&self) -> usize {
        self.opened.load(Ordering::Relaxed)
    }
}

async fn pass(State(place): State<Place>, request: Request) -> Response {
    let mut server = place.server.lock().unwrap().clone();
    let response = server.call(request).await.unwrap();
    if response.headers().contains_key("mcp-session-id") {
        place.opened.fetch_add(1, Ordering::Relaxed);
    }
    response
}

async fn connect(url: &str, keepalive: Option<Duration>) -> Clients {
    let base = Clients::builder("agent", "1.0").url("web", HttpTransport::new(url));
    let builder = match keepalive {
        Some(pause) => base.keepalive(pause),
        None => base,
    };
    let clients = builder.connect().await.unwrap();
    assert!(clients.status()[0].state.is_ready(), "{:?}", clients.status());
    clients
}

const OLD: &[ProtocolVersion] = &[ProtocolVersion::V2025_03_26];
const LEGACY: &[ProtocolVersion] = &[ProtocolVersion::V2025_11_25];
const MODERN: &[ProtocolVersion] = &[ProtocolVersion::V2026_07_28];
const ALL: &[ProtocolVersion] = ProtocolVersion::ALL;

/// What a server spoke, and what it speaks after it was replaced.
const WAYS: [[&[ProtocolVersion]; 2]; 7] = [
    [LEGACY, OLD],
    [OLD, LEGACY],
    [LEGACY, MODERN],
    [MODERN, LEGACY],
    [ALL, OLD],
    [MODERN, OLD],
    [OLD, MODERN],
];

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_speaks_other_revisions_is_negotiated_with_anew() {
    for [before, after] in WAYS {
        let (url, place) = Place::serve(before).await;
        let clients = connect(&url, None).await;
        assert_eq!(clients.call("web__count", ()).await.unwrap().text(), "1");
        place.deploy(after);
        let began = Instant::now();
        // What was refused for its revision is sent again, whatever the tool does.
        let counted = clients.call("web__count", ()).await.map(|result| result.text());
        assert_eq!(counted.unwrap(), "2", "{before:?} {after:?}");
        for count in 3..6 {
            let counted = clients.call("web__count", ()).await.unwrap();
            assert_eq!(counted.text(), count.to_string());
        }
        assert_eq!(clients.server("web").unwrap().version(), *after.last().unwrap());
        println!("{before:?} to {after:?}: {:?}", began.elapsed());
        assert!(place.opened() <= 3, "{before:?} {after:?}: {}", place.opened());
        clients.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keepalive_finds_that_a_server_speaks_other_revisions() {
    for [before, after] in WAYS {
        let (url, place) = Place::serve(before).await;
        let clients = connect(&url, Some(Duration::from_millis(50))).await;
        place.deploy(after);
        let version = *after.last().unwrap();
        let speaks = async {
            loop {
                let client = clients.server("web").filter(|client| client.version() == version);
                if client.is_some() && clients.status()[0].state == ServerState::Ready {
                    return;
                }
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(DEADLINE, speaks).await.unwrap_or_else(|_| panic!("{before:?} {after:?}"));
        sleep(Duration::from_millis(300)).await;
        assert!(place.opened() <= 3, "{before:?} {after:?}: {}", place.opened());
        clients.close().await;
    }
}

/// Whose session is opened again, so that it stays ready.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_other_tools_after_it_was_deployed_anew_tells_of_them() {
    for versions in [LEGACY, OLD] {
        for keepalive in [None, Some(Duration::from_millis(50))] {
            let (url, place) = Place::serve(versions).await;
            let clients = connect(&url, keepalive).await;
            let mut events = clients.events();
            assert!(clients.tools().get("web__more").is_none());
            place.deploy_more(versions);
            if keepalive.is_none() {
                assert_eq!(clients.call("web__count", ()).await.unwrap().text(), "1");
            }
            let told = async {
                loop {
                    match events.next().await.unwrap() {
                        // The first list of all may be told of, too.
                        HostEvent::Tools { added, .. } if added == ["count"] => {}
                        HostEvent::Tools { added, removed, changed, .. } => {
                            return (added, removed, changed);
                        }
                        HostEvent::State { state, .. } => assert!(state.is_ready(), "{state}"),
                        _ => {}
                    }
                }
            };
            let (added, removed, changed) = timeout(DEADLINE, told).await.unwrap();
            assert_eq!((added, removed, changed), (vec!["more".into()], vec![], vec![]));
            assert_eq!(clients.call("web__more", ()).await.unwrap().text(), "more");
            assert_eq!(place.opened(), 2, "{versions:?}");
            clients.close().await;
        }
    }
}
