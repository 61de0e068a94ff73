//! What the fixture servers share, and the scripted clients that talk to them.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

pub mod asking;
pub mod attack;
pub mod authority;
pub mod both;
pub mod browser;
pub mod fits;
pub mod http;
pub mod interaction;
pub mod log;
pub mod peer;
pub mod person;
pub mod probe;
pub mod program;
pub mod random;
pub mod scripted;
pub mod tasks;
pub mod vectors;

use std::fs::OpenOptions;
use std::io::Write as _;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use mcp_runtime::{Result, ServerBuilder, stdio};
use mcp_runtime_redis::Redis;
use tokio::runtime::Builder;

/// The key that replicas have in common.
const KEY: [u8; 32] = [7; 32];

/// Serves a fixture as its command line says: over `stdio`, over `http PORT`, or as one of several replicas over
/// `--redis URL http PORT`.
///
/// # Errors
///
/// When the server cannot be built, or serving fails.
pub fn serve(server: ServerBuilder) -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    serve_as(server, &arguments)
}

/// Serves a fixture as these words of its command line say.
///
/// # Errors
///
/// When the server cannot be built, or serving fails.
pub fn serve_as(server: ServerBuilder, arguments: &[String]) -> Result<()> {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let number = arguments.last().and_then(|last| last.parse().ok());
    let port = number.map(|number| (Ipv4Addr::LOCALHOST, number).into());
    match (&arguments[..], port) {
        (["stdio"], _) => block_on(Builder::new_current_thread(), async {
            server.open().await?.build()?.serve(stdio()).await
        }),
        (["http", _], Some(port)) => block_on(Builder::new_multi_thread(), async move {
            server.open().await?.build()?.into_http().serve(port).await
        }),
        (["--redis", url, "http", _], Some(port)) => serve_replica(replica(server, url)?, port),
        _ => {
            eprintln!(
                "usage: {} stdio | http PORT | --redis URL http PORT",
                env!("CARGO_PKG_NAME")
            );
            std::process::exit(2)
        }
    }
}

/// Runs a fixture to its end, which a blocking handler does not delay.
fn block_on(mut runtime: Builder, served: impl Future<Output = Result<()>>) -> Result<()> {
    let runtime = runtime.enable_all().build()?;
    let served = runtime.block_on(served);
    runtime.shutdown_background();
    served
}

/// A program that serves, for as long as a test needs it.
#[derive(Debug)]
pub struct ServerProgram(pub std::process::Child);

impl Drop for ServerProgram {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Adds a line to a file, in which processes note what they do.
///
/// # Panics
///
/// When the file cannot be written.
pub fn note(path: &Path, what: &str) {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(format!("{what}\n").as_bytes()));
    written.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// One of several replicas, which share a server of Redis.
///
/// # Errors
///
/// When the URL is not one.
pub fn replica(server: ServerBuilder, url: &str) -> Result<ServerBuilder> {
    Ok(server.state_keys([KEY]).store(Redis::new(url).namespace("test").lazy()?))
}

#[tokio::main]
async fn serve_replica(server: ServerBuilder, port: SocketAddr) -> Result<()> {
    let http = server.build()?.into_http();
    http.ready("/ready").drain_delay(Duration::from_millis(100)).serve(port).await
}
