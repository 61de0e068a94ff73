//! Checks the `Host` and the `Origin` of a request.
//!
//! A web page can make a browser send requests to servers that only the browser can reach. `Host`
//! is the name by which the browser knows the server, `Origin` the page that sends the request.
//!
//! Source: [2026-07-28, "Transports", Streamable HTTP, "Security & Endpoint"](https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#security-endpoint).

#[cfg(test)]
mod tests;

use std::net::{Ipv4Addr, Ipv6Addr};

use http::header::{HOST, ORIGIN};
use http::request::Parts;
use http::uri::Authority;
use http::{HeaderValue, StatusCode, Version};

use super::Http;
use super::head::{Head, OwnedHead, asks_before};
use super::refusal::{PREFLIGHT, Refusal};
use crate::jsonrpc::truncate_for_display;

/// Admits requests that reach the server under a loopback name or an allowed one, unless they name
/// an origin that is neither the server's own nor allowed.
#[derive(Clone, Debug, Default)]
pub(crate) struct HostOriginPolicy {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl HostOriginPolicy {
    /// Adds names under which the server may be reached: with a port, or without one for any port.
    pub(crate) fn allow_hosts(&mut self, hosts: impl IntoIterator<Item = impl Into<String>>) {
        for host in hosts.into_iter().map(Into::into) {
            if Site::parse(&host).is_none() {
                tracing::warn!(host, "not a host name like mcp.example.com: it is ignored");
            }
            self.hosts.push(host);
        }
    }

    /// Adds sites whose pages may use the server.
    pub(crate) fn allow_origins(&mut self, origins: impl IntoIterator<Item = impl Into<String>>) {
        for origin in origins.into_iter().map(Into::into) {
            if Origin::parse(&origin).is_none() {
                tracing::warn!(origin, "not an origin like https://app.example.com: it is ignored");
            }
            self.origins.push(origin);
        }
    }

    /// Whether pages of any other site may use the server.
    #[inline]
    pub(super) fn has_origins(&self) -> bool {
        !self.origins.is_empty()
    }

    /// Whether pages of an origin may read what a server of this host responds.
    pub(super) fn shares(&self, origin: &HeaderValue, host: Option<&HeaderValue>) -> bool {
        let own = host.and_then(|host| Site::parse(host.to_str().ok()?));
        let is_own =
            |origin: Origin<'_>| own.is_some_and(|own| self.allows_site(own) && origin.is_of(own));
        let origin = origin.to_str().ok().and_then(Origin::parse);
        origin.is_some_and(|origin| self.lists_origin(origin) || is_own(origin))
    }

    fn lists_origin(&self, origin: Origin<'_>) -> bool {
        let mut allowed = self.origins.iter().filter_map(|allowed| Origin::parse(allowed));
        allowed.any(|allowed| allowed.equals(origin))
    }

    /// Refuses a request with a `Host` or `Origin` that is not allowed.
    pub(crate) fn check(&self, head: &Head<'_>) -> Result<(), Refusal> {
        self.check_unless(false, head)
    }

    /// Refuses a request with a `Host` that is not allowed, or such an `Origin` unless any may send
    /// it.
    pub(super) fn check_unless(&self, any_origin: bool, head: &Head<'_>) -> Result<(), Refusal> {
        let own = self.check_host(head)?;
        if any_origin { Ok(()) } else { self.check_origin(head, own) }
    }

    /// Checks that every name that the client gives is allowed; returns the one that takes
    /// precedence.
    fn check_host<'h>(&self, head: &Head<'h>) -> Result<Site<'h>, Refusal> {
        let host = head.headers.host;
        // A host in the request line or `:authority` replaces `Host`, but HTTP/1.1 requires both:
        // https://www.rfc-editor.org/rfc/rfc9112#section-3.2
        let target = head.parts.uri.authority().map(Authority::as_str);
        let lacks = host.is_none() && (target.is_none() || head.parts.version < Version::HTTP_2);
        if lacks || head.is_repeated(HOST) {
            let message = "a request must have exactly one Host header";
            return Err(Refusal::new(StatusCode::BAD_REQUEST, message));
        }
        let allowed = |text| Site::parse(text).filter(|site| self.allows_site(*site));
        let target = target.map(|text| allowed(text).ok_or_else(|| host_refused(text.as_bytes())));
        let host = host.map(|value| {
            let site = value.to_str().ok().and_then(allowed);
            site.ok_or_else(|| host_refused(value.as_bytes()))
        });
        let target = target.transpose()?;
        let host = host.transpose()?;
        target.or(host).ok_or_else(|| host_refused(b""))
    }

    fn allows_site(&self, site: Site<'_>) -> bool {
        let mut allowed = self.hosts.iter().filter_map(|host| Site::parse(host));
        site.is_loopback() || allowed.any(|allowed| allowed.covers(site))
    }

    /// Only browsers send an origin, and they send it with every POST from a page.
    fn check_origin(&self, head: &Head<'_>, own: Site<'_>) -> Result<(), Refusal> {
        let message = match head.headers.origin {
            None => return Ok(()),
            Some(_) if head.is_repeated(ORIGIN) => {
                "a request may have at most one Origin header".to_owned()
            }
            Some(origin) if self.allows_origin(origin, own) => return Ok(()),
            Some(origin) => format!(
                "the origin {:?} is not allowed; the operator of the server can allow it with \
                 `allow_origins`",
                shown(origin.as_bytes())
            ),
        };
        let reason = if asks_before(head.parts) { PREFLIGHT } else { "origin" };
        Err(Refusal::new(StatusCode::FORBIDDEN, message).because(reason))
    }

    fn allows_origin(&self, origin: &HeaderValue, own: Site<'_>) -> bool {
        let origin = origin.to_str().ok().and_then(Origin::parse);
        origin.is_some_and(|origin| origin.is_of(own) || self.lists_origin(origin))
    }
}

