//! Serving over HTTP, without a command line.

use std::net::SocketAddr;

use tokio::runtime::Builder;

use super::runtime::block_on;
use crate::error::Result;
use crate::server::Server;

impl Server {
    /// Runs the server over HTTP, on a runtime of its own; `into_http` has more options.
    ///
    /// # Errors
    ///
    /// As [`Http::serve`](crate::http::Http::serve).
    pub fn run_http(self, address: SocketAddr) -> Result<()> {
        let runtime = Builder::new_multi_thread();
        block_on(runtime, self.into_http().serve(address))
    }
}
