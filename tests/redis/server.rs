//! Real servers of Redis, which live no longer than the tests.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use mcp_runtime_redis::{Redis, RedisStore};

/// Starts a program, tells its id, and kills it when the test is gone, however that ended.
const WATCH: &str = r#"folder=$1; shift; "$@" >"$folder/log" 2>&1 & echo $!; cat >/dev/null
    kill -9 $!; wait $! 2>/dev/null; rm -rf "$folder""#;

/// How long a test waits for what a server has to do.
const TIMEOUT: Duration = Duration::from_secs(20);

/// A server of Redis with a port and a folder of its own.
pub(crate) struct RedisServer {
    pub(crate) port: u16,
    arguments: Vec<String>,
    /// What its file of settings begins with.
    settings: String,
    process: Option<Process>,
}

struct Process {
    /// When this is closed, the program is killed.
    stdin: Option<ChildStdin>,
    watcher: Child,
    pid: String,
}

impl RedisServer {
    /// A server that keeps nothing on the disk.
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// A server with these options besides.
    pub(crate) fn with(options: &[&str]) -> Self {
        let always = ["--save", "", "--bind", "127.0.0.1", "--enable-debug-command", "yes"];
        Self::of(&[&always, options].concat(), String::new())
    }

    /// A sentinel that watches this server under the name `weather`.
    pub(crate) fn sentinel(master: &Self) -> Self {
        let settings = format!(
            "sentinel monitor weather 127.0.0.1 {} 1\n\
             sentinel down-after-milliseconds weather 500\n\
             sentinel failover-timeout weather 3000\n",
            master.port
        );
        Self::of(&["--sentinel"], settings)
    }

    fn of(arguments: &[&str], settings: String) -> Self {
        let arguments = arguments.iter().copied().map(str::to_owned).collect();
        let mut server = Self { port: free_port(), arguments, settings, process: None };
        server.start_again();
        server
    }

