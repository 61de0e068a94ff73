//! Servers on Unix sockets. The numbers of cases are those of the design of what a standalone
//! server does on the web.

use std::fs;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};

use axum::Router;
use axum::routing::get;
use mcp_runtime::http::{Http, HttpLimits, Listener, PeerUser};
use mcp_runtime::{Caller, server, tool};
use mcp_test_support::http::{Client, Request, called, listener};
use mcp_test_support::peer::{initialize, request};
use serde_json::{Value, json};
use tokio::task::{JoinHandle, spawn_blocking};

use super::{assert_serves, http};

/// Says who calls.
#[tool]
fn who(caller: Caller) -> String {
    format!("{caller:?}")
}

/// A folder for the sockets of a test, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("mcp-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn socket(&self) -> PathBuf {
        self.0.join("socket")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Sends one request; gives the status and the body.
async fn send(path: &Path, request: Request) -> (u16, String) {
    let path = path.to_owned();
    let bytes = request.header("Connection", "close").to_bytes();
    spawn_blocking(move || {
        let mut stream = UnixStream::connect(path).unwrap();
        stream.write_all(&bytes).unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    })
    .await
    .unwrap()
}

fn text(body: &str) -> String {
    let answer: Value = serde_json::from_str(body).unwrap();
    mcp_test_support::http::text(&answer)
}

async fn caller(path: &Path, forwarded: Option<&str>) -> String {
    let direct = Request::modern("tools/call", called("who", json!({})));
    let request = match forwarded {
        Some(address) => direct.header("X-Forwarded-For", address),
        None => direct,
    };
    text(&send(path, request).await.1)
}

/// Serves at a path, once it listens.
async fn serve(http: Http, path: &Path) -> JoinHandle<mcp_runtime::Result<()>> {
    let served = tokio::spawn(http.serve_unix(path.to_owned()));
    while UnixStream::connect(path).is_err() {
        assert!(!served.is_finished(), "{:?}", served.await);
        tokio::task::yield_now().await;
    }
    served
}

fn whoami() -> Http {
    server!().tool::<who>().build().unwrap().into_http()
}

/// Cases 31, 33.
#[tokio::test]
async fn a_server_on_a_socket_is_for_its_user_alone() {
    let folder = Folder::new("mode");
    let path = folder.socket();
    let served = serve(http().0, &path).await;
    let opening = Request::post(request(0, "initialize", initialize("2025-11-25")));
    assert_eq!(send(&path, opening).await.0, 200);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&path), 0o600);
    // The host is checked as on any address.
    let foreign = Request::modern("tools/list", json!({})).with("Host", "evil.example");
    assert_eq!(send(&path, foreign).await.0, 403);
    served.abort();
    let _ = served.await;
    assert!(!path.exists(), "the file is removed at the end");
    serve(http().0.socket_mode(0o660), &path).await;
    assert_eq!(mode(&path), 0o660);
}

/// Cases 32, 34, 35.
#[tokio::test]
async fn what_is_at_the_path_is_replaced_only_if_nobody_listens_there() {
    let folder = Folder::new("stale");
    let path = folder.socket();
    let refused = async || http().0.serve_unix(&path).await.unwrap_err().to_string();
    // A process that is killed leaves its file.
    drop(UnixListener::bind(&path).unwrap());
    assert!(path.exists());
    let served = serve(http().0, &path).await;
    let error = refused().await;
    assert!(error.ends_with("another server listens on this socket"), "{error}");
    // Whoever has taken the path keeps it.
    fs::remove_file(&path).unwrap();
    let taken = UnixListener::bind(&path).unwrap();
    served.abort();
    let _ = served.await;
    assert!(path.exists());
    drop(taken);
    fs::remove_file(&path).unwrap();
    fs::write(&path, "mine").unwrap();
    assert!(refused().await.contains("not a socket"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    assert!(refused().await.contains("not a socket"));
}

#[tokio::test]
async fn a_path_that_no_system_takes_is_explained() {
    let long = format!("/tmp/{}", "x".repeat(103));
    for (path, expected) in [
        (long.as_str(), "the path is too long"),
        ("", "name a file"),
        ("@notes", "name a file"),
        ("/no/such/folder/socket", "cannot listen on /no/such/folder/socket: "),
    ] {
        let error = http().0.serve_unix(path).await.unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[tokio::test]
async fn callers_of_a_socket_are_one_unless_a_trusted_proxy_tells_them_apart() {
    let folder = Folder::new("callers");
    let path = folder.socket();
    let served = serve(whoami(), &path).await;
    let first = caller(&path, None).await;
    assert!(first.starts_with("Connection("), "{first}");
    assert_eq!(caller(&path, Some("203.0.113.7")).await, first);
    served.abort();
    let _ = served.await;
    serve(whoami().trusted_proxies(["unix"]).unwrap(), &path).await;
    assert_eq!(caller(&path, Some("9.9.9.9, 203.0.113.7")).await, "Address(203.0.113.7)");
    let nobody = caller(&path, None).await;
    assert!(nobody.starts_with("Connection("), "{nobody}");
}

/// Case 38.
#[tokio::test]
async fn connections_of_a_socket_are_limited_only_in_all() {
    let folder = Folder::new("many");
    let path = folder.socket();
    serve(http().0.limits(HttpLimits::new().max_connections_per_caller(2)), &path).await;
    let open: Vec<_> = (0..20).map(|_| UnixStream::connect(&path).unwrap()).collect();
    let call = Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})));
    assert_eq!(text(&send(&path, call).await.1), "3");
    drop(open);
}

/// Case 39.
#[tokio::test]
async fn a_probe_over_a_socket_shows_checks_unless_it_is_passed_on() {
    let folder = Folder::new("ready");
    let path = folder.socket();
    let server = server!().check("database", async || Ok(())).build().unwrap();
    serve(server.into_http().ready("/ready"), &path).await;
    let ready = || Request::new("GET").at("/ready");
    assert!(send(&path, ready()).await.1.contains("database"));
    let passed_on = ready().header("X-Forwarded-For", "203.0.113.7");
    assert!(!send(&path, passed_on).await.1.contains("database"));
}

#[tokio::test]
async fn a_route_knows_the_user_at_the_other_end() {
    let folder = Folder::new("user");
    let path = folder.socket();
    let user = get(async |request: axum::extract::Request| {
        format!("{:?}", request.extensions().get::<PeerUser>())
    });
    serve(http().0.fallback(Router::new().route("/user", user)), &path).await;
    let (_, said) = send(&path, Request::new("GET").at("/user")).await;
    let ours = rustix::process::getuid().as_raw();
    assert_eq!(said, format!("Some(PeerUser({ours}))"));
}

#[tokio::test]
async fn several_listeners_serve_the_same() {
    let folder = Folder::new("several");
    let path = folder.socket();
    let ((one, first), (other, second)) = (listener().await, listener().await);
    let unix = tokio::net::UnixListener::bind(&path).unwrap();
    let all: Listener = [first.into(), second.into(), unix.into()].into_iter().collect();
    tokio::spawn(http().0.serve_on(all, std::future::pending()));
    for client in [one, other] {
        let _: Client = client;
        assert_serves(client).await;
    }
    let call = Request::modern("tools/call", called("add", json!({"a": 1, "b": 2})));
    assert_eq!(text(&send(&path, call).await.1), "3");
}
