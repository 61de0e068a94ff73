//! Servers over HTTP that are broken on purpose, each a real one, and sound ones.

use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use mcp_test_support::ServerProgram;
use serde_json::json;

use super::super::{Home, told};
use super::found;
use super::http_server::{ReceivedRequest, Reply, message, reply, serve, without_headers};

fn asked(url: &str) -> Vec<(String, String)> {
    let home = Home::new();
    found(&home.shipped(&["doctor", url, "--json"]).output().unwrap())
}

#[track_caller]
fn assert_found(url: &str, id: &str, cause: &str) {
    let found = asked(url);
    let is_named = found.iter().any(|(found, what)| found == id && what.contains(cause));
    assert!(is_named, "{id} {cause}: {found:?}");
}

/// What is found where a sound server answers some things otherwise.
fn broken(
    id: &str,
    cause: &str,
    otherwise: impl Fn(&ReceivedRequest) -> Option<Reply> + Send + Sync + 'static,
) {
    let address = serve(move |asked| otherwise(asked).unwrap_or_else(|| asked.soundly()));
    assert_found(&format!("http://{address}/mcp"), id, cause);
}

fn is_initialize(asked: &ReceivedRequest) -> bool {
    asked.body["method"] == "initialize"
}

#[test]
fn a_sound_server_gives_nothing() {
    let address = serve(ReceivedRequest::soundly);
    assert_eq!(asked(&format!("http://{address}/mcp")), []);
}

#[test]
fn addresses_that_do_not_lead_to_a_server_are_named() {
    broken("H2", "answers 200 with a web page instead of an MCP message", |_| {
        Some(Reply { body: "<html>".to_owned(), ..reply(200) }.with("content-type", "text/html"))
    });
    broken("H2", "answers 404", |_| Some(reply(404)));
    broken("H2", "answers 503: there are too many sessions -> ", |_| {
        let body =
            r#"{"jsonrpc":"2.0","error":{"code":-32600,"message":"there are too many sessions"}}"#;
        Some(Reply { body: body.to_owned(), ..reply(503) })
    });
    broken("H3", "406 to `Accept: */*`", |asked| {
        (asked.verb == "POST" && asked.header("accept") == "*/*").then(|| reply(406))
    });
    broken("H4", "rejects the host `127.0.0.1` (421)", |_| Some(reply(421)));
    broken("H10", "redirects to https://other.example/mcp", |_| {
        Some(reply(307).with("location", "https://other.example/mcp"))
    });
    broken("H11", "`/mcp` and `/mcp/` lead to different servers", |asked| {
        (asked.path == "/mcp/").then(|| Reply { body: "<html>".to_owned(), ..reply(200) })
    });
    broken("H17", "GET is answered with 500", |asked| {
        (asked.verb == "GET" && asked.path == "/mcp").then(|| reply(500))
    });
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert_found(&format!("http://{free}/mcp"), "H1", "does not respond");
    let here = serve(ReceivedRequest::soundly);
    let port = here.rsplit_once(':').unwrap().1;
    assert_found(&format!("http://[::1]:{port}/mcp"), "H1", &format!("but http://{here}/mcp does"));
    let home = Home::new();
    let mut proxied = home.shipped(&["doctor", &format!("http://{here}/mcp"), "--json"]);
    let found = found(&proxied.env("HTTP_PROXY", "http://127.0.0.1:1").output().unwrap());
    assert!(found[0].0 == "H14" && found[0].1.contains("NO_PROXY=localhost"), "{found:?}");
}

#[test]
fn servers_that_answer_the_wrong_pages_are_named() {
    broken("H6", "accepts any `Origin`", |asked| {
        let of_all = asked.header("origin").contains("evil.example");
        of_all.then(|| message(&json!({"jsonrpc": "2.0", "id": 1, "result": {}})))
    });
    broken("H5", "are rejected, although it is that of the server", |asked| {
        asked.headers.contains_key("origin").then(|| reply(403))
    });
    broken("H18", "cannot read `Mcp-Session-Id`", |asked| {
        (asked.verb == "OPTIONS").then(|| reply(204).with("access-control-allow-origin", "*"))
    });
}

