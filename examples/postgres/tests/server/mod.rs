//! A real PostgreSQL, which is started here and ends with the test.

use std::io::{BufRead as _, BufReader};
use std::net::{Ipv4Addr, TcpListener};
use std::process::{Child, Command, Stdio};

/// Makes a database in a folder, serves it, says that it does and as which process, and removes it when the tests are
/// gone. The server does not run as root, which is nobody then.
const SERVE: &str = r#"
    export PATH="$PATH:$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -n 1)"
    command -v postgres >/dev/null || { echo missing; exit; }
    if [ "$(id -u)" = 0 ]; then as="setpriv --reuid=nobody --regid=nogroup --clear-groups"; else as=; fi
    folder=$(mktemp -d); trap 'rm -rf "$folder"' EXIT; chmod 777 "$folder"; cd "$folder"
    $as initdb -D "$folder/data" -U weather -A trust -N >"$folder/log" 2>&1
    $as postgres -D "$folder/data" -h 127.0.0.1 -p "$1" -k '' -c fsync=off -c max_connections=500 \
        >>"$folder/log" 2>&1 &
    until $as pg_isready -q -h 127.0.0.1 -p "$1"; do
        kill -0 $! 2>/dev/null || { tr '\n' ' ' <"$folder/log"; exit; }; sleep 0.05
    done
    echo "ready $!"; cat >/dev/null; kill -QUIT $!; wait $!"#;

/// How often another port is tried, where somebody else was faster.
const TRIES: usize = 5;

/// A server of PostgreSQL.
pub(crate) struct Server {
    /// It ends when this does.
    _shell: Child,
    /// Its process, the parent of those that serve.
    #[allow(dead_code, reason = "not every test stops it")]
    pub(crate) process: String,
    /// Where it is.
    pub(crate) url: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        let mut said = String::new();
        for _ in 0..TRIES {
            let listener =
                TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("there is a free port");
            let port = listener.local_addr().expect("it has a port").port().to_string();
            drop(listener);
            let mut shell = Command::new("sh")
                .args(["-c", SERVE, "sh", &port])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("there is a shell");
            let stdout = shell.stdout.take().expect("it is piped");
            said.clear();
            BufReader::new(stdout).read_line(&mut said).expect("the shell says something");
            if let Some(process) = said.trim().strip_prefix("ready ") {
                let url = format!("host=127.0.0.1 port={port} user=weather dbname=postgres");
                return Self { _shell: shell, process: process.to_owned(), url };
            }
            let _ = shell.wait();
            assert!(
                said.trim() != "missing",
                "the tests need PostgreSQL: install it with `apt-get install postgresql`; its service need not run"
            );
        }
        panic!("PostgreSQL does not start: {said}");
    }
}
