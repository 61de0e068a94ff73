//! Who sends a request, as far as its transport knows.

use std::net::IpAddr;
#[cfg(feature = "http")]
use std::net::Ipv6Addr;
use std::sync::Arc;

/// Who sends a request: to whom a session and a sealed state belong, and who pays for what is kept.
///
/// Only a principal is an identity. Callers that nobody authenticated are told apart by where they
/// call from, so that one of them cannot use up what is there for all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(not(feature = "http"), expect(dead_code, reason = "only HTTP tells callers apart"))]
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
    /// Who is at an address; `None` where it tells nobody apart, as on this machine.
    #[cfg(feature = "http")]
    pub(crate) fn at(address: IpAddr) -> Option<Self> {
        match address.to_canonical() {
            ip if ip.is_loopback() => None,
            IpAddr::V4(ip) => Some(Self::Address(ip.into())),
            // A host has a network of its own to take addresses from. RFC 4291, section 2.5.4.
            IpAddr::V6(ip) => {
                let network = Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64);
                Some(Self::Address(network.into()))
            }
        }
    }

    /// Whether all that it sends is known to come from one and the same.
    #[cfg(feature = "http")]
    pub(crate) fn is_somebody(&self) -> bool {
        matches!(self, Self::Principal(_) | Self::Address(_))
    }

    /// The name of the principal, if there is one.
    pub(crate) fn principal(&self) -> Option<&Arc<str>> {
        match self {
            Self::Principal(name) => Some(name),
            Self::Address(_) | Self::Connection(_) | Self::Anonymous => None,
        }
    }
}
