//! `--http`: where a server can be reached, and what a person is told.

use std::fs;
use std::io::{BufReader, Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use mcp_test_support::ServerProgram;
use mcp_test_support::peer::{initialize, request};
use serde_json::json;

use super::{Ran, terminal};

const STUDIO: &str = env!("CARGO_BIN_EXE_studio-server");
const PAGE: &str = env!("CARGO_BIN_EXE_page-server");

/// The lines until one contains a text, and that line.
fn until(output: &mut impl std::io::BufRead, part: &str) -> String {
    let mut lines = String::new();
    while !lines.contains(part) || !lines.ends_with('\n') {
        assert!(output.read_line(&mut lines).unwrap() > 0, "{lines}");
    }
    lines
}

#[test]
fn a_person_is_told_what_is_served_and_what_to_paste() {
    for (address, of) in [("0", "127.0.0.1"), ("localhost:0", "127.0.0.1"), ("[::1]:0", "[::1]")] {
        let (person, program) = terminal();
        let mut command = Command::new(STUDIO);
        command.args(["--http", address]).env("TERM", "dumb").stdin(Stdio::null());
        let server = command.stderr(program).spawn();
        let _server = ServerProgram(server.unwrap());
        // The terminal is the server's alone, so that it closes when the server ends.
        drop(command);
        let told = until(&mut BufReader::new(person), "For a client").replace("\r\n", "\n");
        let url = told.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(
            told,
            format!(
                "studio-server {version} serves 4 tools, 1 prompt, 1 resource at {url} until Ctrl-C.\n\
                 For a client: claude mcp add --transport http studio-server {url}\n"
            )
        );
        let host = url.trim_start_matches("http://").trim_end_matches("/mcp");
        assert!(host.starts_with(&format!("{of}:")), "{host}");
        assert!(TcpStream::connect(host).is_ok(), "{host}");
    }
}

#[test]
fn an_address_that_is_none_says_what_to_write() {
    for address in ["localhost", "99999", "here:there"] {
        let complaint = Ran::of(Command::new(STUDIO).args(["--http", address])).complaint(2);
        assert!(complaint.contains("write 8000 or localhost:8000"), "{complaint}");
    }
}

/// Sends a request, and gives the status of the answer.
fn post(address: &str, host: &str, method: &str, params: serde_json::Value) -> u16 {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name =
        params["name"].as_str().map(|name| format!("Mcp-Name: {name}\r\n")).unwrap_or_default();
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}).to_string();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "POST /mcp HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\n\
         Mcp-Method: {method}\r\n{name}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn v_logs_requests_and_refusals_over_http() {
    let mut command = Command::new(STUDIO);
    command.args(["--http", "0", "-v"]).env_remove("RUST_LOG").stderr(Stdio::piped());
    let mut server = ServerProgram(command.spawn().unwrap());
    let mut log = BufReader::new(server.0.stderr.take().unwrap());
    let serving = until(&mut log, "serving url=http://");
    assert!(!serving.contains("For a client"), "nobody is there to paste it: {serving}");
    let address = serving.trim_end().split("http://").nth(1).unwrap().trim_end_matches("/mcp");
    let call = json!({"name": "print", "arguments": {"copies": "hunter2"}});
    assert_eq!(post(address, "localhost", "tools/call", call), 200);
    assert!(
        until(&mut log, "tools/call").contains(" INFO tools/call print 2026-07-28 tool_error ")
    );
    assert_eq!(post(address, "evil.example.com", "tools/list", json!({})), 403);
    let refused = until(&mut log, "refused");
    assert!(refused.contains("http.response.status_code=403"), "{refused}");
    assert!(refused.contains("evil.example.com"), "{refused}");
    assert_eq!(post(address, "localhost", "tools/frob", json!({})), 404);
    let refused = until(&mut log, "refused");
    assert!(
        refused.contains("mcp.method.name=tools/frob rpc.response.status_code=-32601"),
        "{refused}"
    );
    assert!(!(serving + &refused).contains("hunter2"));
}

