//! Requests to end the process.

#[cfg(any(not(unix), mcp_portable))]
mod portable;
#[cfg(all(unix, not(mcp_portable)))]
mod unix;

#[cfg(any(not(unix), mcp_portable))]
use portable::listen;
#[cfg(all(unix, not(mcp_portable)))]
use unix::listen;

use crate::error::Result;

/// Waits until the process is asked to end: by Ctrl-C, and on Unix also by SIGTERM, which container
/// platforms send.
///
/// [`run`](crate::Server::run) and [`Http::serve`](crate::http::Http::serve) do this themselves. This
/// is for a program that serves in another way, as in axum, and should end as they do:
///
/// ```
/// use mcp_runtime::{server, shutdown_signal};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> mcp_runtime::Result<()> {
/// # #[cfg(feature = "http")] {
/// let mcp = server!().build()?.into_http();
/// let asked = shutdown_signal()?;
/// let end = async move {
///     asked.await;
///     // Ends the streams that would otherwise continue indefinitely.
///     mcp.close();
/// };
/// // axum::serve(listener, app).with_graceful_shutdown(end).await?;
/// # drop(end);
/// # }
/// # Ok(())
/// # }
/// ```
///
/// It listens from the call on, not only once it is awaited; from then on, these signals no longer
/// end the process by themselves.
///
/// # Errors
///
/// When the system does not report signals to the process.
///
/// # Panics
///
/// Outside of a tokio runtime.
pub fn shutdown_signal() -> Result<impl Future<Output = ()> + Send + 'static> {
    listen()
}
