//! Requests whose body is not read: who sends all of it before it reads still gets to know why.

use mcp_runtime::server;
use mcp_test_support::http::{Client, Request, called, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;

use super::{DEADLINE, add, read_response};

async fn start() -> Client {
    serve(server!().tool::<add>().build().unwrap().into_http()).await
}

/// A call whose body has about so many bytes.
fn call(length: usize) -> Request {
    Request::modern("tools/call", called("add", json!({"padding": "x".repeat(length)})))
}

/// Sends a whole request, as many clients do, and then reads the response, and the end.
async fn refused(client: Client, request: &Request) -> (String, Value) {
    let exchange = async {
        let mut stream = client.connect().await;
        stream.write_all(&request.to_bytes()).await.expect("the server reads it");
        let (head, body) = read_response(&mut stream).await;
        // Where little is left, it is skipped, and the connection can be used again.
        if head.contains("connection: close") {
            assert_eq!(stream.read(&mut [0]).await.unwrap(), 0, "nothing follows");
        }
        (head, serde_json::from_slice(&body).unwrap())
    };
    timeout(DEADLINE, exchange).await.expect("a response in time")
}

#[tokio::test]
async fn a_client_that_sends_too_much_is_told_so() {
    let client = start().await;
    for length in [4_200_000, 4_250_000, 6_000_000, 8_000_000, 40_000_000] {
        for request in [call(length), call(length).chunked()] {
            let (head, answer) = refused(client, &request).await;
            assert!(head.starts_with("http/1.1 413"), "{length}: {head}");
            let message = answer["error"]["message"].as_str().unwrap();
            assert!(message.ends_with("the body is longer than 4194304 bytes"), "{message}");
        }
    }
}

/// Whatever is wrong with it besides.
#[tokio::test]
async fn a_client_that_sends_much_in_vain_is_told_why() {
    let client = start().await;
    let long = || call(8_000_000);
    for (request, status) in [
        (long().at("/nowhere"), 404),
        (long().with("Content-Type", "text/plain"), 415),
        (long().with("Host", "evil.example"), 403),
        (long().header("Origin", "https://evil.example"), 403),
        (long().at("/nowhere").chunked(), 404),
    ] {
        let (head, answer) = refused(client, &request).await;
        assert!(head.starts_with(&format!("http/1.1 {status}")), "{status}: {head}");
        assert!(answer["error"]["message"].is_string(), "{answer}");
    }
}

#[tokio::test]
async fn a_body_without_an_end_is_not_read_to_its_end() {
    let mut stream = start().await.connect().await;
    let head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000000\r\n\r\n";
    stream.write_all(head).await.unwrap();
    let piece = vec![b'x'; 1024 * 1024];
    let endless = async {
        let mut sent = 0;
        while stream.write_all(&piece).await.is_ok() {
            sent += piece.len();
        }
        sent
    };
    let sent = timeout(DEADLINE, endless).await.expect("an end");
    assert!(sent < 100 * 1024 * 1024, "{sent} bytes");
}