/// What a browser does: keeps how it was started, and the file that it was given.
const BROWSER: &str = r#"file=${1#file://}
{ echo "$@"; stat -c %a "$file"; cat "$file"; } > "$TMPDIR/seeing"; mv "$TMPDIR/seeing" "$TMPDIR/seen""#;

#[test]
fn a_browser_is_led_to_the_page_without_its_token_in_an_argument() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    // It may be there from before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let script = folder.join("script");
    fs::write(&script, BROWSER).unwrap();
    let (person, program) = terminal();
    let mut command = Command::new(PAGE);
    command.arg("dev").env("TMPDIR", &folder).env("BROWSER", format!("sh {} %s", script.display()));
    command.stdin(Stdio::null()).stdout(program).stderr(Stdio::null());
    let mut server = ServerProgram(command.spawn().unwrap());
    drop(command);
    let told = until(&mut BufReader::new(person), "Page: ");
    let url = told.split_whitespace().find(|word| word.starts_with("http://")).unwrap();
    let (_, token) = url.split_once('#').unwrap();
    assert_eq!(token.len(), 32);

    let start = Instant::now();
    let seen = loop {
        match fs::read_to_string(folder.join("seen")) {
            Ok(seen) => break seen,
            Err(_) => assert!(start.elapsed() < Duration::from_secs(60), "no browser is started"),
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let [arguments, mode, page] = seen.lines().collect::<Vec<_>>()[..] else { panic!("{seen}") };
    assert!(arguments.starts_with("file://") && !arguments.contains(token), "{arguments}");
    assert_eq!(mode, "600");
    assert!(page.contains(&format!("0;url={url}\"")), "{page}");

    let pid = server.0.id().to_string();
    // As Ctrl-C does, which ends it in order on every system.
    let mut kill = Command::new("sh");
    assert!(kill.args(["-c", r#"kill -INT "$0""#, &pid]).status().unwrap().success());
    server.0.wait().unwrap();
    let file = Path::new(arguments.strip_prefix("file://").unwrap());
    assert!(!file.exists(), "it is left when the server has ended");
}

/// What a server of standard input says with these words when it is asked who it is.
fn introduced(words: &[&str]) -> Ran {
    let mut command = Command::new(STUDIO);
    command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut server = command.spawn().unwrap();
    // One that has ended does not read it.
    let who = request(1, "initialize", initialize("2025-11-25"));
    let _ = writeln!(server.stdin.take().unwrap(), "{who}");
    server.wait_with_output().unwrap().into()
}

/// Clients start a server for each of their windows.
#[test]
fn a_server_serves_without_metrics_where_another_one_has_their_address() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    for address in [port.clone(), format!("127.0.0.1:{port}"), format!("localhost:{port}")] {
        let ran = introduced(&["--metrics", &address]);
        assert!(ran.stderr.contains("this server runs without metrics"), "{ran:?}");
        assert!(ran.answer().contains(r#""name":"studio-server""#));
    }
    // The first of two servers has it.
    drop(taken);
    let mut first = Command::new(STUDIO);
    first.args(["--metrics", &port]).stdin(Stdio::piped()).stdout(Stdio::null());
    let _first = ServerProgram(first.spawn().unwrap());
    let start = Instant::now();
    while TcpStream::connect(format!("127.0.0.1:{port}")).is_err() {
        assert!(start.elapsed() < Duration::from_secs(60), "the first one serves them");
        std::thread::sleep(Duration::from_millis(10));
    }
    let ran = introduced(&["--metrics", &port]);
    assert!(ran.stderr.contains("this server runs without metrics"), "{ran:?}");
    assert!(ran.answer().contains(r#""name":"studio-server""#));
}

/// An address that can never be had is a mistake, and so is one that a server over HTTP cannot have.
#[test]
fn an_address_for_metrics_that_is_none_of_this_machine_is_an_error() {
    let complaint = introduced(&["--metrics", "192.0.2.1:9464"]).complaint(1);
    assert!(complaint.contains("--metrics 192.0.2.1:9464: "), "{complaint}");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let ran = Ran::of(Command::new(STUDIO).args(["--http", "0", "--metrics", &port]));
    assert!(ran.complaint(1).contains(&format!("--metrics 127.0.0.1:{port}: ")));
}
