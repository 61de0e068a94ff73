//! What distinguishes callers over HTTP.

use core::net::{IpAddr, Ipv6Addr};

use super::Caller;

impl Caller {
    /// Who is at an address; `None` where it distinguishes no callers, as on this machine.
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
    pub(crate) fn is_somebody(&self) -> bool {
        matches!(self, Self::Principal(_) | Self::Address(_))
    }
}
