//! The configurations of nginx that the guide has, as they stand there.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use mcp_runtime::server;
use mcp_test_support::http::{Client, serve};
use tokio::net::UnixListener;

use super::{Kind, Proxy, nginx};
use crate::http::proxies::{call, draw};

/// By which a test tells nginx where a request comes from, since all of them come from this machine.
const FROM: &str = "X-Test-From";

/// The blocks of all pages, with the names of these.
fn blocks() -> Vec<(String, String)> {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../mcp-runtime/src/guide");
    let mut blocks = Vec::new();
    for page in fs::read_dir(guide).unwrap() {
        let page = page.unwrap();
        let text = fs::read_to_string(page.path()).unwrap();
        for block in text.split("```nginx\n").skip(1) {
            let (block, _) = block.split_once("```").unwrap();
            blocks.push((page.file_name().display().to_string(), block.to_owned()));
        }
    }
    blocks
}

/// A server behind nginx with such a block, whose server alone is at another place.
async fn start(block: &str, socket: &Path) -> (Client, Proxy) {
    let http = server!().tool::<draw>().build().unwrap().into_http();
    let (before, rest) = block.split_once("proxy_pass ").unwrap();
    let (target, after) = rest.split_once(';').unwrap();
    let target = if target.starts_with("http://unix:") {
        let listener = UnixListener::bind(socket).unwrap();
        // The workers of nginx are of another user.
        fs::set_permissions(socket, fs::Permissions::from_mode(0o666)).unwrap();
        let http = http.trusted_proxies(["unix"]).unwrap();
        tokio::spawn(http.serve_on(listener, std::future::pending()));
        format!("http://unix:{}", socket.display())
    } else {
        let http = http.trusted_proxies(["loopback"]).unwrap();
        format!("http://{}", serve(http).await.0)
    };
    let block = format!("{before}proxy_pass {target};{after}");
    let from = format!("set_real_ip_from 127.0.0.1; real_ip_header {FROM};");
    Kind::Nginx.run(|port| nginx(port, &format!("{from}\n{block}"))).await
}

/// Whatever each client writes into the header itself.
#[tokio::test]
#[ignore = "needs nginx, haproxy and caddy: .ci/services"]
async fn each_client_has_the_rate_of_its_address_behind_nginx_as_the_guide_says() {
    let blocks = blocks();
    assert!(blocks.len() >= 2, "{blocks:?}");
    let folder = std::env::temp_dir().join(format!("mcp-guide-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    for (place, (page, block)) in blocks.into_iter().enumerate() {
        let (client, _proxy) = start(&block, &folder.join(place.to_string())).await;
        for from in ["203.0.113.7", "203.0.113.8", "2001:db8::1"] {
            let mut served = 0;
            for number in 0..20 {
                let claims = match number % 4 {
                    0 => format!("198.51.100.{number}"),
                    1 => format!("198.51.100.{number}, 127.0.0.1"),
                    2 => format!("198.51.100.{number}, \u{e4}"),
                    _ => format!("\u{e4}{number}"),
                };
                let headers = [(FROM, from), ("X-Forwarded-For", &claims)];
                let answer = call(client, "draw", &headers).await;
                served += usize::from(answer["result"]["isError"] != true);
            }
            assert_eq!(served, 3, "{page}: {from}");
        }
    }
    fs::remove_dir_all(&folder).unwrap();
}
