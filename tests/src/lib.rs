//! What the fixture servers share, and the scripted client that talks to them.

pub mod peer;

use mcp_runtime::{Result, ServerBuilder};

/// Serves a fixture as its command line says; `stdio` is the only command so far.
///
/// # Errors
///
/// When the server cannot be built, or serving fails.
pub fn serve(server: ServerBuilder) -> Result<()> {
    let server = server.build()?;
    let command: Vec<String> = std::env::args().skip(1).collect();
    match command.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["stdio"] => server.run_stdio(),
        _ => {
            eprintln!("usage: {} stdio", env!("CARGO_PKG_NAME"));
            std::process::exit(2)
        }
    }
}