#[test]
fn sessions_that_get_lost_are_named() {
    broken("H16", "An unknown session is answered with 400", |asked| {
        (asked.header("mcp-session-id") == "00000000-unknown").then(|| reply(400))
    });
    let count = AtomicUsize::new(0);
    broken("H15", "10 of 20 requests did not find their session", move |asked| {
        let is_ping = asked.body["method"] == "ping" && asked.header("mcp-session-id") == "s";
        (is_ping && count.fetch_add(1, Ordering::Relaxed) % 2 == 1).then(|| reply(404))
    });
    broken("H19", "KB, which some gateways truncate", |asked| {
        let long = json!({"name": "x", "description": "x".repeat(600 * 1024), "inputSchema": {"type": "object"}});
        let list = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [long]}});
        (asked.body["method"] == "tools/list").then(|| message(&list))
    });
    broken("L", "tool `x`", |asked| {
        let tool = json!({"name": "x", "inputSchema": {"type": "object", "anyOf": [{}]}});
        let list = json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool]}});
        (asked.body["method"] == "tools/list").then(|| message(&list))
    });
}

#[test]
fn proxies_that_drop_headers_or_keep_events_back_are_named() {
    let (server, url) = shipped(&Home::new());
    assert_eq!(asked(&url), []);
    let address = url.strip_prefix("http://").unwrap().strip_suffix("/mcp").unwrap();
    let proxy = without_headers(address.to_owned(), "mcp-method");
    assert_found(&format!("http://{proxy}/mcp"), "H9", "do not arrive");
    drop(server);
    broken("H7", "probably buffering", |asked| match asked.body["method"].as_str() {
        Some("server/discover") => Some(message(&json!({"jsonrpc": "2.0", "id": 1, "result": {}}))),
        Some("subscriptions/listen") => {
            let events = reply(200).with("content-type", "text/event-stream");
            Some(Reply { never_ends: true, ..events })
        }
        _ => None,
    });
}

#[test]
fn a_server_of_another_version_is_told() {
    let address = serve(|asked| {
        if is_initialize(asked) {
            let result = json!({"serverInfo": {"name": "shipped-server", "version": "0.0.1"}});
            message(&json!({"jsonrpc": "2.0", "id": 1, "result": result}))
        } else {
            asked.soundly()
        }
    });
    let home = Home::new();
    let output = home.shipped(&["doctor", &format!("http://{address}/mcp")]).output().unwrap();
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("has version 0.0.1; this program has version 0.1.0"), "{said}");
}

/// A key, and a certificate that is good in these years, as a server of `openssl` takes them.
fn certificate(home: &Home, years: (u16, u16)) {
    home.write(
        "ca.cnf",
        "[ca]\ndefault_ca = d\n[d]\ndatabase = index\nnew_certs_dir = .\nrand_serial = yes\ndefault_md = sha256\n\
         policy = p\ncopy_extensions = copy\n[p]\ncommonName = supplied\n",
    );
    home.write("index", "");
    let openssl = |words: &str| {
        let made = Command::new("openssl")
            .args(words.split(' '))
            .current_dir(home.path(""))
            .output()
            .unwrap();
        assert!(made.status.success(), "{}", told(&made));
    };
    openssl(
        "req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout key.pem -out request.pem -subj /CN=localhost \
         -addext subjectAltName=DNS:localhost",
    );
    openssl(&format!(
        "ca -batch -selfsign -config ca.cnf -keyfile key.pem -in request.pem -out cert.pem -startdate {}0101000000Z \
         -enddate {}0101000000Z",
        years.0, years.1
    ));
}

