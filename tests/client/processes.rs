//! Servers that are child processes: how they are started, and how they end.

use std::path::{Path, PathBuf};
use std::process::Stdio as Redirection;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use mcp_runtime::protocol::ProtocolVersion;
use mcp_runtime_client::{Client, ClientBuilder, Stdio};
use mcp_runtime_testing::json;
use tokio::runtime::Builder;
use tokio::time::timeout;

/// Answers `server/discover`, which has the first id.
const DISCOVERED: &str = r#"
    read probe
    echo '{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}'
"#;

/// Long enough for everything that does not wait for a limit of a request, which is a minute.
const SOON: Duration = Duration::from_secs(20);

fn client() -> ClientBuilder {
    Client::builder("agent", "1.0")
}

fn bash(script: &str) -> Stdio {
    Stdio::spawn("bash").arg("-c").arg(script)
}

/// A server that answers `server/discover` and then goes on with a script; `FILE` is a path.
fn modern(script: &str, file: &Path) -> Stdio {
    bash(&format!("{DISCOVERED}{script}").replace("FILE", file.to_str().unwrap()))
}

/// A folder for one test.
struct Folder(PathBuf);

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn folder() -> (Folder, PathBuf) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("mcp-processes-{}-{count}", std::process::id()));
    std::fs::create_dir(&path).unwrap();
    let file = path.join("file");
    (Folder(path), file)
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_default()
}

#[tokio::test]
async fn a_server_that_exits_is_noticed_while_a_child_holds_its_output() {
    let (_folder, file) = folder();
    for script in ["sleep 30 & exit 3", "sleep 30 & kill -9 $$", "read call; sleep 30 & exit 3"] {
        let client = client().connect(modern(script, &file)).await.unwrap();
        let calls = async { tokio::join!(client.call_tool("a", ()), client.call_tool("b", ())) };
        let (one, two) = timeout(SOON, calls).await.expect("the end is noticed");
        for error in [one.unwrap_err(), two.unwrap_err()] {
            assert!(error.is_closed(), "{script}: {error}");
            assert!(error.to_string().contains("has ended ("), "{script}: {error}");
        }
        timeout(SOON, client.closed()).await.expect("the connection has ended");
    }
}

#[tokio::test]
async fn a_server_that_fails_early_is_noticed_while_a_child_holds_its_output() {
    let connecting = client().version(ProtocolVersion::LATEST).connect(bash("sleep 30 & exit 3"));
    let error = timeout(Duration::from_secs(8), connecting).await.expect("noticed").unwrap_err();
    assert!(error.to_string().contains("has ended (exit status: 3)"), "{error}");
}

/// As npx and uvx may start what they have found.
#[tokio::test]
async fn a_launcher_whose_child_serves_on_stays_connected() {
    let program = env!("CARGO_BIN_EXE_asked-server");
    let launch = |before: &str| format!("exec 3<&0; ({before} exec {program} stdio <&3) & exit 0");
    for (script, version) in [
        (launch(""), ProtocolVersion::LATEST),
        (launch(""), ProtocolVersion::LATEST_LEGACY),
        // It is not ready when its launcher exits.
        (launch("sleep 3;"), ProtocolVersion::LATEST),
    ] {
        let client = client().version(version).connect(bash(&script)).await.unwrap();
        // For longer than it may take to show a sign of life.
        let ended = timeout(Duration::from_secs(3), client.closed()).await;
        assert!(ended.is_err(), "{version}: {ended:?}");
        let text: String = client.call("echo", json!({ "text": "here" })).await.unwrap();
        assert_eq!(text, "here");
        timeout(SOON, client.close()).await.expect("an end");
    }
}

/// Connects, and ends the runtime as `main` does when it returns.
fn leave(server: impl Fn() -> Stdio, after: impl Fn()) {
    for flavor in ["current_thread", "multi_thread"] {
        for is_kept in [true, false] {
            let mut builder = match flavor {
                "current_thread" => Builder::new_current_thread(),
                _ => Builder::new_multi_thread(),
            };
            let runtime = builder.enable_all().build().unwrap();
            let connected = runtime.block_on(client().connect(server())).unwrap();
            let kept = is_kept.then_some(connected);
            drop(runtime);
            drop(kept);
            after();
        }
    }
}

#[test]
fn a_program_that_ends_without_closing_its_client_lets_the_server_end() {
    let (_folder, file) = folder();
    let script = "while read line; do :; done; sleep 0.2; echo ended > FILE";
    leave(
        || modern(script, &file),
        || {
            assert_eq!(read(&file), "ended\n");
            std::fs::remove_file(&file).unwrap();
        },
    );
}

#[test]
fn a_server_that_ignores_the_end_of_the_program_is_asked_to_end() {
    let (_folder, file) = folder();
    let script = "trap 'echo asked > FILE; exit' TERM; while true; do sleep 0.02; done";
    leave(
        // On a busy machine it is a while until the shell has its turn.
        || modern(script, &file).exit_timeout(Duration::from_secs(3)),
        || {
            assert_eq!(read(&file), "asked\n");
            std::fs::remove_file(&file).unwrap();
        },
    );
}

#[test]
fn a_server_that_ignores_that_it_is_asked_to_end_is_killed() {
    let (_folder, file) = folder();
    let script = "trap '' TERM; echo $$ > FILE; while true; do sleep 0.02; done";
    leave(
        || modern(script, &file).exit_timeout(Duration::from_millis(100)),
        || {
            let process = PathBuf::from(format!("/proc/{}/stat", read(&file).trim()));
            // One that has ended is there until somebody asks how, which a program that ends does not.
            let runs =
                || std::fs::read_to_string(&process).is_ok_and(|stat| !stat.contains(") Z "));
            let begun = Instant::now();
            while runs() {
                assert!(begun.elapsed() < SOON, "{process:?} is still there");
                std::thread::sleep(Duration::from_millis(10));
            }
        },
    );
}

