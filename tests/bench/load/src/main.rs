//! Starts an MCP server, calls one of its tools for a while, checks each answer, and prints a line of JSON that says what a
//! call cost the server.

mod http;
mod process;
mod stdio;
mod verify;
mod wire;

use std::io;
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use process::{Server, cpu, cpu_seconds};
use serde_json::json;
use verify::Verifier;
use wire::{Case, Wire};

/// More calls than this are not measured in one run, however fast they are.
const MOST_CALLS: u64 = 3_000_000;

#[derive(Parser)]
#[command(about, version)]
struct Cli {
    #[arg(value_enum)]
    transport: Transport,
    #[arg(long, value_enum, default_value = "add")]
    case: Case,
    #[arg(long, value_enum, default_value = "legacy")]
    wire: Wire,
    /// Calls in flight; over HTTP each has a connection of its own, and a session if it is legacy.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=10_000))]
    width: u64,
    /// About how long to measure.
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// The seconds after which a run is given up.
    #[arg(long, default_value_t = 60)]
    limit: u64,
    /// The server itself, not a script that starts it; `{port}` becomes a free port, and its endpoint is `/mcp`.
    #[arg(last = true, required = true)]
    command: Vec<String>,
}

#[derive(Clone, Copy, ValueEnum, PartialEq)]
enum Transport {
    /// Lines on the server's standard input and output.
    Stdio,
    /// Streamable HTTP on connections that are kept open.
    Http,
}

/// A way to the server.
trait Load {
    /// Makes this many calls, and fails at the first wrong answer.
    fn run(&mut self, calls: u64) -> io::Result<()>;
}

struct Measurement {
    calls: u64,
    cpu_seconds: f64,
    seconds: f64,
}

fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    match run(&cli) {
        Ok(measured) => {
            let calls = measured.calls as f64;
            let cpu = measured.cpu_seconds * 1e6 / calls;
            println!(
                "{}",
                json!({ "calls": measured.calls, "cpu_us": cpu, "per_second": calls / measured.seconds })
            );
            std::process::ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("mcpload: {error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn run(cli: &Cli) -> io::Result<Measurement> {
    let deadline = Instant::now() + Duration::from_secs(cli.limit);
    let verifier = Verifier::new(cli.case);
    let port = http::free_port()?;
    let command: Vec<String> =
        cli.command.iter().map(|word| word.replace("{port}", &port.to_string())).collect();
    let mut server = Server::start(&command, cli.transport == Transport::Stdio)?;
    let mut load: Box<dyn Load> = match cli.transport {
        Transport::Stdio => Box::new(stdio::Pipes::open(&mut server, cli, verifier, deadline)?),
        Transport::Http => Box::new(http::Pool::open(port, cli, verifier, deadline)?),
    };
    let measured = measure(load.as_mut(), &server, cli).map_err(|error| match server.ended() {
        Some(status) => io::Error::other(format!("{error}; the server ended: {status}")),
        None => error,
    });
    drop(load);
    server.stop();
    measured
}

fn measure(load: &mut dyn Load, server: &Server, cli: &Cli) -> io::Result<Measurement> {
    let calls = warm_up(load, cli)?;
    let before = cpu(server.pid());
    let begin = Instant::now();
    load.run(calls)?;
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Measurement { calls, cpu_seconds: cpu_seconds(before, cpu(server.pid())), seconds })
}

/// Warms up for a quarter of the time to measure, and says how many calls that time is enough for.
fn warm_up(load: &mut dyn Load, cli: &Cli) -> io::Result<u64> {
    let seconds = cli.seconds.clamp(0.01, 600.0);
    let fewest = 2 * cli.width;
    let mut calls = fewest.max(20);
    let begin = Instant::now();
    loop {
        let start = Instant::now();
        load.run(calls)?;
        let rate = calls as f64 / start.elapsed().as_secs_f64().max(1e-6);
        if begin.elapsed().as_secs_f64() >= seconds / 4.0 {
            return Ok(((rate * seconds) as u64).clamp(fewest, MOST_CALLS));
        }
        calls = (calls * 2).min(MOST_CALLS);
    }
}