#[test]
#[ignore = "needs openssl: .ci/services"]
fn certificates_that_nobody_knows_are_named() {
    for (years, id, cause) in [
        ((2020, 2090), "H12", "is not trusted here"),
        ((2020, 2021), "H13", "has expired or is not valid yet"),
        ((2089, 2090), "H13", "has expired or is not valid yet"),
    ] {
        let home = Home::new();
        certificate(&home, years);
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut serve = Command::new("openssl");
        serve
            .args(["s_server", "-www", "-key", "key.pem", "-cert", "cert.pem"])
            .current_dir(home.path(""));
        serve.args(["-accept", &format!("127.0.0.1:{port}")]);
        let mut serving = serve.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut lines = BufReader::new(serving.stdout.take().unwrap()).lines();
        assert!(lines.any(|line| line.unwrap() == "ACCEPT"));
        let found = asked(&format!("https://localhost:{port}/mcp"));
        serving.kill().unwrap();
        serving.wait().unwrap();
        assert!(found[0].0 == id && found[0].1.contains(cause), "{found:?}");
    }
}

/// The metadata of a server that asks for tokens, and of who issues them, as they are where nothing is wrong.
fn protected(asked: &ReceivedRequest) -> Reply {
    let origin = format!("http://{}", asked.header("host"));
    match asked.path.as_str() {
        "/.well-known/oauth-protected-resource/mcp" | "/.well-known/oauth-protected-resource" => {
            message(
                &json!({"resource": format!("{origin}/mcp"), "authorization_servers": [origin]}),
            )
        }
        "/.well-known/oauth-authorization-server" => message(&json!({
            "issuer": origin, "registration_endpoint": format!("{origin}/register"),
            "code_challenge_methods_supported": ["S256"],
        })),
        "/mcp" => {
            let metadata = format!(
                "Bearer resource_metadata=\"{origin}/.well-known/oauth-protected-resource/mcp\""
            );
            reply(401).with("www-authenticate", metadata)
        }
        _ => reply(404),
    }
}

#[test]
fn servers_that_ask_for_tokens_and_are_sound_give_nothing() {
    let address = serve(protected);
    assert_eq!(asked(&format!("http://{address}/mcp")), []);
}

#[test]
fn what_keeps_clients_from_logging_in_is_named() {
    let broken = |id: &str,
                  cause: &str,
                  path: &'static str,
                  otherwise: fn(&ReceivedRequest) -> Reply| {
        let address = serve(
            move |asked| if asked.path == path { otherwise(asked) } else { protected(asked) },
        );
        assert_found(&format!("http://{address}/mcp"), id, cause);
    };
    const RESOURCE: &str = "/.well-known/oauth-protected-resource/mcp";
    const ISSUER: &str = "/.well-known/oauth-authorization-server";
    broken("A1", "answers 403 without a token", "/mcp", |_| {
        reply(403).with("www-authenticate", "Bearer")
    });
    broken("A1", "answers without a token, although", "/mcp", ReceivedRequest::soundly);
    broken("A2", "does not say where to log in", "/mcp", |_| reply(401));
    broken("A3", "does not exist; Claude requests it first", RESOURCE, |_| reply(404));
    broken("A4", "in its metadata is `https://x.example/`", RESOURCE, |_| {
        message(&json!({"resource": "https://x.example/", "authorization_servers": []}))
    });
    broken("A5", "names no authorization server", RESOURCE, |asked| {
        message(&json!({"resource": format!("http://{}/mcp", asked.header("host"))}))
    });
    broken("A5", "No metadata for the issuer", ISSUER, |_| reply(404));
    broken("A6", "with something other than metadata", "/.well-known/openid-configuration", |_| {
        Reply { body: "<html>".to_owned(), ..reply(200) }
    });
    broken("A7", "does not support client registration", ISSUER, |_| {
        message(&json!({"code_challenge_methods_supported": ["S256"]}))
    });
    broken("A8", "does not declare PKCE with S256", ISSUER, |_| {
        message(
            &json!({"client_id_metadata_document_supported": true, "code_challenge_methods_supported": ["plain"]}),
        )
    });
    broken("A11", "answers 429", ISSUER, |_| reply(429));
}

