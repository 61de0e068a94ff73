//! The server behind nginx, HAProxy and Caddy, each with the shortest configuration that passes
//! requests on, and otherwise with its defaults. What breaks there is in the guide about the web.

#[cfg(unix)]
mod guide;

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use mcp_runtime::http::Http;
use mcp_runtime::{Caller, Changes, Server, server, tool};
use mcp_test_support::http::{Client, Request, called, serve, unused};
use mcp_test_support::peer::request;
use mcp_test_support::probe::{Probe, fixture};
use serde_json::json;
use tokio::net::TcpStream;
use tokio::time::{Instant, sleep, timeout};

use super::DEADLINE;

/// What passes requests on, from one port to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nginx,
    Haproxy,
    Caddy,
}

const KINDS: [Kind; 3] = [Kind::Nginx, Kind::Haproxy, Kind::Caddy];

/// A proxy that runs until it is dropped.
struct Proxy {
    process: Child,
    folder: PathBuf,
}

impl Kind {
    /// How it is told to pass on requests, and whether it tells who sent them.
    fn configuration(self, from: u16, to: u16, tells: bool) -> String {
        match self {
            Self::Nginx => {
                let directive = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";
                let tell = if tells { directive } else { "" };
                nginx(from, &format!("location / {{ proxy_pass http://127.0.0.1:{to}; {tell} }}"))
            }
            Self::Haproxy => {
                let tell = if tells { "  option forwardfor\n" } else { "" };
                // These times are those of the package of Debian.
                format!(
                    "defaults\n  mode http\n  timeout connect 5s\n  timeout client 50s\n  \
                     timeout server 50s\n{tell}listen all\n  bind 127.0.0.1:{from}\n  \
                     server one 127.0.0.1:{to}\n"
                )
            }
            Self::Caddy => format!(
                "{{\n admin off\n auto_https off\n}}\n\
                 http://:{from} {{\n bind 127.0.0.1\n reverse_proxy 127.0.0.1:{to}\n}}\n"
            ),
        }
    }

    async fn start(self, server: Client, tells: bool) -> (Client, Proxy) {
        self.run(|from| self.configuration(from, server.0.port(), tells)).await
    }

