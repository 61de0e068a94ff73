//! Proxies that are trusted to tell the address of a client.
//!
//! Source: [RFC 7239](https://www.rfc-editor.org/rfc/rfc7239) for `Forwarded`; there is none for
//! `X-Forwarded-For`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use http::HeaderMap;

use super::peer::Peer;
use crate::error::{Error, Result};

/// How many addresses are read of a header, from the last one on.
const MAX_HOPS: usize = 32;

/// The trusted proxies, and the header that they write.
#[derive(Clone, Debug, Default)]
pub(crate) struct TrustedProxies {
    networks: Vec<Network>,
    /// Whoever connects to a Unix socket is one.
    trusts_unix: bool,
    header: ProxyHeader,
}

/// The header in which proxies tell the addresses that a request came from.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum ProxyHeader {
    #[default]
    ForwardedFor,
    Forwarded,
}

/// A range of addresses; those of IPv4 are mapped to IPv6.
#[derive(Clone, Copy, Debug)]
struct Network {
    base: u128,
    mask: u128,
}

impl TrustedProxies {
    /// Trusts these addresses, too: `10.0.0.7`, `10.0.0.0/8`, `loopback`, or `unix` for whoever
    /// connects to a Unix socket.
    ///
    /// # Errors
    ///
    /// When one is something else, or would trust everybody.
    pub(crate) fn trust(&mut self, proxy: &str) -> Result<()> {
        if proxy == "unix" {
            self.trusts_unix = true;
            return Ok(());
        }
        if proxy == "loopback" {
            self.networks.extend([
                Network::new(Ipv4Addr::new(127, 0, 0, 0).into(), 8),
                Network::new(Ipv6Addr::LOCALHOST.into(), 128),
            ]);
            return Ok(());
        }
        let network = Network::read(proxy).ok_or_else(|| {
            let known = "an address such as 10.0.0.7, a network such as 10.0.0.0/8, `loopback` \
                         or `unix`";
            Error::other(format!("{proxy:?} is not a valid proxy: write {known}"))
        })?;
        if network.is_everybody() {
            let text =
                format!("{proxy} would let every client forge its address: list only your proxies");
            return Err(Error::other(text));
        }
        self.networks.push(network);
        Ok(())
    }

    /// Reads this header of proxies.
    ///
    /// # Errors
    ///
    /// When it is another one than the two that are known.
    pub(crate) fn read_header(&mut self, name: &str) -> Result<()> {
        self.header = match name {
            _ if name.eq_ignore_ascii_case("x-forwarded-for") => ProxyHeader::ForwardedFor,
            _ if name.eq_ignore_ascii_case("forwarded") => ProxyHeader::Forwarded,
            _ => {
                return Err(Error::other(format!(
                    "{name:?} is not a proxy header: use `X-Forwarded-For` or `Forwarded`"
                )));
            }
        };
        Ok(())
    }

    /// Whether this is a trusted proxy.
    pub(super) fn trusts(&self, peer: Peer) -> bool {
        match peer {
            Peer::Address(address) => self.networks.iter().any(|network| network.contains(address)),
            Peer::Process(_) => self.trusts_unix,
        }
    }

    /// The address of the client whose request arrived from `peer`: the last one that no trusted
    /// proxy has, as each of them appends the address that it received the request from. What
    /// stands before that is whatever the client wrote, in whatever bytes.
    pub(super) fn client(&self, peer: Peer, headers: &HeaderMap) -> Option<IpAddr> {
        let name = match self.header {
            ProxyHeader::ForwardedFor => "x-forwarded-for",
            ProxyHeader::Forwarded => "forwarded",
        };
        let lines = headers.get_all(name).iter().rev();
        let hops = lines.flat_map(|line| line.as_bytes().rsplit(|byte| *byte == b','));
        let mut client = peer;
        for hop in hops.take(MAX_HOPS) {
            let hop = std::str::from_utf8(hop).ok();
            let address = hop.and_then(|hop| match self.header {
                ProxyHeader::ForwardedFor => address(hop),
                ProxyHeader::Forwarded => forwarded_for(hop).and_then(address),
            });
            match address {
                Some(address) if self.trusts(client) => client = Peer::Address(address),
                _ => break,
            }
        }
        client.address()
    }
}

impl Network {
    fn new(address: IpAddr, bits: u32) -> Self {
        let bits = if address.is_ipv4() { bits + 96 } else { bits };
        let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
        Self { base: mapped(address) & mask, mask }
    }

