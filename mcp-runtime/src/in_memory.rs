//! A server in the same process, through the same codec that serves other clients.

use std::future::pending;

use crate::error::Result;
use crate::protocol::{Connect, Opened};
use crate::server::{Server, ServerBuilder};
use crate::transport::{self, Opener};

impl Connect for Server {
    #[inline]
    fn open(self) -> Result<Opened> {
        Ok(Opened::in_memory(|input, output| async move {
            if let Err(error) =
                transport::serve(self, input, output, Opener::default(), pending()).await
            {
                tracing::warn!(%error, "the in-memory server failed");
            }
        }))
    }
}

impl Connect for ServerBuilder {
    #[inline]
    fn open(self) -> Result<Opened> {
        self.build()?.open()
    }
}
