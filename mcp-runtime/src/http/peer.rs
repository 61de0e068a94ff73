//! The bytes of a connection, and who is at its other end.

use std::net::IpAddr;

use tokio::io::{AsyncRead, AsyncWrite};

/// The bytes of a connection, in both directions.
pub trait Io: AsyncRead + AsyncWrite + Send + Unpin {}

impl<I: AsyncRead + AsyncWrite + Send + Unpin> Io for I {}

/// The bytes of a connection of any kind.
pub type BoxIo = Box<dyn Io>;

/// Who is at the other end of a connection of ours.
#[derive(Clone, Copy, Debug)]
pub(super) enum Peer {
    Address(IpAddr),
    /// A process of this machine, and its user if the system tells.
    Process(Option<u32>),
}

impl Peer {
    /// The address of the client, if the connection has one.
    pub(super) fn address(self) -> Option<IpAddr> {
        match self {
            Self::Address(address) => Some(address),
            Self::Process(_) => None,
        }
    }
}
