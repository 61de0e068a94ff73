//! Files below `/.well-known/`.

use std::fs;

use super::{Served, command, complaint, folder, get, refused};
use mcp_test_support::http::Request;

const CHALLENGE: &str = "/.well-known/openai-apps-challenge";

#[tokio::test]
async fn a_text_is_sent_as_it_is() {
    let file = folder("a_text_is_sent_as_it_is").join("file.json");
    fs::write(&file, "{\n}\n").unwrap();
    let file = format!("glama.json=@{}", file.display());
    let words = ["--well-known", "openai-apps-challenge=abc=@x", "--well-known", &file];
    let (client, _served) = Served::start(&[&words[..], &["--well-known", "a/b.txt="]].concat());
    let response = client.send(get(CHALLENGE)).await;
    assert_eq!(response.status, 200);
    assert_eq!(response.header("content-type"), Some("text/plain; charset=utf-8"));
    assert_eq!(response.header("cache-control"), Some("no-store"));
    assert_eq!(response.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(response.header("content-length"), Some("6"));
    assert_eq!(response.text().await, "abc=@x");
    let response = client.send(get("/.well-known/glama.json")).await;
    assert_eq!(response.header("content-type"), Some("application/json"));
    assert_eq!(response.header("cache-control"), Some("public, max-age=300"));
    assert_eq!(response.header("access-control-allow-origin"), Some("*"));
    assert_eq!(response.text().await, "{\n}\n");
    let response = client.send(get("/.well-known/a/b.txt")).await;
    assert_eq!((response.status, response.text().await.as_str()), (200, ""));
    assert_eq!(client.send(get("/.well-known/other")).await.status, 404);
    let head = client.send(Request::new("HEAD").at(CHALLENGE)).await;
    assert_eq!((head.status, head.header("content-length")), (200, Some("6")));
    let post = client.send(Request::new("POST").at(CHALLENGE)).await;
    assert_eq!((post.status, post.header("allow")), (405, Some("GET, HEAD, OPTIONS")));
}

#[tokio::test]
async fn everybody_may_read_them_of_a_protected_server() {
    let protection =
        ["--issuer", "https://login.example.com", "--audience", "https://mcp.example.com/mcp"];
    let words = [&protection[..], &["--well-known", "openai-apps-challenge=abc"]].concat();
    let (client, _served) = Served::start(&words);
    assert_eq!(client.send(Request::get()).await.status, 401);
    let response = client.send(get(CHALLENGE).with("Host", "evil.example")).await;
    assert_eq!((response.status, response.text().await.as_str()), (200, "abc"));
}

#[tokio::test]
async fn the_environment_has_one_a_line() {
    let mut started = command(&["--http", "0", "-v"]);
    started.env("MCP_WELL_KNOWN", "one=1\n\ntwo.txt=2\n");
    let (client, _served) = Served::run(started);
    assert_eq!(client.send(get("/.well-known/one")).await.text().await, "1");
    assert_eq!(client.send(get("/.well-known/two.txt")).await.text().await, "2");
}

#[test]
fn what_cannot_be_served_is_an_error_at_the_start() {
    let long = folder("what_cannot_be_served").join("long");
    fs::write(&long, vec![b'a'; 65 * 1024]).unwrap();
    let long = format!("long=@{}", long.display());
    for (file, problem) in [
        ("a=@/nowhere/missing", "cannot read /nowhere/missing: "),
        ("../x=1", "`../x`: a name must be 1 to 100 letters"),
        ("a b=c", "`a b`: a name must be 1 to 100 letters"),
        ("=c", "``: a name must be 1 to 100 letters"),
        ("abc", "write it as NAME=TEXT or NAME=@FILE"),
        ("oauth-protected-resource=x", "reserved for authorization"),
        (&long, "longer than 64 KiB"),
    ] {
        let complaint = refused(&["--well-known", file]);
        assert!(complaint.contains(problem), "{complaint}");
    }
    let twice = refused(&["--well-known", "a=1", "--well-known", "a=2"]);
    assert!(
        twice.contains("document `/.well-known/a`: another route already uses this path"),
        "{twice}"
    );
    let words = ["--card", "--catalog", "--public-url", "https://mcp.example.com/mcp"];
    let taken = refused(&[&words[..], &["--well-known", "ai-catalog.json={}"]].concat());
    assert!(taken.contains("document `/.well-known/ai-catalog.json`: another route"), "{taken}");
}

#[test]
fn it_needs_http() {
    let complaint = complaint(command(&["--well-known", "a=b"]), 2);
    assert!(complaint.contains("--http <ADDR>"), "{complaint}");
}