    /// Runs it with what is written for the port that it listens on.
    async fn run(self, configuration: impl FnOnce(u16) -> String) -> (Client, Proxy) {
        let client = unused().await;
        let folder = std::env::temp_dir().join(format!("mcp-proxy-{}", client.0.port()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(if self == Self::Caddy { "Caddyfile" } else { "proxy.conf" });
        fs::write(&file, configuration(client.0.port())).unwrap();
        let mut command = match self {
            Self::Nginx => Command::new("nginx"),
            Self::Haproxy => Command::new("haproxy"),
            Self::Caddy => Command::new("caddy"),
        };
        match self {
            Self::Nginx => command.arg("-p").arg(&folder).arg("-c").arg(&file),
            Self::Haproxy => command.arg("-f").arg(&file),
            Self::Caddy => command.args(["run", "--config"]).arg(&file),
        };
        let quiet = command.env("HOME", &folder).stdout(Stdio::null()).stderr(Stdio::null());
        let mut proxy = Proxy { process: quiet.spawn().unwrap(), folder };
        let listens = async {
            while TcpStream::connect(client.0).await.is_err() {
                assert_eq!(proxy.process.try_wait().unwrap(), None, "{self:?} has ended");
                sleep(Duration::from_millis(10)).await;
            }
        };
        timeout(DEADLINE, listens).await.unwrap_or_else(|_| panic!("{self:?} does not listen"));
        (client, proxy)
    }
}

/// A configuration of nginx that leaves nothing outside of its folder.
fn nginx(from: u16, server: &str) -> String {
    format!(
        "daemon off; pid nginx.pid; error_log stderr; events {{}} http {{ access_log off; \
         client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; \
         uwsgi_temp_path uwsgi; scgi_temp_path scgi; \
         server {{ listen 127.0.0.1:{from}; {server} }} }}\n"
    )
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // The workers of nginx end with it only if it is asked.
        let _ = Command::new("kill").arg(self.process.id().to_string()).status();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// A server behind each of the proxies, one after the other.
async fn behind(kind: Kind) -> (Client, Probe, Proxy, Server) {
    let (builder, probe) = fixture();
    let server = builder.changes(Changes::new().tools()).build().unwrap();
    let (client, proxy) = kind.start(serve(server.clone().into_http()).await, false).await;
    (client, probe, proxy, server)
}

fn with_progress(tool: &str) -> serde_json::Value {
    let mut params = called(tool, json!({}));
    params["_meta"] = json!({ "progressToken": 1 });
    params
}

#[tokio::test]
#[ignore = "needs nginx, haproxy and caddy: .ci/services"]
async fn calls_streams_sessions_and_cancellation_work_behind_proxies() {
    for kind in KINDS {
        let (client, probe, _proxy, _server) = behind(kind).await;
        assert_eq!(client.call("add", json!({"a": 1, "b": 2})).await, "3", "{kind:?}");
        // What a call tells arrives while it runs.
        let mut response = client.modern("tools/call", with_progress("tell")).await;
        assert!(response.is_stream());
        assert_eq!(response.message().await.unwrap()["method"], "notifications/progress");
        probe.started.given(1).await;
        probe.go.give(1);
        assert_eq!(response.rest().await.len(), 2, "{kind:?}");
        probe.ended.given(1).await;
        // A client that goes away cancels what it called.
        let mut response = client.modern("tools/call", with_progress("tell")).await;
        response.message().await.unwrap();
        probe.started.given(1).await;
        drop(response);
        timeout(DEADLINE, probe.ended.given(1)).await.unwrap();
        // A session, until it is deleted.
        let session = client.initialize("2025-11-25").await;
        assert_eq!(session.request("ping", json!({})).await["result"], json!({}));
        assert_eq!(client.send(session.delete()).await.status, 204);
        let after = client.send(session.post(request(2, "ping", json!({})))).await;
        assert_eq!(after.status, 404, "{kind:?}");
        let large = "x".repeat(900_000);
        let call = called("wait", json!({ "text": large }));
        probe.go.give(1);
        let answer = client.modern("tools/call", call).await.answer().await;
        assert_eq!(mcp_test_support::http::text(&answer).len(), 900_000, "{kind:?}");
    }
}

#[tokio::test]
#[ignore = "needs nginx, haproxy and caddy: .ci/services"]
async fn a_stream_that_broke_off_behind_a_proxy_is_resumed() {
    for kind in KINDS {
        let (client, probe, _proxy, _server) = behind(kind).await;
        let session = client.initialize("2025-11-25").await;
        let mut response = session.start_call(1, "tell", json!({})).await;
        let (event, _) = response.message_event().await.unwrap();
        probe.started.given(1).await;
        drop(response);
        probe.go.give(1);
        probe.ended.given(1).await;
        let id = event.id.unwrap();
        let rest = session.resume(&id).await.rest().await;
        assert_eq!(mcp_test_support::http::text(rest.last().unwrap()), "told", "{kind:?}");
    }
}

#[tokio::test]
#[ignore = "needs nginx, haproxy and caddy: .ci/services"]
async fn a_stream_that_says_nothing_for_ninety_seconds_stays_open_behind_proxies() {
    let idle = KINDS.map(|kind| async move {
        let (client, _probe, _proxy, server) = behind(kind).await;
        let listen = json!({ "notifications": { "toolsListChanged": true } });
        let began = Instant::now();
        let mut modern = client.modern("subscriptions/listen", listen).await;
        // Case 70: something is sent at once, so that no proxy holds back the head.
        assert!(began.elapsed() < Duration::from_secs(5), "{kind:?}");
        modern.message().await.unwrap();
        let session = client.initialize("2025-11-25").await;
        let mut legacy = session.listen().await;
        sleep(Duration::from_secs(90)).await;
        server.remove_tool("add").unwrap();
        for stream in [&mut modern, &mut legacy] {
            let message = stream.message().await.unwrap();
            assert_eq!(message["method"], "notifications/tools/list_changed", "{kind:?}");
        }
    });
    let [nginx, haproxy, caddy] = idle;
    tokio::join!(nginx, haproxy, caddy);
}

/// Says who calls.
#[tool]
fn who(caller: Caller) -> String {
    format!("{caller:?}")
}

#[tokio::test]
#[ignore = "needs nginx, haproxy and caddy: .ci/services"]
async fn proxies_that_are_trusted_tell_who_calls() {
    for kind in KINDS {
        let http: Http = server!().tool::<who>().build().unwrap().into_http();
        let server = serve(http.trusted_proxies(["loopback"]).unwrap()).await;
        let (client, _proxy) = kind.start(server, true).await;
        // A client that claims to be another one is one of this machine all the same: Caddy, which
        // trusts nobody before it, drops what it claims, and the others append to it.
        let call = Request::modern("tools/call", called("who", json!({})));
        let answer =
            client.send(call.header("X-Forwarded-For", "203.0.113.7")).await.answer().await;
        let said = mcp_test_support::http::text(&answer);
        let claimed = if kind == Kind::Caddy { "Connection(" } else { "Address(203.0.113.7)" };
        assert!(said.starts_with(claimed), "{kind:?}: {said}");
    }
}
