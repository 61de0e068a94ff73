//! Serving alone: the address, the paths, and the limits of a request.

use mcp_runtime::Limits;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use mcp_runtime::http::HttpLimits;
use mcp_test_support::http::{Client, Request, called, serve};
use mcp_test_support::peer::request;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::{Instant, pause, resume, timeout};

use super::{DEADLINE, assert_serves, http, read_response, start};

/// CVE-2026-32211: a server without authorization was open to the network.
#[tokio::test]
async fn a_server_is_not_open_to_the_network_unless_that_was_said() {
    let addresses: [IpAddr; 4] = [
        Ipv4Addr::UNSPECIFIED.into(),
        Ipv6Addr::UNSPECIFIED.into(),
        Ipv4Addr::new(192, 0, 2, 1).into(),
        Ipv4Addr::LOCALHOST.to_ipv6_mapped().into(),
    ];
    for address in addresses {
        let (http, _probe) = http();
        let serving = timeout(DEADLINE, http.serve((address, 0).into())).await;
        let error = serving.expect("it does not serve").unwrap_err().to_string();
        assert!(error.contains("127.0.0.1"), "{error}");
        assert!(error.contains("open_to_network_without_authorization"), "{error}");
    }
}

#[tokio::test]
async fn an_address_that_is_taken_is_an_error() {
    let (client, _probe) = start().await;
    let (http, _probe) = http();
    let error = http.serve(client.0).await.unwrap_err().to_string();
    assert!(error.contains(&format!("cannot listen on {}", client.0)), "{error}");
}

#[tokio::test]
async fn only_its_path_is_served() {
    let (http, _probe) = http();
    let client = serve(http.path("/tools").health("/up")).await;
    let list = || Request::modern("tools/list", json!({}));
    assert_eq!(client.send(list().at("/tools")).await.status, 200);
    assert_eq!(client.send(list().at("/tools?query")).await.status, 200);
    for path in ["/mcp", "/", "/tools/", "/tools/x", "/Tools", "/up"] {
        let response = client.send(list().at(path)).await;
        assert_eq!(response.status, 404, "{path}");
        let answer = response.json().await;
        let message = answer["error"]["message"].as_str().unwrap();
        assert!(message.contains("/tools"), "{message}");
    }
    let health = client.send(Request::new("GET").at("/up")).await;
    assert_eq!((health.status, health.text().await.as_str()), (200, "ok"));
}

