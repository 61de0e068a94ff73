//! Cards as our client reads them.

use mcp_runtime::{About, server};
use mcp_runtime_client::{HttpTransport, ServerCard};
use mcp_runtime_web::{Card, CardHeader};
use mcp_test_support::http::serve;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;

use super::Served;
use super::card::URL;

fn minimal() -> Value {
    json!({
        "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
        "name": "example-org/minimal",
        "version": "1.0.0",
        "description": "Smallest valid Server Card.",
    })
}

/// The minimal card with a member that has this value, or lacks it.
fn with(key: &str, value: Value) -> String {
    let mut card = minimal();
    if value.is_null() {
        card.as_object_mut().unwrap().remove(key);
    } else {
        card[key] = value;
    }
    card.to_string()
}

/// The examples of
/// [the draft](https://github.com/modelcontextprotocol/experimental-ext-server-card/tree/8924e08682b4a936e6464b57845ec2ff17dc8776/examples/ServerCard).
#[test]
fn the_examples_of_the_draft_are_read_or_refused() {
    let card = ServerCard::read(&minimal().to_string()).unwrap();
    assert_eq!((&*card.name, &*card.version), ("example-org/minimal", "1.0.0"));
    assert_eq!((card.title, card.remotes.len(), card.icons.len()), (None, 0, 0));

    let remotes = json!([{
        "type": "streamable-http",
        "url": "https://{tenant}.example.com/mcp",
        "headers": [{"name": "Authorization", "isRequired": true, "value": "Bearer {token}"}],
        "variables": {"tenant": {"isRequired": true, "default": "default"}},
        "supportedProtocolVersions": ["2025-06-18", "2025-11-25"],
    }]);
    let card = ServerCard::read(&with("remotes", remotes)).unwrap();
    let [remote] = &card.remotes[..] else { panic!("{card:?}") };
    assert_eq!(remote.transport, "streamable-http");
    assert_eq!(remote.url, "https://{tenant}.example.com/mcp");
    assert_eq!(remote.supported_protocol_versions, ["2025-06-18", "2025-11-25"]);
    assert_eq!(remote.headers[0]["name"], "Authorization");
    assert_eq!(remote.variables["tenant"]["default"], "default");
    let card = ServerCard::read(&with("repository", json!({"url": "https://a.example"}))).unwrap();
    assert_eq!(card.repository.unwrap()["url"], "https://a.example");

    let schema =
        |name: &str| json!(format!("https://static.modelcontextprotocol.io/schemas/{name}"));
    for (key, value, problem) in [
        ("name", json!("no-slash-in-name"), "`name` is not of the form"),
        ("$schema", schema("2025-11-25/server-card.schema.json"), "`$schema` is not"),
        ("name", Value::Null, "missing field `name`"),
        ("$schema", Value::Null, "missing field `$schema`"),
        ("$schema", schema("v1/server.schema.json"), "`$schema` is not"),
    ] {
        assert_refused(&with(key, value), problem);
    }
}

#[track_caller]
fn assert_refused(text: &str, problem: &str) {
    let error = ServerCard::read(text).unwrap_err().to_string();
    assert!(error.starts_with("the text is not a server card: "), "{error}");
    assert!(error.contains(problem), "{problem}: {error}");
}

#[test]
fn what_a_host_could_not_show_is_refused() {
    let remote = |url: &str| json!([{"type": "streamable-http", "url": url}]);
    for (key, value, problem) in [
        ("version", Value::Null, "missing field `version`"),
        ("version", json!("1".repeat(256)), "255 characters"),
        ("description", json!(""), "1 to 100 characters"),
        ("description", json!("ä".repeat(101)), "1 to 100 characters"),
        ("title", json!("ä".repeat(101)), "1 to 100 characters"),
        ("websiteUrl", json!("javascript:alert(1)"), "not an http or https URL"),
        ("remotes", remote("file:///etc/passwd"), "not an http or https URL"),
        ("remotes", json!([{"type": "sse"}]), "missing field `url`"),
        ("remotes", json!("https://example.com"), "invalid type"),
    ] {
        assert_refused(&with(key, value), problem);
    }
    assert_refused("[]", "invalid");
    assert_refused("<html>", "expected value");
    assert_refused(&with("x", json!("x".repeat(64 * 1024))), "longer than 64 KiB");
    assert!(ServerCard::read(&with("description", json!("ä".repeat(100)))).is_ok());
    assert!(ServerCard::read(&with("remotes", remote("{origin}/mcp"))).is_ok());
}

#[tokio::test]
async fn a_client_reads_the_card_of_a_server() {
    let (client, _served) = Served::start(&["--public-url", URL, "--card", "com.example/notes"]);
    let server = HttpTransport::new(format!("http://{}/mcp", client.0));
    let card = server.header("Authorization", "Bearer hunter2").server_card().await.unwrap();
    assert_eq!(card.name, "com.example/notes");
    assert_eq!((&*card.remotes[0].transport, &*card.remotes[0].url), ("streamable-http", URL));
    assert_eq!(card.remotes[0].supported_protocol_versions[0], "2026-07-28");

    let key = CardHeader::new("X-API-Key", "The key of your account").required().secret();
    let card = Card::new().public_url(URL).header(key).meta("com.example/region", "eu");
    let http =
        server!().about(About::new().description("Keeps notes")).build().unwrap().into_http();
    let client = serve(card.add_to(http.path("/a/mcp")).unwrap()).await;
    let server = HttpTransport::new(format!("http://{}/a/mcp/?tenant=1", client.0));
    let card = server.server_card().await.unwrap();
    assert_eq!(
        (&*card.description, &card.meta["com.example/region"]),
        ("Keeps notes", &json!("eu"))
    );
    assert_eq!(card.remotes[0].headers[0]["name"], "X-API-Key");
}

#[tokio::test]
async fn nothing_secret_is_sent_for_a_card_and_no_long_one_is_read() {
    let long = with("x", json!("x".repeat(64 * 1024)));
    for (body, problem) in [(minimal().to_string(), None), (long, Some("longer than 64 KiB"))] {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            let length = body.len();
            let response = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n{body}");
            // The client does not read what is too long.
            let _ = stream.write_all(response.as_bytes()).await;
            String::from_utf8(head).unwrap().to_ascii_lowercase()
        });
        let server = HttpTransport::new(format!("http://me:pw@{address}/mcp?key=k"));
        let card = server.header("Authorization", "Bearer hunter2").server_card().await;
        let head = serving.await.unwrap();
        assert!(head.starts_with("get /mcp/server-card http/1.1"), "{head}");
        assert!(!head.contains("authorization") && !head.contains("hunter2"), "{head}");
        match problem {
            Some(problem) => assert!(card.unwrap_err().to_string().contains(problem)),
            None => assert_eq!(card.unwrap().name, "example-org/minimal"),
        }
    }
}

#[tokio::test]
async fn a_server_without_a_card_is_an_error_that_says_so() {
    let (client, _served) = Served::start(&[]);
    let server = HttpTransport::new(format!("http://{}/mcp", client.0));
    let error = server.server_card().await.unwrap_err().to_string();
    assert!(error.contains("nothing is served here"), "{error}");
    let error = HttpTransport::new("http://mcp.example.com/mcp").server_card().await.unwrap_err();
    assert!(error.to_string().contains("is not encrypted"), "{error}");
}