/// Nobody logs in there, so nobody is told to serve what a login takes.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_with_keys_is_asked_with_one() {
    let http = || mcp_runtime::server!().build().unwrap().into_http();
    let bearer = http().bearer_tokens([("alice", "letmein")]).unwrap();
    let keys = http().api_keys("x-notes-key", [("alice", "letmein")]).unwrap();
    for (http, header, good) in
        [(bearer, "Authorization", "Bearer letmein"), (keys, "x-notes-key", "letmein")]
    {
        let url = format!("http://{}/mcp", mcp_test_support::http::serve(http).await.0);
        let ask = |sent: Option<String>| {
            let mut line = vec!["doctor".to_owned(), url.clone(), "--json".to_owned()];
            line.extend(sent.into_iter().flat_map(|sent| ["--header".to_owned(), sent]));
            let line: Vec<_> = line.iter().map(String::as_str).collect();
            let home = Home::new();
            found(&home.shipped(&line).output().unwrap())
        };
        let bare = ask(None);
        let wrong = ask(Some(format!("{header}: Bearer wrong")));
        for (said, why) in [(&bare, "none was sent"), (&wrong, "does not accept")] {
            let [(id, what)] = &said[..] else { panic!("one cause: {said:?}") };
            assert_eq!(id, "A2");
            assert!(what.contains(why) && what.contains("--header '"), "{what}");
            assert!(what.contains(header) && !what.contains("serve the metadata"), "{what}");
            assert!(!what.contains("wrong"), "{what}");
        }
        let right = ask(Some(format!("{header}: {good}")));
        assert!(right.iter().all(|(id, _)| !id.starts_with('A')), "{right:?}");
    }
    // Others, which say less.
    for challenge in ["Bearer", "Bearer realm=\"x\", error=\"invalid_token\"", "Basic, bearer"] {
        let address = serve(move |asked| match &*asked.path {
            "/mcp" => reply(401).with("www-authenticate", challenge),
            _ => reply(404),
        });
        let said = asked(&format!("http://{address}/mcp"));
        let [(_, what)] = &said[..] else { panic!("{challenge}: {said:?}") };
        assert!(what.contains("--header 'Authorization: Bearer TOKEN'"), "{what}");
    }
}

/// A server of ours over HTTP, and its URL.
pub(super) fn shipped(home: &Home) -> (ServerProgram, String) {
    let process = home.shipped(&["--http", "0", "-v"]).stderr(Stdio::piped()).spawn();
    let mut serving = ServerProgram(process.unwrap());
    let mut lines = BufReader::new(serving.0.stderr.take().unwrap()).lines();
    let url = lines.find_map(|line| {
        let line = line.unwrap();
        let (_, rest) = line.split_once("http://")?;
        let end = rest.find(|c: char| c.is_whitespace() || c == '"').unwrap_or(rest.len());
        Some(format!("http://{}", &rest[..end]))
    });
    // Whoever writes into a pipe that nobody reads ends.
    std::thread::spawn(move || lines.for_each(drop));
    (serving, url.unwrap())
}

/// People pass on what they are shown.
#[test]
fn what_may_be_secret_in_a_url_is_not_shown() {
    let sound = serve(ReceivedRequest::soundly);
    let refusing = serve(|_| reply(500));
    let moved = serve(|_| reply(307).with("location", "https://other.example/mcp?key=secret"));
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let places = [sound, refusing, moved, free].map(|address| format!("{address}/mcp"));
    let odd = ["htp://", "https://example.com:port"].map(|odd| odd.replace("://", "://me:secret@"));
    let urls = places.iter().flat_map(|place| {
        [format!("http://me:secret@{place}"), format!("http://{place}?token=secret#secret")]
    });
    for url in urls.chain(odd) {
        let home = Home::new();
        for words in [&["doctor", &url][..], &["doctor", &url, "--json"]] {
            let shown = told(&home.shipped(words).output().unwrap());
            assert!(!shown.contains("secret"), "{url}: {shown}");
        }
    }
}
