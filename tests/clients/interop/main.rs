//! Asks real servers, of other implementations, for everything that a client can ask for.
//!
//! `interop-client PYTHON RMCP`, from the root of the repository: the Python that has the packages
//! of tests/interop/python, and the built server of tests/interop/servers/rmcp. Prints a line for
//! each check, and the failures again at the end.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

mod fixture;
mod peer;
mod reference;
mod table;
mod tasks;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use mcp_runtime::{Error, Result};
use tokio::time::timeout;

use peer::{Era, Peer, Transport, Way};
use table::{Server, servers};

/// How long a check may take.
const LIMIT: Duration = Duration::from_secs(30);

#[tokio::main]
async fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [python, rmcp] = arguments.as_slice() else {
        eprintln!("usage: interop-client PYTHON RMCP");
        return ExitCode::FAILURE;
    };
    let mut report = Report::default();
    for server in &servers(python, rmcp) {
        let ask = |transport, era| Report::of(server, Way { transport, era });
        // Much of it is to wait for the servers.
        let (a, b, c, d) = tokio::join!(
            ask(Transport::Stdio, Era::Legacy),
            ask(Transport::Stdio, Era::Modern),
            ask(Transport::Http, Era::Legacy),
            ask(Transport::Http, Era::Modern),
        );
        [a, b, c, d].into_iter().for_each(|asked| report.add(asked));
    }
    report.end()
}

/// What came of the checks.
#[derive(Default)]
struct Report {
    passed: usize,
    known: usize,
    failures: Vec<String>,
}

impl Report {
    async fn of(server: &Server, way: Way) -> Self {
        let mut report = Self::default();
        report.ask(server, way).await;
        report
    }

    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.known += other.known;
        self.failures.extend(other.failures);
    }

    /// Connects to a server, and runs all its checks.
    async fn ask(&mut self, server: &Server, way: Way) {
        let peer = match limited(Peer::connect(server, way)).await {
            Ok(peer) => peer,
            Err(error) => return self.note(server, way, "connect", Err(error)),
        };
        self.note(server, way, "connect", Ok(()));
        for check in server.suite.checks() {
            let result = limited(server.suite.run(check, &peer)).await;
            self.note(server, way, check, result);
        }
        // A process that has to be told twice to end has lost track of the connection.
        let closing = Instant::now();
        peer.client.close().await;
        let is_soon = closing.elapsed() < peer::TIMEOUT;
        let check = match way.transport {
            Transport::Stdio => "exit",
            Transport::Http => "close",
        };
        self.note(server, way, check, peer::holds(is_soon, "the connection ends soon"));
    }

    fn note(&mut self, server: &Server, way: Way, check: &str, result: Result<()>) {
        let name = format!("{}, {way}: {check}", server.name);
        match (result, server.missing(way, check)) {
            (Ok(()), None) => {
                self.passed += 1;
                println!("ok      {name}");
            }
            (Err(error), Some(why)) => {
                self.known += 1;
                println!("without {name}: {why} ({error})");
            }
            (Ok(()), Some(why)) => {
                self.fail(format!("{name}: works, though the table says: {why}"))
            }
            (Err(error), None) => self.fail(format!("{name}: {error}")),
        }
    }

    fn fail(&mut self, failure: String) {
        println!("FAILED  {failure}");
        self.failures.push(failure);
    }

    fn end(self) -> ExitCode {
        let Self { passed, known, failures } = self;
        println!("\n{passed} passed, {known} are not offered, {} failed", failures.len());
        failures.iter().for_each(|failure| println!("{failure}"));
        if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

async fn limited<T>(what: impl Future<Output = Result<T>>) -> Result<T> {
    match timeout(LIMIT, what).await {
        Ok(result) => result,
        Err(_) => Err(Error::other(format!("nothing within {LIMIT:?}"))),
    }
}
