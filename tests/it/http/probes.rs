//! What load balancers ask: whether the process lives, and whether it is ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use mcp_runtime::Error;
use mcp_runtime::http::Http;
use mcp_test_support::http::{Client, Request, serve, serve_until_stopped};
use serde_json::{Value, json};
use tokio::time::{advance, pause, resume};
use tower::Service as _;

use super::fixture;

/// A database that may be away, and how often somebody has looked.
#[derive(Clone, Default)]
struct Database {
    is_away: Arc<AtomicBool>,
    hangs: Arc<AtomicBool>,
    looks: Arc<AtomicUsize>,
}

impl Database {
    async fn ping(self) -> mcp_runtime::Result<()> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        if self.hangs.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        if self.is_away.load(Ordering::Relaxed) {
            Err(Error::other("the password is wrong"))
        } else {
            Ok(())
        }
    }
}

fn http(database: &Database) -> Http {
    let database = database.clone();
    let (server, _probe) = fixture();
    let server =
        server.check("database", move || database.clone().ping()).check("disk", async || Ok(()));
    server.build().unwrap().into_http().health("/health").ready("/ready")
}

async fn ready(client: Client) -> (u16, Value) {
    let response = client.send(Request::new("GET").at("/ready")).await;
    (response.status, response.json().await)
}

#[tokio::test]
async fn a_server_is_ready_where_its_checks_succeed() {
    let database = Database::default();
    let client = serve(http(&database)).await;
    let all = json!({ "status": "ok", "checks": { "database": "ok", "disk": "ok" } });
    assert_eq!(ready(client).await, (200, all));
    // What came of them is kept.
    database.is_away.store(true, Ordering::Relaxed);
    assert_eq!(ready(client).await.0, 200);
    assert_eq!(database.looks.load(Ordering::Relaxed), 1);
    pause();
    advance(Duration::from_secs(6)).await;
    resume();
    let (status, answer) = ready(client).await;
    assert_eq!((status, &answer["status"]), (503, &json!("unavailable")));
    assert_eq!(answer["checks"]["database"], "failed");
    assert!(!answer.to_string().contains("password"), "{answer}");
    let health = client.send(Request::new("GET").at("/health")).await;
    assert_eq!(health.status, 200);
}

#[tokio::test]
async fn a_check_that_hangs_has_failed_after_a_second_and_panics_are_failures() {
    let database = Database::default();
    database.hangs.store(true, Ordering::Relaxed);
    let client = serve(http(&database)).await;
    let (status, answer) = ready(client).await;
    assert_eq!((status, &answer["checks"]["database"]), (503, &json!("timed_out")));
    assert_eq!(answer["checks"]["disk"], "ok");

    let (server, _probe) = fixture();
    let server = server.check("panics", || async { panic!("as it should") });
    let client = serve(server.build().unwrap().into_http().ready("/ready")).await;
    let (status, answer) = ready(client).await;
    assert_eq!((status, &answer["checks"]["panics"]), (503, &json!("failed")));
}

/// Probes of orchestrators name an address as their host; a proxy tells others nothing of the checks.
#[tokio::test]
async fn who_probes_needs_no_name_and_who_is_elsewhere_learns_no_checks() {
    let client = serve(http(&Database::default())).await;
    let probe = Request::new("GET").at("/ready").with("Host", "10.1.2.3:8000");
    let response = client.send(probe).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("access-control-allow-origin"), None);
    assert_eq!(response.json().await, json!({ "status": "ok" }));
    let page = Request::new("GET").at("/ready").header("Origin", "https://evil.example");
    assert_eq!(client.send(page).await.json().await, json!({ "status": "ok" }));
    let passed_on = Request::new("GET").at("/ready").header("X-Forwarded-For", "203.0.113.7");
    assert_eq!(client.send(passed_on).await.json().await, json!({ "status": "ok" }));
    let posted = Request::modern("tools/list", json!({})).at("/ready");
    assert_eq!(client.send(posted).await.status, 404);
}

#[tokio::test]
async fn it_says_that_it_is_not_ready_before_it_ends_and_serves_meanwhile() {
    let http = http(&Database::default()).drain_delay(Duration::from_secs(600));
    let (client, serving) = serve_until_stopped(http).await;
    assert_eq!(ready(client).await.0, 200);
    let stopped = serving.stop();
    let answer = loop {
        let (status, answer) = ready(client).await;
        if status == 503 {
            break answer;
        }
    };
    assert_eq!(answer["status"], "draining");
    assert_eq!(client.call("add", json!({ "a": 1, "b": 2 })).await, "3");
    pause();
    advance(Duration::from_secs(601)).await;
    resume();
    stopped.await.unwrap().unwrap();
}

#[tokio::test]
async fn readiness_can_be_mounted_anywhere() {
    let http = http(&Database::default());
    let mut readiness = http.readiness();
    let get = || axum::http::Request::new(String::new());
    let response = readiness.call(get()).await.unwrap();
    assert_eq!(response.status(), 200);
    http.drain();
    assert_eq!(readiness.call(get()).await.unwrap().status(), 503);
}
