//! An HTTP server in front of a server that only has standard input and output.
//!
//! `bridge 127.0.0.1:8000 PROGRAM [ARGUMENT…]`, and clients of every revision find it at `/mcp`.

use std::net::SocketAddr;
use std::time::Duration;

use mcp_runtime::{Error, Result, server};
use mcp_runtime_client::Stdio;
use mcp_runtime_relay::{Backend, Relay as _};

#[tokio::main]
async fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [address, program, rest @ ..] = &arguments[..] else {
        return Err(Error::other("bridge ADDRESS PROGRAM [ARGUMENT…]"));
    };
    let address: SocketAddr = address.parse().map_err(Error::other)?;
    let program = program.clone();
    let rest = rest.to_vec();
    let mut backend = Backend::new(move || Stdio::spawn(&program).args(&rest)).required();
    if let Ok(seconds) = std::env::var("BRIDGE_ANSWER_SECONDS") {
        backend =
            backend.answer_timeout(Duration::from_secs(seconds.parse().map_err(Error::other)?));
    }
    let server = server!().relay_flat("backend", backend).open().await?.build()?;
    server.into_http().path("/mcp").serve(address).await
}
