//! How far away servers are, by the addresses behind their names.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use mcp_runtime_https::{address, is_loopback};
use mcp_runtime_protocol::{Error, Result};
use reqwest::Url;

use crate::url::parse;

/// How far away a server is. The servers that it names may be as far away, or farther: a server on
/// the internet must not make us send requests inside our own network.
///
/// Source: [2026-07-28, "Security Best Practices", Server-Side Request Forgery](https://modelcontextprotocol.io/specification/2026-07-28/basic/security_best_practices#server-side-request-forgery-ssrf).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Distance {
    /// This machine.
    Machine,
    /// A private network.
    Private,
    Internet,
}

impl Distance {
    /// Returns `None` for an address of no network: link-local ones, where clouds serve their
    /// metadata, and those that are not of a host.
    fn of(address: IpAddr) -> Option<Self> {
        match address {
            IpAddr::V4(address) => Self::of_v4(address),
            IpAddr::V6(address) => match embedded(address) {
                Some(address) => Self::of_v4(address),
                None => Self::of_v6(address),
            },
        }
    }

    fn of_v4(address: Ipv4Addr) -> Option<Self> {
        let [first, second, third, _] = address.octets();
        match (first, second, third) {
            (127, ..) => Some(Self::Machine),
            // The metadata services of two clouds. The first one is in 100.64.0.0/10, which is for
            // carrier-grade NAT, and which some networks of companies and clouds use.
            (100, 100, 100) | (168, 63, 129) => None,
            (10, ..)
            | (172, 16..=31, _)
            | (192, 168, _)
            | (100, 64..=127, _)
            | (198, 18..=19, _) => Some(Self::Private),
            (0 | 224.., ..) | (169, 254, _) | (192, 0, 0) => None,
            _ => Some(Self::Internet),
        }
    }

    fn of_v6(address: Ipv6Addr) -> Option<Self> {
        if address.is_loopback() {
            return Some(Self::Machine);
        }
        match address.segments()[0] {
            // The metadata service of a cloud.
            0xfd00 if address.segments()[1] == 0x0ec2 => None,
            0xfc00..=0xfdff => Some(Self::Private),
            // 2000::/3 is all of the internet.
            0x2000..=0x3fff => Some(Self::Internet),
            _ => None,
        }
    }

    /// How far away a server is that the user names. The owner of a name chooses its addresses, so
    /// only the URL itself can place a server on this machine, and one address on the internet
    /// places it there.
    pub(super) async fn of_server(url: &Url) -> Self {
        if is_loopback(url) {
            return Self::Machine;
        }
        if let Some(address) = address(url) {
            return Self::of(address).unwrap_or(Self::Internet);
        }
        let host = url.host_str().unwrap_or_default();
        let addresses = tokio::net::lookup_host((host, 0)).await;
        Self::of_named(addresses.into_iter().flatten().map(|at| at.ip()))
    }

    fn of_named(addresses: impl Iterator<Item = IpAddr>) -> Self {
        let distances = addresses.map(|address| Self::of(address).unwrap_or(Self::Internet));
        distances.max().map_or(Self::Internet, |farthest| farthest.max(Self::Private))
    }

    /// Whether a server at this distance may direct us to an address.
    pub(super) fn admits(self, address: IpAddr) -> bool {
        Self::of(address).is_some_and(|distance| distance >= self)
    }

    /// Checks a URL that a server at this distance names. Host names, except those of this machine,
    /// are checked when they are resolved.
    ///
    /// # Errors
    ///
    /// If the URL may not be requested.
    pub(super) fn check(self, url: &str) -> Result<Url> {
        let parsed = parse(url)?;
        let is_near = is_loopback(&parsed) && self != Self::Machine;
        if is_near || address(&parsed).is_some_and(|address| !self.admits(address)) {
            return Err(Error::other(format!(
                "{url:?} is a private or local address, which the server may not send clients to"
            )));
        }
        Ok(parsed)
    }
}

/// The IPv4 address embedded in an IPv6 address: mapped, translated (NAT64) or tunnelled (6to4).
fn embedded(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        Ipv4Addr::new(a, b, c, d)
    };
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low] | [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            Some(v4(high, low))
        }
        [0x2002, high, low, ..] => Some(v4(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_on_the_internet_sends_nobody_into_other_networks() {
        use Distance::{Internet, Machine, Private};
        for (host, nearest) in [
            ("93.184.216.34", Some(Internet)),
            ("[2606:2800::1]", Some(Internet)),
            ("10.1.2.3", Some(Private)),
            ("172.31.0.1", Some(Private)),
            ("192.168.0.1", Some(Private)),
            ("100.64.0.1", Some(Private)),
            ("[fd00:1::1]", Some(Private)),
            ("100.100.100.200", None),
            ("168.63.129.16", None),
            ("[fd00:ec2::254]", None),
            ("[::ffff:10.0.0.1]", Some(Private)),
            ("[64:ff9b::a00:1]", Some(Private)),
            ("[2002:a00:1::]", Some(Private)),
            ("0x7f.1", Some(Machine)),
            ("2130706433", Some(Machine)),
            ("[::1]", Some(Machine)),
            ("localhost", Some(Machine)),
            ("169.254.169.254", None),
            ("[::ffff:169.254.169.254]", None),
            ("[fe80::1]", None),
            ("0.0.0.0", None),
            ("[::]", None),
            ("224.0.0.1", None),
        ] {
            let url = format!("https://{host}/x");
            for distance in [Machine, Private, Internet] {
                let admits = nearest.is_some_and(|nearest| nearest >= distance);
                assert_eq!(distance.check(&url).is_ok(), admits, "{host} from {distance:?}");
            }
        }
        assert!(Internet.check("https://login.example.com").is_ok());
    }

    /// A DNS server may return any addresses for a name.
    #[test]
    fn a_name_is_as_far_off_as_the_farthest_of_its_addresses_and_never_on_this_machine() {
        for (addresses, distance) in [
            (vec!["93.184.216.34", "127.0.0.1"], Distance::Internet),
            (vec!["10.0.0.1", "93.184.216.34"], Distance::Internet),
            (vec!["10.0.0.1", "169.254.169.254"], Distance::Internet),
            (vec!["10.0.0.1", "127.0.0.1"], Distance::Private),
            (vec!["127.0.0.1"], Distance::Private),
            (vec![], Distance::Internet),
        ] {
            let parsed = addresses.iter().map(|address| address.parse().unwrap());
            assert_eq!(Distance::of_named(parsed), distance, "{addresses:?}");
        }
    }
}