impl Http {
    /// Checks a request, unless it has no more to check than what this connection was allowed last.
    pub(super) fn check_host_and_origin(&self, head: &Head<'_>) -> Result<(), Refusal> {
        let sole = head.sole_host_and_origin();
        if sole.is_some_and(|sole| self.recent.was_allowed(sole)) {
            return Ok(());
        }
        self.options.host_and_origin.check(head)?;
        if let Some(sole) = sole {
            self.recent.set_allowed(sole);
        }
        Ok(())
    }
}

/// Checks that a request is for a loopback name and has no foreign `Origin`, as [`Http`] does by
/// default. It protects what else a program serves on a loopback address from web pages.
///
/// ```
/// use http::{Request, StatusCode};
/// use mcp_runtime::http::check_loopback;
///
/// let head = |host| Request::builder().header("Host", host).body(()).map(|it| it.into_parts().0);
/// assert_eq!(check_loopback(&head("localhost:9464")?), Ok(()));
/// assert_eq!(check_loopback(&head("rebound.example")?), Err(StatusCode::FORBIDDEN));
/// # Ok::<(), http::Error>(())
/// ```
///
/// # Errors
///
/// With the status of the response: `400` without exactly one `Host`, otherwise `403`.
pub fn check_loopback(head: &Parts) -> Result<(), StatusCode> {
    let head = OwnedHead::Owned(head.clone());
    HostOriginPolicy::default().check(&Head::read(&head)).map_err(|refusal| refusal.status)
}

fn host_refused(host: &[u8]) -> Refusal {
    Refusal::new(
        StatusCode::FORBIDDEN,
        format!(
            "the host {:?} is not allowed; the operator of the server can allow it with \
             `allow_hosts`",
            shown(host)
        ),
    )
}

fn shown(text: &[u8]) -> String {
    truncate_for_display(&String::from_utf8_lossy(text))
}

/// A host, and a port if one is named.
#[derive(Clone, Copy, Debug)]
struct Site<'a> {
    host: &'a str,
    port: Option<u16>,
}

impl<'a> Site<'a> {
    /// Reads `host` or `host:port`, and nothing else: no user, no empty port.
    fn parse(text: &'a str) -> Option<Self> {
        let (host, port) = match text.bytes().rposition(|byte| byte == b':') {
            // This colon is part of an IPv6 address.
            Some(_) if text.ends_with(']') => (text, None),
            Some(colon) => (&text[..colon], Some(number(&text[colon + 1..])?)),
            None => (text, None),
        };
        is_host(host).then_some(Self { host, port })
    }

    fn is_loopback(self) -> bool {
        let is_loopback = |address: Ipv4Addr| address.is_loopback();
        matches!(self.host, "127.0.0.1" | "[::1]")
            || self.host.eq_ignore_ascii_case("localhost")
            || self.host.parse().is_ok_and(is_loopback)
    }

    /// Whether this site, whose port may be unspecified, matches another.
    fn covers(self, other: Self) -> bool {
        self.host.eq_ignore_ascii_case(other.host)
            && (self.port.is_none() || self.port == other.port)
    }
}

/// Accepts only digits: `u16` would also parse `+80`.
fn number(text: &str) -> Option<u16> {
    text.parse().ok().filter(|_| !text.starts_with('+'))
}

/// A name, an IPv4 address, or an IPv6 address in brackets.
fn is_host(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_');
    match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => !text.is_empty() && text.bytes().all(plain),
    }
}

/// The origin of a page.
///
/// Source: [RFC 6454, section 6.2](https://www.rfc-editor.org/rfc/rfc6454#section-6.2).
#[derive(Clone, Copy, Debug)]
struct Origin<'a> {
    scheme: &'a str,
    site: Site<'a>,
}

impl<'a> Origin<'a> {
    /// Reads `scheme://host` or `scheme://host:port`, but not `null`.
    fn parse(text: &'a str) -> Option<Self> {
        let (scheme, site) = text.split_once("://")?;
        Some(Self { scheme, site: Site::parse(site)? })
    }

    /// Whether it is the server's own. A proxy may terminate TLS, so the scheme is unknown.
    fn is_of(self, own: Site<'a>) -> bool {
        let is_web = ["http", "https"].iter().any(|web| self.scheme.eq_ignore_ascii_case(web));
        is_web && self.equals(Self { site: own, ..self })
    }

    fn equals(self, other: Self) -> bool {
        self.scheme.eq_ignore_ascii_case(other.scheme)
            && self.site.host.eq_ignore_ascii_case(other.site.host)
            && self.port() == other.port()
    }

    /// Returns the port; browsers omit the default port of the scheme.
    fn port(self) -> Option<u16> {
        self.site.port.or(match self.scheme.to_ascii_lowercase().as_str() {
            "http" => Some(80),
            "https" => Some(443),
            _ => None,
        })
    }
}
