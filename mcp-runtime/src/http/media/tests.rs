//! Media types.

use super::*;
use crate::http::head::tests::with_head;

const JSON: (&str, &str) = ("Content-Type", "application/json");
const BOTH: Accepts = Accepts { json: true, events: true };
const ONE: Accepts = Accepts { json: true, events: false };

fn posted(given: &[(&str, &str)]) -> Result<Accepts, (u16, i64)> {
    let refused = |refusal: Refusal| (refusal.status.as_u16(), refusal.error.code.0);
    with_head(given, |head| post(head).map_err(refused))
}

fn accepted(accept: &str) -> (bool, bool) {
    let Accepts { json, events } = with_head(&[("Accept", accept)], accepts);
    (json, events)
}

#[test]
fn a_body_is_json() {
    for content in [
        "application/json",
        "Application/JSON",
        "application/json;charset=utf-8",
        "application/json ; Charset=\"UTF-8\"",
        "application/json; v=1; charset=utf-8;",
    ] {
        assert_eq!(posted(&[("Content-Type", content)]), Ok(ONE), "{content}");
    }
}

/// CVE-2026-33252: a page may send `text/plain` to any server without a CORS preflight.
#[test]
fn nothing_else_is_json() {
    for content in [
        "",
        "text/plain",
        "text/plain; a=application/json",
        "text/plain, application/json",
        "application/json, text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json-rpc",
        "application/jsonl",
        "application/ld+json",
        "text/json",
        "*/*",
        "application/*",
        "json",
        "application/json charset=utf-8",
        "application/json; charset=utf-16",
        "application/json; charset=utf-8; charset=utf-7",
        "application/json; charset=",
    ] {
        assert_eq!(posted(&[("Content-Type", content)]), Err((415, -32600)), "{content}");
    }
    assert_eq!(posted(&[]), Err((415, -32600)));
}

#[test]
fn a_body_is_not_compressed() {
    assert_eq!(posted(&[JSON, ("Content-Encoding", "identity")]), Ok(ONE));
    for encoding in ["gzip", "deflate, identity", ""] {
        let found = posted(&[JSON, ("Content-Encoding", encoding)]);
        assert_eq!(found, Err((415, -32600)), "{encoding}");
    }
    let hidden = [JSON, ("Content-Encoding", "identity"), ("Content-Encoding", "gzip")];
    assert_eq!(posted(&hidden), Err((415, -32600)));
}

#[test]
fn a_client_takes_what_it_lists() {
    for (accept, expected) in [
        ("application/json, text/event-stream", (true, true)),
        ("text/event-stream; q=0.9 , application/json;v=1", (true, true)),
        ("APPLICATION/JSON,TEXT/Event-Stream", (true, true)),
        ("*/*", (true, false)),
        ("text/html, image/gif, *; q=.2, */*; q=.2", (true, false)),
        ("application/json", (true, false)),
        ("application/*", (true, false)),
        ("text/event-stream", (false, true)),
        ("text/*;q=0.1", (false, true)),
        ("*/*, text/event-stream;q=0", (true, false)),
        ("application/json;q=0, application/*", (false, false)),
        ("application/json;q=0.000, */*", (false, false)),
        ("application/json;v=1;Q=0, application/json", (true, false)),
        ("application/json;q=0, text/event-stream;q=0", (false, false)),
        ("text/html", (false, false)),
        ("application/json-rpc, text/event-streams", (false, false)),
        ("", (false, false)),
        ("rubbish", (false, false)),
    ] {
        assert_eq!(accepted(accept), expected, "{accept}");
    }
    let lines = [("Accept", "application/json"), ("Accept", "text/event-stream")];
    assert_eq!(with_head(&lines, accepts), BOTH);
    assert_eq!(with_head(&[], accepts), ONE);
}

#[test]
fn a_client_must_take_something() {
    assert_eq!(posted(&[JSON, ("Accept", "text/html")]), Err((406, -32600)));
    let many = "text/x, ".repeat(8000);
    assert_eq!(posted(&[JSON, ("Accept", many.trim())]), Err((406, -32600)));
}

#[test]
fn a_stream_has_to_be_accepted() {
    for accept in ["text/event-stream", "text/*"] {
        assert!(with_head(&[("Accept", accept)], get).is_ok(), "{accept}");
    }
    for accept in ["application/json", "*/*"] {
        let refusal = with_head(&[("Accept", accept)], get).unwrap_err();
        assert_eq!(refusal.status, StatusCode::NOT_ACCEPTABLE, "{accept}");
    }
}

#[test]
fn nothing_that_decides_is_given_twice() {
    let twice = [JSON, ("Mcp-Session-Id", "a"), ("Mcp-Session-Id", "b")];
    assert_eq!(posted(&twice), Err((400, -32600)));
    assert_eq!(with_head(&twice, get).unwrap_err().status, StatusCode::BAD_REQUEST);
    assert_eq!(posted(&[JSON, ("Cookie", "a"), ("Cookie", "b")]), Ok(ONE));
}
