//! Standard input and output as a transport.
//!
//! On Unix the server owns the descriptors, see `unix`. `portable` is for all other platforms, and
//! with `--cfg mcp_portable` also for Unix, where it is tested.

#[cfg(any(not(unix), mcp_portable))]
mod portable;
mod reader;
mod transport;
#[cfg(all(unix, not(mcp_portable)))]
mod unix;

#[cfg(any(not(unix), mcp_portable))]
use portable::take;
#[cfg(all(unix, not(mcp_portable)))]
use unix::take;

use super::{Opener, ServedProtocol};
use crate::error::{Error, Result};
use crate::server::Server;

pub use transport::{StdioTransport, stdio};

/// Serves the standard input and output of the process in a protocol, until the input ends or the
/// process is asked to end.
pub(crate) async fn serve(server: Server, protocol: ServedProtocol) -> Result<()> {
    let (input, output) =
        take().map_err(|error| Error::io("cannot take over standard input and output", error))?;
    server.begin_tasks();
    let opener = Opener { protocol, ..Opener::default() };
    let asked = super::signals::shutdown_signal()?;
    let served = super::serve(server.served_over("pipe"), input, output, opener, asked).await;
    server.end_tasks().await;
    served
}