    /// Starts it after it was killed, on its port, with nothing of what it had.
    pub(crate) fn start_again(&mut self) {
        let folder = folder();
        let config = folder.join("redis.conf");
        std::fs::write(&config, &self.settings).expect("the folder can be written");
        // A sentinel reads its settings from a file, to which it writes what it learns.
        let mut watched = Command::new("sh");
        watched.args(["-c", WATCH, "sh"]).arg(&folder).arg("redis-server").arg(&config);
        watched.args(["--port", &self.port.to_string(), "--dir"]).arg(&folder);
        let mut child = watched
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut pid = String::new();
        let stdout = child.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut pid).expect("the shell tells the id");
        let stdin = child.stdin.take();
        self.process = Some(Process { stdin, watcher: child, pid: pid.trim().to_owned() });
        let start = Instant::now();
        while !self.answers() {
            let log = || std::fs::read_to_string(folder.join("log")).unwrap_or_default();
            assert!(
                !log().contains("not found"),
                "the tests need redis-server: install it with `apt-get install redis-server`; its service \
                 need not run"
            );
            assert!(start.elapsed() < TIMEOUT, "redis-server does not start: {}", log());
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn answers(&self) -> bool {
        let answer = self.try_cli(&["PING"]);
        answer.is_some_and(|answer| answer == "PONG" || answer.starts_with("NOAUTH"))
    }

    /// What `redis-cli` prints, or nothing where the server does not answer.
    pub(crate) fn try_cli(&self, arguments: &[&str]) -> Option<String> {
        let port = self.port.to_string();
        let mut cli = Command::new("timeout");
        cli.args(["5", "redis-cli", "-p", &port]).args(arguments);
        let output = cli.output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim_end().to_owned();
        output.status.success().then_some(text)
    }

    /// What `redis-cli` prints.
    pub(crate) fn cli(&self, arguments: &[&str]) -> String {
        self.try_cli(arguments).unwrap_or_else(|| panic!("redis-cli {arguments:?} fails"))
    }

    /// Waits until `redis-cli` prints something that is so.
    pub(crate) fn wait(&self, arguments: &[&str], is_so: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            let printed = self.try_cli(arguments).unwrap_or_default();
            if is_so(&printed) {
                return;
            }
            assert!(start.elapsed() < TIMEOUT, "redis-cli {arguments:?}: {printed}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until all that was written to the other one has come to this one.
    pub(crate) fn has_all_of(&self, primary: &Self) {
        let offset = |info: &str| {
            let mut lines = info.lines();
            lines.find_map(|line| {
                line.strip_prefix("master_repl_offset:")?.trim().parse::<u64>().ok()
            })
        };
        let written = offset(&primary.cli(&["INFO", "replication"]));
        self.wait(&["INFO", "replication"], |info| offset(info) >= written);
    }

    /// What the server is asked from now on.
    pub(crate) fn monitor(&self) -> Monitor {
        let port = self.port.to_string();
        let mut child = Command::new("redis-cli")
            .args(["-p", &port, "MONITOR"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is redis-cli");
        let mut lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
        assert_eq!(lines.next().and_then(Result::ok).as_deref(), Some("OK"));
        Monitor { port, child, lines }
    }

    /// Sends a signal, such as `STOP`.
    pub(crate) fn signal(&self, signal: &str) {
        let process = self.process.as_ref().expect("it runs");
        let sent = Command::new("kill").args([&format!("-{signal}"), &process.pid]).status();
        assert!(sent.expect("there is kill").success());
    }

    /// Kills it, and returns when it is gone.
    pub(crate) fn kill(&mut self) {
        self.process = None;
    }

    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// How its store is reached, in a namespace for tests.
    pub(crate) fn redis(&self) -> Redis {
        Redis::new(self.url()).namespace("test")
    }

    /// The store in it.
    pub(crate) async fn store(&self) -> RedisStore {
        self.redis().connect().await.expect("the server will do")
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.stdin.take());
        // It is gone already, or goes.
        let _ = self.watcher.wait();
    }
}

/// Sees what a server is asked.
pub(crate) struct Monitor {
    port: String,
    child: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Monitor {
    /// What it was asked so far, a line each.
    pub(crate) fn seen(mut self) -> Vec<String> {
        let end = Command::new("redis-cli").args(["-p", &self.port, "ECHO", "the end"]).output();
        assert!(end.expect("there is redis-cli").status.success());
        let lines = self.lines.by_ref().map_while(Result::ok);
        let seen = lines.take_while(|line| !line.contains("the end")).collect();
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
        seen
    }
}

/// Three servers of a cluster.
pub(crate) struct Cluster(pub(crate) Vec<RedisServer>);

impl Cluster {
    pub(crate) fn start() -> Self {
        let options = ["--cluster-enabled", "yes", "--cluster-node-timeout", "1000"];
        let servers: Vec<_> = (0..3).map(|_| RedisServer::with(&options)).collect();
        let addresses: Vec<_> =
            servers.iter().map(|server| format!("127.0.0.1:{}", server.port)).collect();
        let mut create = vec!["--cluster", "create", "--cluster-yes"];
        create.extend(addresses.iter().map(String::as_str));
        servers[0].cli(&create);
        for server in &servers {
            server.wait(&["CLUSTER", "INFO"], |info| info.contains("cluster_state:ok"));
            server.wait(&["CLUSTER", "SLOTS"], |slots| slots.contains("16383"));
        }
        Self(servers)
    }

    pub(crate) fn redis(&self) -> Redis {
        self.0[0].redis().cluster(self.0[1..].iter().map(RedisServer::url))
    }
}

/// A port that nothing listens at, below those that the system gives, with room for the bus of a cluster.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    loop {
        let next = NEXT.fetch_add(1, Ordering::Relaxed);
        let port =
            10_000 + (std::process::id() as u16).wrapping_mul(61).wrapping_add(next) % 12_000;
        let is_free = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok();
        if is_free(port) && is_free(port + 10_000) {
            return port;
        }
    }
}

/// A folder that nobody else has.
fn folder() -> PathBuf {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = std::env::temp_dir().join(format!("mcp-redis-{}-{next}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder for temporary files can be written");
    folder
}
