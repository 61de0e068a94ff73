//! The command line of a server binary.

use crate::error::Result;
use crate::server::Server;
use crate::server::run::block_on;

/// Does what the command line says.
pub(crate) fn run(server: Server) -> Result<()> {
    block_on(server.serve_stdio())
}
