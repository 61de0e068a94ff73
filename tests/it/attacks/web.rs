//! What a page or its visitors cannot do to a server with routes of its own.

use std::time::Duration;

use mcp_tests::attack::AttackTarget;
use mcp_tests::http::Request;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::SERVER;

const PAGE: &str = "https://app.example.com";

async fn start() -> AttackTarget {
    AttackTarget::start_with(SERVER, &["--web"]).await
}

/// While an attack goes on, others are served within a second.
async fn assert_served_meanwhile(target: &AttackTarget, attack: impl Future<Output = ()>) {
    let others = async {
        loop {
            let began = Instant::now();
            target.assert_serves().await;
            assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
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
        let (client, bytes) = (target.client, bytes.to_vec());
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