    /// Reads an address, with the length of a prefix if there is one.
    fn read(text: &str) -> Option<Self> {
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address.parse().ok()?, Some(bits)),
            None => (text.parse::<IpAddr>().ok()?, None),
        };
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits =
            bits.map_or(Some(most), |bits| bits.parse().ok().filter(|bits| *bits <= most))?;
        Some(Self::new(address, bits))
    }

    fn contains(&self, address: IpAddr) -> bool {
        mapped(address) & self.mask == self.base
    }

    /// Whether it has all addresses of IPv4, or of IPv6.
    fn is_everybody(&self) -> bool {
        let is_all_of_v4 = self.mask.leading_ones() <= 96
            && self.contains(Ipv4Addr::UNSPECIFIED.into())
            && self.contains(Ipv4Addr::BROADCAST.into());
        self.mask == 0 || is_all_of_v4
    }
}

fn mapped(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => address.to_ipv6_mapped().to_bits(),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The address of a hop, without its port.
fn address(hop: &str) -> Option<IpAddr> {
    let hop = hop.trim().trim_matches('"');
    let address = match hop.strip_prefix('[') {
        Some(rest) => {
            let (address, port) = rest.split_once(']')?;
            let is_port = port.is_empty() || port.starts_with(':');
            address.parse::<Ipv6Addr>().ok().filter(|_| is_port)?.into()
        }
        None => hop.parse::<IpAddr>().ok().or_else(|| {
            let (address, _) = hop.split_once(':')?;
            address.parse::<Ipv4Addr>().ok().map(IpAddr::V4)
        })?,
    };
    Some(address.to_canonical())
}

/// The parameter `for` of a hop in `Forwarded`.
fn forwarded_for(hop: &str) -> Option<&str> {
    let mut parameters = hop.split(';').filter_map(|parameter| parameter.split_once('='));
    let (_, value) = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("for"))?;
    Some(value)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn client(header: &str, peer: &str, lines: &[&str]) -> String {
        let lines: Vec<_> = lines.iter().map(|line| line.as_bytes()).collect();
        client_of_bytes(header, peer, &lines)
    }

    fn client_of_bytes(header: &str, peer: &str, lines: &[&[u8]]) -> String {
        let mut proxies = TrustedProxies::default();
        proxies.trust("10.0.0.0/8").unwrap();
        proxies.trust("loopback").unwrap();
        proxies.trust("2001:db8:1::/48").unwrap();
        proxies.read_header(header).unwrap();
        let mut headers = HeaderMap::new();
        for line in lines {
            let name = if header == "Forwarded" { "forwarded" } else { "x-forwarded-for" };
            headers.append(name, HeaderValue::from_bytes(line).unwrap());
        }
        let peer = Peer::Address(peer.parse().unwrap());
        proxies.client(peer, &headers).unwrap().to_string()
    }

    #[test]
    fn the_last_address_that_no_trusted_proxy_has_is_that_of_the_client() {
        let many = vec!["10.0.0.1"; 200].join(", ");
        for (peer, lines, expected) in [
            // Whoever is not trusted is who it is.
            ("203.0.113.9", &["1.1.1.1"][..], "203.0.113.9"),
            ("11.0.0.1", &["1.1.1.1"], "11.0.0.1"),
            ("10.0.0.2", &["9.9.9.9, 203.0.113.7"], "203.0.113.7"),
            ("127.0.0.1", &["203.0.113.7, 10.0.0.2"], "203.0.113.7"),
            ("::1", &["203.0.113.7,10.0.0.2"], "203.0.113.7"),
            ("::ffff:10.0.0.2", &["203.0.113.7"], "203.0.113.7"),
            ("2001:db8:1:2::3", &["203.0.113.7"], "203.0.113.7"),
            ("2001:db8:2::3", &["203.0.113.7"], "2001:db8:2::3"),
            ("10.0.0.2", &["9.9.9.9", "203.0.113.7, 10.0.0.3"], "203.0.113.7"),
            // All of them are trusted, or there is nothing to read.
            ("10.0.0.2", &["10.0.0.9, 10.0.0.3"], "10.0.0.9"),
            ("10.0.0.2", &[&many], "10.0.0.1"),
            ("10.0.0.2", &[], "10.0.0.2"),
            ("10.0.0.2", &[""], "10.0.0.2"),
            ("10.0.0.2", &["unknown"], "10.0.0.2"),
            ("10.0.0.2", &["203.0.113.7, _hidden, 10.0.0.3"], "10.0.0.3"),
            ("10.0.0.2", &["203.0.113.7, , 10.0.0.3"], "10.0.0.3"),
            ("10.0.0.2", &["203.0.113.7/8"], "10.0.0.2"),
            // With ports, and addresses of IPv4 in IPv6.
            ("10.0.0.2", &["[2001:db8::1]:443"], "2001:db8::1"),
            ("10.0.0.2", &["[2001:db8::1]"], "2001:db8::1"),
            ("10.0.0.2", &["[2001:db8::1]443"], "10.0.0.2"),
            ("10.0.0.2", &["2001:db8::1"], "2001:db8::1"),
            ("10.0.0.2", &["203.0.113.7:4711"], "203.0.113.7"),
            ("10.0.0.2", &["203.0.113.7, ::ffff:10.0.0.2"], "203.0.113.7"),
        ] {
            assert_eq!(client("X-Forwarded-For", peer, lines), expected, "{peer} {lines:?}");
        }
    }

    #[test]
    fn forwarded_is_read_where_it_is_chosen_and_nothing_else_then() {
        for (lines, expected) in [
            (&["for=203.0.113.7"][..], "203.0.113.7"),
            (&["For=203.0.113.7;by=10.0.0.2;proto=https"], "203.0.113.7"),
            (&["for=\"[2001:db8::1]:4711\";proto=https, for=10.0.0.2"], "2001:db8::1"),
            (&["for=9.9.9.9", "proto=http; for=\"203.0.113.7:80\""], "203.0.113.7"),
            // A client that opens a quote hides nothing that comes after it.
            (&["for=\"9.9.9.9, for=203.0.113.7"], "203.0.113.7"),
            (&["for=203.0.113.7, for=unknown, for=10.0.0.9"], "10.0.0.9"),
            (&["proto=https"], "10.0.0.2"),
            (&["203.0.113.7"], "10.0.0.2"),
        ] {
            assert_eq!(client("Forwarded", "10.0.0.2", lines), expected, "{lines:?}");
        }
        let mut headers = HeaderMap::new();
        headers.append("forwarded", "for=203.0.113.7".parse().unwrap());
        let mut proxies = TrustedProxies::default();
        proxies.trust("loopback").unwrap();
        let peer = Ipv4Addr::LOCALHOST.into();
        let client = proxies.client(Peer::Address(peer), &headers);
        assert_eq!(client, Some(peer), "the other header is read");
    }

    #[test]
    fn what_a_client_writes_in_any_bytes_hides_nothing_that_a_proxy_appends() {
        for (lines, expected) in [
            (&[&b"\xff, 203.0.113.7"[..]][..], "203.0.113.7"),
            (&[b"\x80\xfe,9.9.9.9,\xc3\xa4, 203.0.113.7, 10.0.0.3"], "203.0.113.7"),
            (&[b"\xff", b"203.0.113.7"], "203.0.113.7"),
            (&["ä, 203.0.113.7".as_bytes()], "203.0.113.7"),
            // What a trusted proxy does not name is not looked for before it.
            (&[b"203.0.113.7, 9.9.9.9\xff, 10.0.0.3"], "10.0.0.3"),
            (&[b"203.0.113.7", b"\xff"], "10.0.0.2"),
        ] {
            assert_eq!(
                client_of_bytes("X-Forwarded-For", "10.0.0.2", lines),
                expected,
                "{lines:?}"
            );
        }
        for line in [&b"for=\xff, for=203.0.113.7"[..], b"for=\"\xe9, for=203.0.113.7;proto=https"]
        {
            assert_eq!(client_of_bytes("Forwarded", "10.0.0.2", &[line]), "203.0.113.7");
        }
    }

    #[test]
    fn a_proxy_at_a_unix_socket_tells_who_its_clients_are_if_it_is_trusted() {
        let mut headers = HeaderMap::new();
        headers.append("x-forwarded-for", "9.9.9.9, 203.0.113.7".parse().unwrap());
        let mut proxies = TrustedProxies::default();
        let peer = Peer::Process(Some(0));
        assert_eq!(proxies.client(peer, &headers), None);
        proxies.trust("unix").unwrap();
        assert!(proxies.trusts(peer) && !proxies.trusts(Peer::Address([127, 0, 0, 1].into())));
        assert_eq!(proxies.client(peer, &headers), Some([203, 0, 113, 7].into()));
        assert_eq!(proxies.client(peer, &HeaderMap::new()), None);
    }

    #[test]
    fn nobody_trusts_everybody() {
        let trust = |proxy: &str| TrustedProxies::default().trust(proxy).map_err(|e| e.to_string());
        for proxy in ["10.0.0.0/8", "10.1.2.3", "fd00::/8", "::1", "0.0.0.0/1", "loopback"] {
            assert_eq!(trust(proxy), Ok(()), "{proxy}");
        }
        for proxy in ["0.0.0.0/0", "10.0.0.0/0", "::/0", "::/1", "::ffff:0:0/96"] {
            assert!(trust(proxy).unwrap_err().contains("forge its address"), "{proxy}");
        }
        for proxy in ["*", "", "10.0.0.0/33", "10.0.0/8", "10.0.0.0/-1", "example.com"] {
            assert!(trust(proxy).unwrap_err().contains("loopback"), "{proxy}");
        }
        assert!(TrustedProxies::default().read_header("X-Real-IP").is_err());
    }
}
