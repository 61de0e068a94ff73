//! What the fixture servers share, and the scripted client that talks to them.

pub mod peer;

use mcp_runtime::{Error, Result, ServerBuilder};

/// Serves a fixture as its command line says: `stdio` or `http PORT`.
///
/// # Errors
///
/// When the server cannot be built, or serving fails.
pub fn serve(server: ServerBuilder) -> Result<()> {
    let server = server.build()?;
    let command: Vec<String> = std::env::args().skip(1).collect();
    match command.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stdio"] => server.run_stdio(),
        ["http", port] => {
            let port = port.parse().map_err(|_| Error::other("PORT is a number"))?;
            server.run_http(([127, 0, 0, 1], port).into())
        }
        _ => {
            eprintln!("usage: {} stdio | http PORT", env!("CARGO_PKG_NAME"));
            std::process::exit(2)
        }
    }
}
