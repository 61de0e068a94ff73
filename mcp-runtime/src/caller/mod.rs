//! Who sends a request, as far as its transport knows.

#[cfg(feature = "http")]
mod network;

use core::net::IpAddr;
use std::sync::Arc;

/// Who sends a request, as far as its transport knows: to whom a session and an open question
/// belong, and to whom what is kept is charged.
///
/// It is a context parameter. Only a principal is an identity. Unauthenticated callers are
/// distinguished by where they call from, so that one of them cannot use up what is there for all.
///
/// ```
/// use mcp_runtime::{Caller, tool};
///
/// /// Says who asks.
/// #[tool]
/// fn whoami(caller: Caller) -> String {
///     caller.principal().unwrap_or("somebody").to_owned()
/// }
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[allow(dead_code, reason = "only HTTP distinguishes callers")]
#[non_exhaustive]
pub enum Caller {
    /// Somebody whom middleware has authenticated, by name.
    Principal(Arc<str>),
    /// Somebody at an address of the network; of IPv6, the network of 64 bits that hosts get.
    Address(IpAddr),
    /// Somebody on one connection, where the address distinguishes no callers.
    Connection(u64),
    /// The only one, as over stdio, or one of whom nothing is known.
    #[default]
    Anonymous,
}

impl Caller {
    /// The name of the principal, if there is one.
    pub fn principal(&self) -> Option<&str> {
        match self {
            Self::Principal(name) => Some(name),
            Self::Address(_) | Self::Connection(_) | Self::Anonymous => None,
        }
    }
}
