//! Requests for a server card and a catalog.

use std::convert::Infallible;

use axum::http::Response;
use boon::{Compiler, Draft, Schemas};
use mcp_runtime::http::Http;
use mcp_runtime::{About, ServerBuilder, server};
use mcp_runtime_web::Card;
use mcp_test_support::http::{Client, Request, listener, serve};
use serde_json::{Value, json};
use tower::service_fn;

use super::{Served, get};

pub(super) const URL: &str = "https://mcp.example.com/mcp";
const CARD: &str = "/mcp/server-card";
const CATALOG: &str = "/.well-known/ai-catalog.json";
const TYPE: &str = "application/mcp-server-card+json";

/// The fixture with a card.
fn start(words: &[&str]) -> (Client, Served) {
    Served::start(&[&["--public-url", URL, "--card"], words].concat())
}

fn http() -> Http {
    server!().build().unwrap().into_http()
}

fn card() -> Card {
    Card::new().public_url(URL)
}

async fn read(client: Client, path: &str) -> Value {
    let response = client.send(get(path)).await;
    assert_eq!(response.status, 200);
    serde_json::from_str(&response.text().await).unwrap()
}

async fn etag(http: Http) -> String {
    let client = serve(card().add_to(http).unwrap()).await;
    client.send(get(CARD)).await.header("etag").unwrap().to_owned()
}

#[tokio::test]
async fn everybody_may_read_and_keep_it() {
    let (client, _served) = start(&[]);
    let response = client.send(get(CARD)).await;
    assert_eq!(response.status, 200);
    for (header, value) in [
        ("content-type", Some(TYPE)),
        ("cache-control", Some("public, max-age=3600")),
        ("access-control-allow-origin", Some("*")),
        ("access-control-expose-headers", Some("ETag")),
        ("x-content-type-options", Some("nosniff")),
        ("vary", None),
        ("link", None),
    ] {
        assert_eq!(response.header(header), value, "{header}");
    }
    assert!(response.header("access-control-allow-methods").unwrap().contains("GET"));
    let allowed = response.header("access-control-allow-headers").unwrap();
    assert!(allowed.contains("Content-Type") && allowed.contains("If-None-Match"), "{allowed}");
    let tag = response.header("etag").unwrap().to_owned();
    let length = response.header("content-length").unwrap().to_owned();
    let text = response.text().await;
    assert_eq!(text.len().to_string(), length);

    let head = client.send(Request::new("HEAD").at(CARD)).await;
    assert_eq!((head.status, head.header("content-length")), (200, Some(&*length)));
    assert_eq!((head.header("etag"), head.header("content-type")), (Some(&*tag), Some(TYPE)));
    for known in [&tag, &format!("W/{tag}"), &format!("\"x\", {tag}"), "*"] {
        let known = client.send(get(CARD).header("If-None-Match", known)).await;
        assert_eq!((known.status, known.header("etag")), (304, Some(&*tag)));
        assert_eq!(known.header("cache-control"), Some("public, max-age=3600"));
        assert_eq!(known.header("access-control-allow-origin"), Some("*"));
        assert_eq!(known.text().await, "");
    }
    for other in ["\"other\"", "other", ",,", tag.trim_matches('"')] {
        let other = client.send(get(CARD).header("If-None-Match", other)).await;
        assert_eq!((other.status, other.text().await), (200, text.clone()));
    }
}

#[tokio::test]
async fn methods_types_and_hosts_do_not_change_it() {
    let (client, served) = start(&[]);
    let text = client.send(get(CARD)).await.text().await;
    let request = Request::new("OPTIONS").at(CARD).header("Origin", "https://app.example");
    let preflight = client.send(request).await;
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    for method in ["POST", "DELETE"] {
        let refused = client.send(Request::new(method).at(CARD)).await;
        assert_eq!((refused.status, refused.header("allow")), (405, Some("GET, HEAD, OPTIONS")));
    }
    for request in [
        get(CARD).header("Accept", "application/json"),
        get(CARD).header("Accept", "text/html"),
        get(CARD).header("Accept", TYPE),
        get(CARD).with("Host", "evil.example"),
        get(CARD).header("X-Forwarded-Host", "evil.example"),
        get(CARD).header("Origin", "https://app.example"),
        get("/mcp/server-card?access_token=hunter2"),
    ] {
        let response = client.send(request).await;
        assert_eq!((response.status, response.header("content-type")), (200, Some(TYPE)));
        assert_eq!(response.text().await, text);
    }
    assert!(!served.log().contains("hunter2"), "{}", served.log());
    for nothing in ["/mcp/server-card/", "/server-card", "/mcp//server-card", CATALOG] {
        assert_eq!(client.send(get(nothing)).await.status, 404, "{nothing}");
    }
    let stream = client.send(Request::new("GET").header("Accept", TYPE)).await;
    assert_ne!((stream.status, stream.header("content-type")), (200, Some(TYPE)));
}

#[tokio::test]
async fn without_the_option_there_is_none() {
    let (client, _served) = Served::start(&["--public-url", URL]);
    let nothing = client.send(get(CARD)).await;
    assert_eq!((nothing.status, nothing.header("link")), (404, None));
    let other = client.send(get("/other")).await.text().await;
    assert_eq!(nothing.text().await, other);
}

#[tokio::test]
async fn a_protected_server_has_one_at_its_audience() {
    let words = ["--issuer", "https://login.example.com", "--audience", URL, "--card"];
    let (client, _served) = Served::start(&words);
    assert_eq!(client.send(Request::get()).await.status, 401);
    let card = read(client, CARD).await;
    assert_eq!(card["remotes"][0]["url"], URL);
    assert_eq!(card["remotes"][0]["headers"], Value::Null, "OAuth is found out about by 401");
}

