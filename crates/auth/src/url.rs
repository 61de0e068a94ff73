//! The URLs of authorization servers.

use mcp_runtime_https::is_loopback;
use mcp_runtime_protocol::{Error, Result};
use reqwest::Url;

/// Parses a URL that may be requested: https, or http on this machine.
///
/// Source: [2026-07-28, "Security Considerations", Communication Security](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/security-considerations#communication-security).
pub(crate) fn parse(url: &str) -> Result<Url> {
    let wrong = |why: &str| Error::other(format!("{url:?} {why}"));
    let parsed = Url::parse(url).map_err(|error| wrong(&format!("is not a URL: {error}")))?;
    match parsed.scheme() {
        "https" => {}
        "http" if is_loopback(&parsed) => {}
        _ => return Err(wrong("is not https; http is allowed only for loopback addresses")),
    }
    if parsed.host_str().is_none() || !parsed.username().is_empty() || parsed.password().is_some() {
        return Err(wrong("has no host, or has a user name or password"));
    }
    match parsed.fragment() {
        Some(_) => Err(wrong("has a fragment")),
        None => Ok(parsed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine_are_asked() {
        for url in
            ["https://a.example/x", "http://127.0.0.1:1", "http://localhost", "http://[::1]:2/"]
        {
            assert!(parse(url).is_ok(), "{url}");
        }
        for url in [
            "http://a.example",
            "http://localhost.a.example",
            "http://127.0.0.1@a.example",
            "https://user@a.example",
            "https://a.example/#x",
            "file:///etc/passwd",
            "a.example",
            "",
        ] {
            assert!(parse(url).is_err(), "{url}");
        }
    }
}