#[tokio::test]
async fn piped_standard_error_stops_no_server() {
    let (_folder, file) = folder();
    let answer = r#"echo '{"jsonrpc":"2.0","id":2,"result":{"content":[]}}'; read end"#;
    for log in [
        "head -c 1000000 /dev/zero | tr '\\0' x >&2",
        "yes 'a line of the log' | head -n 60000 >&2",
        "head -c 1000000 /dev/urandom >&2",
        "exec 2>&-",
    ] {
        let server = modern(&format!("read call; {log}; {answer}"), &file);
        let client = client().connect(server.stderr(Redirection::piped())).await.unwrap();
        let called = timeout(SOON, client.call_tool("any", ())).await.expect(log);
        called.unwrap_or_else(|error| panic!("{log}: {error}"));
    }
}

/// A server of the legacy era that exits when it is asked something else first.
fn old(refuse: &str, file: &Path) -> Stdio {
    let script = r#"
        echo started >> FILE
        read line
        case $line in *'"initialize"'*) ;; *) REFUSE;; esac
        id=${line#*'"id":'}
        id=${id%%,*}
        echo '{"jsonrpc":"2.0","id":'$id',"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"old","version":"1"}}}'
        read initialized
        read end
    "#;
    bash(&script.replace("REFUSE", refuse).replace("FILE", file.to_str().unwrap()))
}

#[tokio::test]
async fn a_server_that_exits_when_it_is_asked_for_its_revisions_is_started_again() {
    for refuse in
        ["exit 1", "exit 0", "kill -9 $$", "echo oops; exit 1", "exec >&-; read end; exit"]
    {
        let (_folder, file) = folder();
        let client = timeout(SOON, client().connect(old(refuse, &file)))
            .await
            .expect(refuse)
            .unwrap_or_else(|error| panic!("{refuse}: {error}"));
        assert_eq!(client.version(), ProtocolVersion::V2025_06_18, "{refuse}");
        assert_eq!(client.server_info().name, "old", "{refuse}");
        assert_eq!(read(&file), "started\nstarted\n", "{refuse}");
        timeout(SOON, client.close()).await.expect("an end");
    }
}

#[tokio::test]
async fn a_server_is_started_again_once_and_only_if_it_may_speak_an_old_revision() {
    let (_folder, file) = folder();
    let forced = client().version(ProtocolVersion::LATEST).connect(old("exit 1", &file));
    let error = timeout(SOON, forced).await.unwrap().unwrap_err();
    assert!(error.to_string().contains("has ended (exit status: 1)"), "{error}");
    assert_eq!(read(&file), "started\n");
    let always = bash(&format!("echo started >> {}; read line; exit 5", file.display()));
    let error = timeout(SOON, client().connect(always)).await.unwrap().unwrap_err();
    assert!(error.to_string().contains("has ended (exit status: 5)"), "{error}");
    assert_eq!(read(&file), "started\nstarted\nstarted\n");
    // What is agreed on is not asked again.
    let server = modern("echo started >> FILE; exit 1", &file);
    let client = client().connect(server).await.unwrap();
    timeout(SOON, client.closed()).await.unwrap();
    assert_eq!(read(&file), "started\n".repeat(4));
}

/// The names of the variables that a server gets.
async fn variables(start: impl FnOnce(Stdio) -> Stdio) -> Vec<(String, String)> {
    let (_folder, file) = folder();
    let client = client().connect(start(modern("env > FILE", &file))).await.unwrap();
    client.closed().await;
    let lines = read(&file);
    let pairs = lines.lines().filter_map(|line| line.split_once('='));
    pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// A variable that cargo sets for tests, in the place of a secret.
const SECRET: &str = "CARGO_MANIFEST_DIR";

#[tokio::test]
async fn a_server_gets_only_the_environment_that_programs_need() {
    assert!(std::env::var_os(SECRET).is_some());
    let usual = [
        "HOME", "LANG", "LC_ALL", "LC_CTYPE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ",
        "USER", // What bash sets:
        "PWD", "SHLVL", "_", "OLDPWD",
    ];
    let variables = variables(|server| server).await;
    for (name, _) in &variables {
        assert!(usual.contains(&name.as_str()), "{name}");
    }
    let path = variables.iter().find(|(name, _)| name == "PATH").unwrap();
    assert_eq!(path.1, std::env::var("PATH").unwrap());
}

#[tokio::test]
async fn more_of_the_environment_is_passed_on_by_choice() {
    let value = |variables: Vec<(String, String)>, name: &str| {
        variables.into_iter().find(|(known, _)| known == name).map(|(_, value)| value)
    };
    let secret = std::env::var(SECRET).ok();
    let named = variables(|server| server.inherit([SECRET, "NO_SUCH_VARIABLE"])).await;
    assert_eq!(value(named, SECRET), secret);
    let all = variables(Stdio::inherit_all).await;
    assert_eq!(value(all, SECRET), secret);
    let network = variables(Stdio::inherit_network).await;
    assert_eq!(value(network, SECRET), None);
    // What is set counts, in whatever order.
    for start in [
        (|server| server.env(SECRET, "set").inherit([SECRET])) as fn(Stdio) -> Stdio,
        |server| server.inherit_all().env(SECRET, "set"),
        |server| server.env(SECRET, "set").inherit_all(),
    ] {
        assert_eq!(value(variables(start).await, SECRET).unwrap(), "set");
    }
    let path = variables(|server| server.env("PATH", "/bin:/usr/bin").inherit_all()).await;
    assert_eq!(value(path, "PATH").unwrap(), "/bin:/usr/bin");
}
