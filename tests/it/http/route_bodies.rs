//! The bodies of requests for routes: they are charged to the quota of those for MCP for as long as
//! a route may keep them.

use axum::Router;
use axum::extract::Request as AxumRequest;
use axum::http::Response;
use axum::routing::post;
use http_body_util::BodyExt as _;
use mcp_runtime::http::RequestBody;
use mcp_test_support::http::{Client, Request, called, serve};
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::timeout;
use tower::service_fn;

use super::{DEADLINE, Probe, assert_serves, http};

/// Of which 16 take all that there is, since room for 2 MiB is made for each.
const LENGTH: usize = 1_900_000;
const ROOM: usize = 16;
const SENT: usize = 24;

/// A server whose routes keep what they get until they may go on.
async fn start() -> (Client, Probe) {
    let (http, probe) = http();
    let keep = async |body: RequestBody, probe: Probe| {
        let kept = body.collect().await?.to_bytes();
        probe.started.give(1);
        probe.go.wait(1).await;
        Ok::<_, axum::BoxError>(kept.len().to_string())
    };
    let kept = probe.clone();
    let route = service_fn(move |request: AxumRequest<RequestBody>| {
        let probe = kept.clone();
        async move { keep(request.into_body(), probe).await.map(Response::new) }
    });
    let kept = probe.clone();
    let extract = post(async move |body: axum::body::Bytes| {
        kept.started.give(1);
        kept.go.wait(1).await;
        body.len().to_string()
    });
    // What is read after the response is kept all the same.
    let kept = probe.clone();
    let later = service_fn(move |request: AxumRequest<RequestBody>| {
        let probe = kept.clone();
        let mut body = request.into_body();
        async move {
            let mut pieces = Vec::new();
            while let Some(piece) = body.frame().await {
                pieces.push(piece?);
            }
            probe.started.give(1);
            tokio::spawn(async move {
                probe.go.wait(1).await;
                drop((pieces, body));
                probe.ended.give(1);
            });
            Ok::<_, axum::BoxError>(Response::new(LENGTH.to_string()))
        }
    });
    let router = Router::new().route("/extract", extract);
    (serve(http.route("/keep", route).route("/later", later).fallback(router)).await, probe)
}

/// Sends as many bodies at once as have no room together, and says how many the server refused
/// while it had the others, which are still on their way.
async fn refused(
    client: Client,
    probe: &Probe,
    request: &Request,
) -> (usize, JoinSet<(u16, String)>) {
    let mut sent = JoinSet::new();
    for _ in 0..SENT {
        let request = request.clone();
        sent.spawn(async move {
            let response = client.send(request).await;
            (response.status, response.text().await)
        });
    }
    let mut refused = 0;
    while refused < SENT - ROOM
        && let Some(said) = sent.join_next().await
    {
        let (status, text) = said.unwrap();
        assert_eq!(status, 503, "{text}");
        assert!(text.contains("exceed their memory limit; try again later"), "{text}");
        refused += 1;
    }
    timeout(DEADLINE, probe.started.given(u32::try_from(ROOM).unwrap())).await.unwrap();
    (refused, sent)
}

fn body() -> Request {
    Request::post("x".repeat(LENGTH))
}

#[tokio::test]
async fn bodies_that_routes_keep_are_bounded_together() {
    let (client, probe) = start().await;
    for request in [body().at("/keep"), body().at("/keep").chunked(), body().at("/extract")] {
        let exchange = async {
            let (count, kept) = refused(client, &probe, &request).await;
            assert_eq!(count, SENT - ROOM);
            // What takes little is still served.
            assert_serves(client).await;
            probe.go.give(ROOM);
            for (status, text) in kept.join_all().await {
                assert_eq!((status, text), (200, LENGTH.to_string()));
            }
        };
        timeout(DEADLINE, exchange).await.expect("who has no room is told so at once");
    }
}

#[tokio::test]
async fn bodies_of_routes_and_of_messages_have_one_quota() {
    let (client, probe) = start().await;
    let call = || {
        let arguments = json!({"a": 1, "b": 2, "padding": "x".repeat(LENGTH)});
        client.modern("tools/call", called("add", arguments))
    };
    let exchange = async {
        let (_, kept) = refused(client, &probe, &body().at("/keep")).await;
        assert_eq!(call().await.status, 503);
        probe.go.give(ROOM);
        kept.join_all().await;
        assert_eq!(call().await.status, 200);
    };
    timeout(DEADLINE, exchange).await.expect("an end");
}

#[tokio::test]
async fn a_body_that_outlives_its_response_is_charged_until_it_is_dropped() {
    let (client, probe) = start().await;
    let exchange = async {
        for _ in 0..ROOM {
            assert_eq!(client.send(body().at("/later")).await.status, 200);
        }
        assert_eq!(client.send(body().at("/later")).await.status, 503);
        probe.go.give(ROOM);
        probe.ended.given(u32::try_from(ROOM).unwrap()).await;
        assert_eq!(client.send(body().at("/later")).await.status, 200);
    };
    timeout(DEADLINE, exchange).await.expect("an end");
}
