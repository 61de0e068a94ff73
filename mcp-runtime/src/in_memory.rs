//! A server in the same process, through the same codec that serves other clients.

use crate::error::{Error, Result};
use crate::protocol::{Connect, Opened};
use crate::server::{Server, ServerBuilder};
use crate::transport::served::serve_other;

impl Connect for Server {
    #[inline]
    fn open(self) -> Result<Opened> {
        Ok(Opened::in_memory(|input, output| async move {
            warn_if_failed(self.serve((input, output)).await);
        }))
    }

    #[inline]
    fn open_for(self, protocol: &str) -> Result<Opened> {
        match self.other_protocol() {
            Some(other) if other.name() == protocol => {
                Ok(Opened::in_memory(|input, output| async move {
                    warn_if_failed(serve_other(self, (input, output)).await);
                }))
            }
            _ => Err(Error::other(format!("the server does not speak {protocol}"))),
        }
    }
}

impl Connect for ServerBuilder {
    #[inline]
    fn open(self) -> Result<Opened> {
        self.build()?.open()
    }

    #[inline]
    fn open_for(self, protocol: &str) -> Result<Opened> {
        self.build()?.open_for(protocol)
    }
}

#[inline]
fn warn_if_failed(served: Result<()>) {
    if let Err(error) = served {
        tracing::warn!(%error, "the in-memory server failed");
    }
}
