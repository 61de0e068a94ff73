//! How a server is reached, again and again.

use std::fmt;
use std::io;
use std::sync::Arc;

use mcp_runtime_client::{Connect, Error, Opened, Result};

/// How a server is reached: what makes its connection, each time anew.
#[derive(Clone)]
pub(crate) struct Recipe {
    open: Arc<dyn Fn() -> Result<Opened> + Send + Sync>,
    /// Whether it is behind a URL: it is not started, and does not end with its connection.
    pub(crate) is_url: bool,
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Recipe").field("is_url", &self.is_url).finish_non_exhaustive()
    }
}

impl Recipe {
    pub(crate) fn new<C: Connect>(make: impl Fn() -> C + Send + Sync + 'static) -> Self {
        Self { open: Arc::new(move || make().open()), is_url: false }
    }

    /// A server that cannot be reached, for this reason.
    pub(crate) fn wrong(why: String) -> Self {
        let open = move || {
            let error = io::Error::new(io::ErrorKind::InvalidInput, why.clone());
            Err(Error::other(error))
        };
        Self { open: Arc::new(open), is_url: false }
    }

    /// A server behind a URL.
    pub(crate) fn url(transport: mcp_runtime_client::HttpTransport) -> Self {
        Self { is_url: true, ..Self::new(move || transport.clone()) }
    }
}

impl Connect for Recipe {
    fn open(self) -> Result<Opened> {
        (self.open)()
    }
}