#[tokio::test]
async fn it_says_what_the_server_says() {
    let (client, _served) = start(&["com.example/notes"]);
    let card = read(client, CARD).await;
    let discovered = client.modern("server/discover", json!({})).await.answer().await;
    let info = &discovered["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
    assert_eq!((&card["name"], &info["name"]), (&json!("com.example/notes"), &json!("web-server")));
    assert_eq!(card["version"], info["version"]);
    assert_eq!(card["description"], info["description"]);
    let versions = &card["remotes"][0]["supportedProtocolVersions"];
    assert_eq!(versions, &discovered["result"]["supportedVersions"]);
    assert_eq!(versions[0], "2026-07-28", "the newest first");
    assert_valid(&card);
}

/// A card is what its schema requires.
pub(super) fn assert_valid(card: &Value) {
    const SCHEMA: &str = "https://example.com/server-card.json";
    let schema = serde_json::from_str(include_str!("server-card.schema.json")).unwrap();
    let mut schemas = Schemas::new();
    let mut compiler = Compiler::new();
    compiler.set_default_draft(Draft::V2020_12);
    compiler.enable_format_assertions();
    compiler.add_resource(SCHEMA, schema).unwrap();
    let index = compiler.compile(SCHEMA, &mut schemas).unwrap();
    if let Err(error) = schemas.validate(card, index) {
        panic!("{error:#}\n{card:#}");
    }
}

#[tokio::test]
async fn it_is_below_the_path_and_the_same_without_state() {
    let url = "https://example.com/a/mcp";
    let card = Card::new().public_url(url).name("com.example/notes");
    let client = serve(card.add_to(http().path("/a/mcp")).unwrap()).await;
    let plain = read(client, "/a/mcp/server-card").await;
    assert_eq!(plain["remotes"][0]["url"], url);
    assert_eq!(client.send(get(CARD)).await.status, 404);
    let client = serve(card.add_to(http().path("/a/mcp").stateless()).unwrap()).await;
    assert_eq!(read(client, "/a/mcp/server-card").await, plain);
}

#[tokio::test]
async fn its_tag_is_that_of_its_content() {
    let of = |version: &str| {
        let server = ServerBuilder::new("notes", version);
        let about = About::new().description("Keeps notes");
        server.about(about).build().unwrap().into_http()
    };
    let first = etag(of("1.0.0")).await;
    assert_eq!(etag(of("1.0.0")).await, first, "of another replica");
    assert_ne!(etag(of("1.0.1")).await, first);
}

#[tokio::test]
async fn a_catalog_lists_it() {
    let (client, _served) = start(&["--catalog"]);
    let response = client.send(get(CATALOG)).await;
    assert_eq!(response.header("content-type"), Some("application/ai-catalog+json"));
    assert_eq!(response.header("cache-control"), Some("public, max-age=3600"));
    let catalog: Value = serde_json::from_str(&response.text().await).unwrap();
    let entry = json!({
        "identifier": "urn:air:mcp.example.com:mcp:web-server",
        "displayName": "web-server",
        "type": TYPE,
        "mediaType": TYPE,
        "url": "https://mcp.example.com/mcp/server-card",
    });
    assert_eq!(catalog, json!({"specVersion": "1.0", "entries": [entry]}));
    let link = "</.well-known/ai-catalog.json>; rel=\"ai-catalog\"";
    for path in [CARD, CATALOG] {
        assert_eq!(client.send(get(path)).await.header("link"), Some(link), "{path}");
    }
    let nothing = client.send(get("/other")).await;
    assert_eq!((nothing.status, nothing.header("link")), (404, Some(link)));
    // Nobody is pointed to it who may not use the server, or who uses it.
    let foreign = client.send(get("/other").with("Host", "evil.example")).await;
    assert_eq!((foreign.status, foreign.header("link")), (403, None));
    let used = client.modern("server/discover", json!({})).await;
    assert_eq!((used.status, used.header("link")), (200, None));
}

#[tokio::test]
async fn a_path_that_is_taken_is_an_error_at_the_start() {
    let own = service_fn(async |_| Ok::<_, Infallible>(Response::new("own".to_owned())));
    let served = card().add_to(http()).unwrap().route(CARD, own);
    let (_, listener) = listener().await;
    let error = served.serve_on(listener, std::future::pending()).await.unwrap_err().to_string();
    assert_eq!(error, format!("route `{CARD}`: a document already uses this path"));
}

#[tokio::test]
async fn over_http_2_it_is_the_same() {
    use http_body_util::{BodyExt as _, Empty};
    use hyper::client::conn::http2::handshake;
    use hyper_util::rt::{TokioExecutor, TokioIo};

    let (client, _served) = start(&[]);
    let stream = TokioIo::new(client.connect().await);
    let (mut requests, connection) = handshake(TokioExecutor::new(), stream).await.unwrap();
    tokio::spawn(connection);
    let request = axum::http::Request::get("http://localhost/mcp/server-card");
    let response =
        requests.send_request(request.body(Empty::<bytes::Bytes>::new()).unwrap()).await.unwrap();
    assert_eq!(response.headers()["content-type"], TYPE);
    let body = response.into_body().collect().await.unwrap().to_bytes();
    assert_eq!(body, client.send(get(CARD)).await.text().await.as_bytes());
}
