//! Who sends a request, as far as its transport knows.

use core::net::IpAddr;
use std::sync::Arc;

/// Who sends a request: to whom a session and a sealed state belong, and who pays for what is kept.
///
/// Only a principal is an identity. Callers that nobody authenticated are told apart by where they
/// call from, so that one of them cannot use up what is there for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[allow(dead_code, reason = "only HTTP tells callers apart")]
pub(crate) enum Caller {
    /// Somebody whom middleware has authenticated.
    Principal(Arc<str>),
    /// Somebody at an address of the network; of IPv6, the network of 64 bits that hosts get.
    Address(IpAddr),
    /// Somebody on one connection, where the address tells nobody apart.
    Connection(u64),
    /// The only one, as over stdio, or one of whom nothing is known.
    #[default]
    Anonymous,
}

impl Caller {
    /// The name of the principal, if there is one.
    pub(crate) fn principal(&self) -> Option<&Arc<str>> {
        match self {
            Self::Principal(name) => Some(name),
            Self::Address(_) | Self::Connection(_) | Self::Anonymous => None,
        }
    }
}