#[tokio::test]
async fn there_is_no_health_route_unless_it_is_asked_for() {
    let (client, _probe) = start().await;
    for path in ["/health", "/healthz", "/up", "/"] {
        assert_eq!(client.send(Request::new("GET").at(path)).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn methods_that_mean_nothing_are_refused() {
    let (client, _probe) = start().await;
    for method in ["PUT", "PATCH", "OPTIONS", "TRACE"] {
        let response = client.send(Request::new(method)).await;
        let allowed = response.header("allow");
        assert_eq!((response.status, allowed), (405, Some("GET, POST, DELETE")), "{method}");
    }
}

/// The modern era has neither streams that are asked for nor sessions to end.
#[tokio::test]
async fn a_modern_request_is_a_post() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let id = session.id.clone();
    for method in ["GET", "DELETE", "PUT"] {
        for request in [Request::new(method), Request::new(method).header("Mcp-Session-Id", &id)] {
            let request = request.header("MCP-Protocol-Version", "2026-07-28");
            let response = client.send(request.header("Accept", "text/event-stream")).await;
            assert_eq!(
                (response.status, response.header("allow")),
                (405, Some("POST")),
                "{method}"
            );
            let message = &response.json().await["error"]["message"];
            assert_eq!(*message, "only POST is served in this protocol version", "{method}");
        }
    }
    assert_eq!(session.request("ping", json!({})).await["result"], json!({}), "it still exists");
}

/// Such a head does not get as far as the service.
#[tokio::test]
async fn a_head_that_cannot_be_read_is_refused_with_an_error() {
    let (client, _probe) = start().await;
    let refused = async |line: &str| {
        let mut stream = client.connect().await;
        let host = client.0;
        let head = format!("POST /mcp HTTP/1.1\r\nHost: {host}\r\n{line}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut response = String::new();
        stream.read_to_string(&mut response).await.unwrap();
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("\r\ncontent-type: application/json"), "{head}");
        assert!(head.contains(&format!("\r\ncontent-length: {}", body.len())), "{head}");
        let body: Value = serde_json::from_str(body).unwrap();
        assert_eq!(body.get("id"), None);
        (head[9..12].to_owned(), body["error"]["code"].as_i64().unwrap())
    };
    for line in ["Mcp-Param-Region: us\x01west", "Mcp-Name: a\0b", "Mcp Name: a", "Mcp-Name"] {
        assert_eq!(refused(line).await, ("400".to_owned(), -32020), "{line:?}");
    }
    let many = (0..200).map(|number| format!("X-{number}: 1\r\n")).collect::<String>();
    let long = format!("X: {}", "x".repeat(100_000));
    for line in [many.trim_end(), &long] {
        assert_eq!(refused(line).await, ("431".to_owned(), -32600));
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn a_body_is_bounded() {
    let (http, probe) = http();
    let client = serve(http.limits(HttpLimits::new().max_body_size(1000))).await;
    let call = |size: usize| {
        Request::modern("tools/call", called("wait", json!({"text": "x".repeat(size)})))
    };
    probe.go.give(2);
    for request in [call(500), call(500).chunked()] {
        assert_eq!(client.send(request).await.status, 200);
    }
    for request in [call(1000), call(1000).chunked()] {
        assert_eq!(status_of(client, &request.to_bytes()).await, 413);
    }
    assert_serves(client).await;
}

/// Short ones are written in one piece with their heads, and long ones in several.
#[tokio::test]
async fn an_answer_of_any_length_arrives_whole() {
    let (client, probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    for size in [0, 1_000, 2_000, 20_000, 1_000_000] {
        let text: String = ('a'..='z').cycle().take(size).collect();
        let call = || called("wait", json!({ "text": text }));
        probe.go.give(2);
        let list = client.send(Request::modern("tools/list", json!({}))).await;
        let modern = list.then(Request::modern("tools/call", call())).await;
        assert_eq!(modern.json().await["result"]["content"][0]["text"], text);
        let legacy = session.request("tools/call", call()).await;
        assert_eq!(legacy["result"]["content"][0]["text"], text);
    }
}

#[tokio::test]
async fn a_message_is_bounded_as_over_every_transport() {
    let (server, _probe) = super::fixture();
    let client =
        serve(server.limits(Limits::new().max_message_size(1000)).build().unwrap().into_http())
            .await;
    let call = Request::modern("tools/call", called("wait", json!({"text": "x".repeat(1000)})));
    let refused = client.send(call).await;
    assert_eq!(refused.status, 413);
    let message = refused.json().await["error"]["message"].take();
    assert_eq!(message, "the body is longer than 1000 bytes");
    assert_serves(client).await;
}

#[tokio::test]
async fn a_head_is_bounded() {
    let (client, _probe) = start().await;
    let list = || Request::modern("tools/list", json!({}));
    let many = (0..200).fold(list(), |request, number| request.header(&format!("X-{number}"), "1"));
    let large = list().header("X-Large", &"x".repeat(100 * 1024));
    for request in [many, large] {
        assert_eq!(status_of(client, &request.to_bytes()).await, 431);
    }
    assert_serves(client).await;
}

/// The status of what the server says to some bytes; it may close before it has read them all.
async fn status_of(client: Client, bytes: &[u8]) -> u16 {
    let mut stream = client.connect().await;
    let _ = stream.write_all(bytes).await;
    let mut status = [0; 12];
    timeout(DEADLINE, stream.read_exact(&mut status)).await.unwrap().unwrap();
    std::str::from_utf8(&status[9..]).unwrap().parse().unwrap()
}

#[tokio::test]
async fn the_oldest_connections_end_for_new_ones_unless_something_runs_on_them() {
    let (http, probe) = http();
    let client = serve(http.limits(HttpLimits::new().max_connections(3))).await;
    let waiting =
        tokio::spawn(client.send(Request::modern("tools/call", called("wait", json!({})))));
    probe.started.given(1).await;
    let mut silent = client.connect().await;
    let mut begun = client.connect().await;
    begun.write_all(b"POST /mcp HTTP/1.1\r\nHost:").await.unwrap();
    for _ in 0..5 {
        assert_serves(client).await;
    }
    for stream in [&mut silent, &mut begun] {
        let ended = timeout(DEADLINE, stream.read(&mut [0])).await.unwrap();
        assert!(matches!(ended, Ok(0) | Err(_)), "{ended:?}");
    }
    probe.go.give(1);
    assert_eq!(waiting.await.unwrap().status, 200);
}

/// A client that sends slowly holds a connection; thousands of them hold them all.
#[tokio::test]
async fn a_head_and_a_body_that_do_not_come_are_given_up() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let bytes = session.post(request(1, "ping", json!({}))).to_bytes();
    let head = bytes.windows(4).position(|end| end == b"\r\n\r\n").unwrap() + 4;
    for (sent, seconds, says) in [
        (0, 10, ""),
        (head / 2, 10, ""),
        (head, 30, "HTTP/1.1 408"),
        (head + 5, 30, "HTTP/1.1 408"),
    ] {
        let mut stream = client.connect().await;
        stream.write_all(&bytes[..sent]).await.unwrap();
        // The server has read what was sent once it has answered another client.
        session.request("ping", json!({})).await;
        pause();
        let before = Instant::now();
        let mut said = [0; 12];
        let read = stream.read_exact(&mut said).await;
        let took = before.elapsed();
        resume();
        let said = if read.is_ok() { std::str::from_utf8(&said).unwrap() } else { "" };
        assert_eq!(said, says, "{sent} of {}", bytes.len());
        assert!(took <= Duration::from_secs(seconds + 1), "{sent}: {took:?}");
    }
    assert_serves(client).await;
}

#[tokio::test]
async fn the_next_head_has_its_time_once_it_has_begun() {
    let (client, _probe) = start().await;
    let session = client.initialize("2025-11-25").await;
    let bytes = session.post(request(1, "ping", json!({}))).to_bytes();
    for (next, times) in [(&bytes[..0], 89..=181), (&bytes[..20], 9..=11)] {
        let mut stream = client.connect().await;
        for _ in 0..2 {
            stream.write_all(&bytes).await.unwrap();
            read_response(&mut stream).await;
        }
        stream.write_all(next).await.unwrap();
        session.request("ping", json!({})).await;
        pause();
        let before = Instant::now();
        assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
        let took = before.elapsed().as_secs();
        resume();
        assert!(times.contains(&took), "{took} s");
    }
    assert_serves(client).await;
}

/// A request that is refused by its head, whose body comes later and in as many bytes as it says.
fn refused(length: usize) -> String {
    format!(
        "POST /mcp HTTP/1.1\r\nHost: evil.example.com\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n"
    )
}

#[tokio::test]
async fn after_a_request_that_is_refused_by_its_head_the_connection_serves_the_next() {
    let (client, _probe) = start().await;
    let mut stream = client.connect().await;
    for _ in 0..3 {
        stream.write_all(refused(1000).as_bytes()).await.unwrap();
        // Meanwhile the server has seen the head.
        assert_serves(client).await;
        stream.write_all(&[b' '; 1000]).await.unwrap();
        let mut status = [0; 12];
        stream.read_exact(&mut status).await.unwrap();
        assert_eq!(status, *b"HTTP/1.1 403");
        read_response(&mut stream).await;
    }
}

#[tokio::test]
async fn where_the_rest_of_a_body_is_not_read_the_answer_says_that_the_connection_ends() {
    let (client, _probe) = start().await;
    let mut stream = client.connect().await;
    stream.write_all(refused(1_000_000).as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    assert!(answer.to_ascii_lowercase().contains("\r\nconnection: close\r\n"), "{answer}");
}
