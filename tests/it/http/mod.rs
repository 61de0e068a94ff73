//! Streamable HTTP, over real connections on the loopback interface.

mod batches;
mod behind_proxies;
mod connections;
mod containment;
mod cors;
mod disconnects;
mod eras;
mod http2;
mod keys;
mod late_senders;
mod listen;
mod long_bodies;
mod mounted;
mod on_the_web;
mod own_responses;
mod pipelining;
mod polling;
mod principals;
mod probes;
mod proxies;
mod route_bodies;
mod routes;
mod security;
mod serving;
pub(crate) mod session_ends;
mod sessions;
mod shutdown;
#[cfg(unix)]
mod sockets;
mod stateless;
mod streams;

use std::time::Duration;

use mcp_test_support::http::{Client, serve};
pub(crate) use mcp_test_support::probe::{DEADLINE, Probe, Signal};
use mcp_test_support::probe::{add, fixture, http};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio::time::{advance, pause, resume};

/// The revisions that have sessions over HTTP.
const LEGACY: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

/// The fixture as it comes, served.
async fn start() -> (Client, Probe) {
    let (http, probe) = http();
    (serve(http).await, probe)
}

/// Whether the server still does what it is for.
async fn assert_serves(client: Client) {
    assert_eq!(client.call("add", json!({"a": 1, "b": 2})).await, "3");
}

/// Lets time pass, and lets the server see that it has.
async fn pass(time: Duration, client: Client) {
    pause();
    advance(time).await;
    resume();
    for _ in 0..10 {
        assert_serves(client).await;
    }
}

/// Reads what is left of a response, whose body has as many bytes as its head says: the head in
/// lower case, and the body.
async fn read_response(stream: &mut TcpStream) -> (String, Vec<u8>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap().to_ascii_lowercase();
    let (_, length) = head.split_once("content-length: ").unwrap();
    let mut body = vec![0; length.lines().next().unwrap().parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    (head, body)
}
