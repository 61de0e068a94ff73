//! Relays for servers of [`mcp-runtime`](https://docs.rs/mcp-runtime): a server offers what other
//! [Model Context Protocol](https://modelcontextprotocol.io) servers have, wherever they run and
//! whichever revision they speak.
//!
//! ```no_run
//! use mcp_runtime::server;
//! use mcp_runtime_client::{HttpTransport, Stdio};
//! use mcp_runtime_relay::Relay;
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!()
//!         .relay("github", HttpTransport::new("https://api.githubcopilot.com/mcp/"))
//!         .relay("files", || Stdio::spawn("mcp-files"))
//!         .run()
//! }
//! ```
//!
//! A relayed server is mounted: its tool `search` becomes `github_search`, as
//! [`ServerBuilder::mount`](mcp_runtime::ServerBuilder::mount) describes, and what is around the
//! server that relays, such as layers, rules and limits, applies to it under that name.
//!
//! Questions, progress, log messages, cancellation, subscriptions, completions and changes of lists
//! pass through, in each revision on both sides. Nothing of the caller does: its token and its headers
//! stay here, and each server behind has its own.

mod backend;
mod behind;
mod call;
mod events;
mod hops;
mod lists;
mod server;
mod turns;

use mcp_runtime::ServerBuilder;

pub use backend::{Backend, IntoBackend};

/// Relays other servers, as methods of a [`ServerBuilder`].
pub trait Relay: Sized {
    /// Offers what another server has, under names that begin with this one.
    ///
    /// The server behind is connected when this one is about to serve. One that cannot be reached then
    /// is left out until it can be, unless it is [required](Backend::required); one that ends is started
    /// again, and its lists stay as they were meanwhile.
    #[must_use]
    #[track_caller]
    fn relay(self, name: impl Into<String>, backend: impl IntoBackend) -> Self;

    /// Offers what another server has, as [`relay`](Self::relay) does, under its own names.
    #[must_use]
    #[track_caller]
    fn relay_flat(self, name: impl Into<String>, backend: impl IntoBackend) -> Self;
}

impl Relay for ServerBuilder {
    fn relay(self, name: impl Into<String>, backend: impl IntoBackend) -> Self {
        let name = name.into();
        let server = server::server(&name, backend.into_backend());
        self.mount(name, server)
    }

    fn relay_flat(self, name: impl Into<String>, backend: impl IntoBackend) -> Self {
        self.mount_flat(server::server(&name.into(), backend.into_backend()))
    }
}
