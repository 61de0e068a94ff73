//! The URL at which clients know a server.

use std::net::IpAddr;

use http::Uri;
use mcp_runtime::{Error, Result};

/// The URL of a server, without a slash at its end, and its host.
#[derive(Debug)]
pub(super) struct PublicUrl {
    pub(super) url: String,
    pub(super) host: String,
}

impl PublicUrl {
    /// Reads a URL.
    ///
    /// # Errors
    ///
    /// When it is not https, nor http on this machine, or says more than where the server is.
    pub(super) fn parse(url: &str) -> Result<Self> {
        Self::of("the public URL", url)
    }

    /// Reads a URL that an error calls this.
    ///
    /// # Errors
    ///
    /// As those of [`parse`](Self::parse).
    pub(super) fn of(what: &str, url: &str) -> Result<Self> {
        let wrong = |problem: &str| Err(Error::other(format!("{what} `{url}` {problem}")));
        let Ok(parsed) = url.parse::<Uri>() else { return wrong("is not a URL") };
        let (Some(scheme), Some(authority)) = (parsed.scheme_str(), parsed.authority()) else {
            return wrong("is not an absolute URL, such as https://notes.example.com/mcp");
        };
        let host = authority.host().to_ascii_lowercase();
        if scheme != "https" && !(scheme == "http" && is_loopback(&host)) {
            return wrong("is not https; http is allowed only for loopback addresses");
        }
        if host.is_empty() || authority.as_str().contains('@') || url.contains(['?', '#']) {
            return wrong("has no host, or has a user name, a query or a fragment");
        }
        Ok(Self { url: url.trim_end_matches('/').to_owned(), host })
    }

    /// The domain in reverse, as it begins names: `com.example.notes`.
    pub(super) fn namespace(&self) -> String {
        if self.host.parse::<IpAddr>().is_ok() { self.host.clone() } else { reversed(&self.host) }
    }
}

/// The labels of a domain in reverse.
pub(super) fn reversed(domain: &str) -> String {
    let mut labels: Vec<&str> = domain.split('.').collect();
    labels.reverse();
    labels.join(".")
}

fn is_loopback(host: &str) -> bool {
    let ip = host.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    host == "localhost" || ip.is_ok_and(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_public_url_is_https_or_on_this_machine() {
        for (url, namespace) in [
            ("https://mcp.example.com/mcp", "com.example.mcp"),
            ("https://MCP.example.com:8443/a/mcp/", "com.example.mcp"),
            ("http://localhost:8000/mcp", "localhost"),
            ("http://127.0.0.1:8000/mcp", "127.0.0.1"),
        ] {
            assert_eq!(PublicUrl::parse(url).unwrap().namespace(), namespace, "{url}");
        }
        assert!(PublicUrl::parse("http://[::1]:8000/mcp").is_ok());
        assert_eq!(PublicUrl::parse("https://a.example/").unwrap().url, "https://a.example");
        for url in [
            "http://example.com/mcp",
            "http://localhost.example.com/mcp",
            "http://127.0.0.1@example.com/mcp",
            "https://me@example.com/mcp",
            "https://example.com/mcp?key=1",
            "https://example.com/mcp#x",
            "https:///mcp",
            "ftp://example.com/mcp",
            "example.com/mcp",
            "/mcp",
            "https://exa mple.com",
            "",
        ] {
            assert!(PublicUrl::parse(url).is_err(), "{url}");
        }
    }
}
