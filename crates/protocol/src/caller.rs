//! The caller of a request, as far as its transport knows it.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::Arc;

/// The caller of a request, as far as its transport knows it: the owner of sessions and open
/// questions, which is charged for what is stored.
///
/// It is a context parameter. Only a principal is an identity. Unauthenticated callers are
/// distinguished by their origin, so that one of them cannot use up what all share.
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
#[non_exhaustive]
pub enum Caller {
    /// A principal that middleware has authenticated, by name.
    Principal(Arc<str>),
    /// A client at a network address; for IPv6, the /64 network that a host gets.
    Address(IpAddr),
    /// A client on one connection, if the address does not distinguish callers.
    Connection(u64),
    /// The only caller, as over stdio, or an unknown one.
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

    /// The caller at an address; `None` if it does not distinguish callers, as on this machine.
    #[doc(hidden)]
    #[inline]
    pub fn at(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            ip if ip.is_loopback() => None,
            IpAddr::V4(ip) => Some(Self::Address(ip.into())),
            // A host has a /64 network of its own to choose addresses from. RFC 4291, section
            // 2.5.4.
            IpAddr::V6(ip) => {
                let network = Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64);
                Some(Self::Address(network.into()))
            }
        }
    }

    /// The caller as far as its address tells: connections of this machine are one caller, however
    /// many there are, where there is something to gain by more of them.
    #[doc(hidden)]
    pub fn by_address(&self) -> Self {
        match self {
            Self::Connection(_) => Self::Address(Ipv4Addr::LOCALHOST.into()),
            other => other.clone(),
        }
    }

    /// Whether all its requests are known to come from the same source.
    #[doc(hidden)]
    pub fn is_somebody(&self) -> bool {
        matches!(self, Self::Principal(_) | Self::Address(_))
    }
}
