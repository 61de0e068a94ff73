//! What the fixture servers share, and the scripted clients that talk to them.

pub mod asking;
pub mod attack;
pub mod authority;
pub mod both;
pub mod browser;
pub mod http;
pub mod interaction;
pub mod peer;
pub mod person;
pub mod random;
pub mod tasks;

use std::net::Ipv4Addr;

use mcp_runtime::{Result, ServerBuilder};

/// Serves a fixture as its command line says: over `stdio`, or over `http PORT`.
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
    let server = server.build()?;
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let port = arguments.last().and_then(|last| last.parse().ok());
    match (&arguments[..], port) {
        (["stdio"], _) => server.run_stdio(),
        (["http", _], Some(port)) => server.run_http((Ipv4Addr::LOCALHOST, port).into()),
        _ => {
            eprintln!("usage: {} stdio | http PORT", env!("CARGO_PKG_NAME"));
            std::process::exit(2)
        }
    }
}

/// The programs of the README are tests; here every feature that they need is on.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
