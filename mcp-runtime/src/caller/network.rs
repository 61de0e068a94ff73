//! Distinguishes callers over HTTP.

use core::net::{IpAddr, Ipv6Addr};

use super::Caller;

impl Caller {
    /// The caller at an address; `None` if it does not distinguish callers, as on this machine.
    pub(crate) fn at(address: IpAddr) -> Option<Self> {
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

    /// Whether all its requests are known to come from the same source.
    pub(crate) fn is_somebody(&self) -> bool {
        matches!(self, Self::Principal(_) | Self::Address(_))
    }
}
