//! What a page or its visitors cannot do to a server with routes of its own.

use std::time::Duration;

use mcp_test_support::attack::AttackTarget;
use mcp_test_support::http::Request;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::SERVER;

const PAGE: &str = "https://app.example.com";

async fn start() -> AttackTarget {
    AttackTarget::start_with(SERVER, &["--web"]).await
}

/// While an attack goes on, others are served within seconds, also where much else runs: one that
/// is held up would wait until the attack is over.
async fn assert_served_meanwhile(target: &AttackTarget, attack: impl Future<Output = ()>) {
    let others = async {
        loop {
            let began = Instant::now();
            target.assert_serves().await;
            assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
            sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::select! {
        () = attack => {}
        () = others => {}
    }
    target.assert_unharmed().await;
}

/// Sends the same many times, over this many connections that read what they are answered.
async fn send_many(target: &AttackTarget, connections: usize, times: usize, bytes: &[u8]) {
    let mut sending = JoinSet::new();
    for _ in 0..connections {
        let client = target.client;
        let bytes = bytes.to_vec();
        sending.spawn(async move {
            for _ in 0..times {
                let mut stream = client.connect().await;
                // Whoever is refused early may not be able to send everything.
                let _ = stream.write_all(&bytes).await;
                let _ = stream.read(&mut [0; 4096]).await;
            }
        });
    }
    sending.join_all().await;
}

#[tokio::test]
async fn ten_thousand_preflights_leave_the_others_alone() {
    let target = start().await;
    let names = vec!["mcp-param-x"; 64].join(",");
    let preflight = Request::new("OPTIONS")
        .header("Origin", PAGE)
        .header("Access-Control-Request-Method", "POST")
        .header("Access-Control-Request-Headers", &names)
        .to_bytes();
    let many = preflight.repeat(10);
    let attack = send_many(&target, 10, 100, &many);
    assert_served_meanwhile(&target, attack).await;
}

#[tokio::test]
async fn heads_that_are_as_large_as_they_may_be_leave_the_others_alone() {
    let target = start().await;
    let mut request = Request::new("POST").at("/echo").header("Origin", PAGE);
    for number in 0..90 {
        request = request.header(&format!("X-Bomb-{number}"), &"x".repeat(680));
    }
    let bytes = request.to_bytes();
    let attack = send_many(&target, 50, 20, &bytes);
    assert_served_meanwhile(&target, attack).await;
}

#[tokio::test]
async fn foreign_hosts_and_origins_leave_the_others_alone() {
    let target = start().await;
    for foreign in [
        Request::new("POST").at("/echo").header("Origin", "https://evil.example"),
        Request::new("GET").at("/endless").with("Host", "evil.example"),
    ] {
        let bytes = foreign.to_bytes();
        let attack = send_many(&target, 20, 50, &bytes);
        assert_served_meanwhile(&target, attack).await;
    }
}

#[tokio::test]
async fn a_service_that_panics_leaves_the_others_alone() {
    let target = start().await;
    let request = Request::new("POST").at("/panics").to_bytes();
    assert_served_meanwhile(&target, send_many(&target, 20, 50, &request)).await;
}

/// Connections that stay open: each has sent this.
async fn stay_open(target: &AttackTarget, count: usize, bytes: &[u8]) -> Vec<TcpStream> {
    let mut open = Vec::new();
    for _ in 0..count {
        let mut stream = target.client.connect().await;
        stream.write_all(bytes).await.unwrap();
        open.push(stream);
    }
    open
}

#[tokio::test]
async fn bodies_that_come_slowly_leave_the_others_alone() {
    let target = start().await;
    let head = "POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4000000\r\n\r\n";
    let mut open = stay_open(&target, 400, head.as_bytes()).await;
    let attack = async {
        for _ in 0..20 {
            for stream in &mut open {
                let _ = stream.write_all(&[b'x'; 1000]).await;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    assert_served_meanwhile(&target, attack).await;
}

#[tokio::test]
async fn streams_without_an_end_that_nobody_reads_leave_the_others_alone() {
    let target = start().await;
    let request = Request::new("GET").at("/endless").to_bytes();
    let open = stay_open(&target, 200, &request).await;
    assert_served_meanwhile(&target, sleep(Duration::from_secs(3))).await;
    drop(open);
    target.assert_unharmed().await;
}

/// The start of a connection of HTTP/2: the preface, and empty settings.
const HTTP_2: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// A frame of HTTP/2.
fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap().to_be_bytes();
    [&length[1..], &[kind, flags], &stream.to_be_bytes(), payload].concat()
}

/// The fields of `GET /`, as HPACK has them.
const FIELDS: &[u8] = b"\x82\x86\x84\x41\x09localhost";

/// Whether a connection is closed, with GOAWAY or without, while all of this is sent.
async fn is_closed_after(target: &AttackTarget, bytes: Vec<u8>) -> bool {
    let stream = target.client.connect().await;
    let (mut reads, mut writes) = stream.into_split();
    let sending = tokio::spawn(async move {
        let _ = writes.write_all(&bytes).await;
        writes
    });
    let mut received = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(30), reads.read_to_end(&mut received));
    let is_closed = closed.await.is_ok();
    sending.abort();
    is_closed
}

/// CVE-2023-44487.
#[tokio::test]
async fn streams_that_are_reset_at_once_end_their_connection_alone() {
    let target = start().await;
    let resets = (0..10_000).flat_map(|number| {
        let stream = 2 * number + 1;
        let mut frames = frame(1, 5, stream, FIELDS);
        frames.extend(frame(3, 0, stream, &8_u32.to_be_bytes()));
        frames
    });
    let bytes: Vec<u8> = HTTP_2.iter().copied().chain(resets).collect();
    let attack = async { assert!(is_closed_after(&target, bytes).await) };
    assert_served_meanwhile(&target, attack).await;
}

/// CVE-2024-27316, and heads that are too long.
#[tokio::test]
async fn a_head_without_an_end_ends_its_connection_alone() {
    let target = start().await;
    // A field that is not kept: its name, and a value of 16,000 letters.
    let mut field = b"\x00\x01x\x7f\x81\x7c".to_vec();
    field.extend(vec![b'x'; 16_000]);
    let more = frame(9, 0, 1, &field).repeat(1_000);
    let bytes = [HTTP_2, &frame(1, 0, 1, FIELDS)[..], &more[..]].concat();
    let attack = async { assert!(is_closed_after(&target, bytes).await) };
    assert_served_meanwhile(&target, attack).await;
}
