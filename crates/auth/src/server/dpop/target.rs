//! The URL that a proof has to be for (`htu`). It is configured, and never taken from the headers of
//! a request, which a client controls.
//!
//! Source: [RFC 9449, section 4.3](https://www.rfc-editor.org/rfc/rfc9449#section-4.3);
//! [RFC 3986, section 6.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2).

use mcp_runtime_https::is_loopback;
use mcp_runtime_protocol::uri::normal_part;
use reqwest::Url;

/// The URLs of a server.
pub(super) struct Target {
    resource: Option<String>,
    /// The scheme and the authority, which other paths follow.
    origin: String,
    /// Whether it is on this machine: it may then be reached by any name of that.
    is_loopback: bool,
}

impl Target {
    pub(super) fn new(resource: &Url) -> Self {
        let is_loopback = is_loopback(resource);
        let origin = resource.origin().ascii_serialization();
        Self { resource: normalize(resource.as_str(), is_loopback), origin, is_loopback }
    }

    /// Whether a URL is that of a request: of one for MCP, or of one for another path.
    pub(super) fn is(&self, url: &str, path: Option<&str>) -> bool {
        let expected = match path {
            None => self.resource.clone(),
            Some(path) => normalize(&format!("{}{path}", self.origin), self.is_loopback),
        };
        expected.is_some() && normalize(url, self.is_loopback) == expected
    }
}

/// The form of a URL in which equivalent ones are equal, without query and fragment; `None` if it
/// is not a URL of RFC 3986, or has a user.
///
/// Parsers of URLs accept more than that, and repair it. An escape that is none, like `%zz`, is compared
/// as it stands.
fn normalize(url: &str, is_local: bool) -> Option<String> {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let (_, rest) = url.split_once("://")?;
    let authority = rest.split('/').next().unwrap_or_default();
    let is_allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~:/[]@!$&'()*+,;=%".contains(&byte);
    if authority.is_empty() || authority.contains('@') || !url.bytes().all(is_allowed) {
        return None;
    }
    let parsed = Url::parse(url).ok()?;
    let host = match parsed.host_str()? {
        _ if is_local && is_loopback(&parsed) => "localhost",
        host => host,
    };
    let scheme = parsed.scheme();
    let port = parsed.port_or_known_default()?;
    Some(format!("{scheme}://{host}:{port}{}", normal_part(parsed.path())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(resource: &str) -> Target {
        Target::new(&Url::parse(resource).unwrap())
    }

    #[test]
    fn equivalent_urls_are_one_and_no_others_are() {
        let target = target("https://mcp.example.com/a/mcp%2f1");
        for (url, is) in [
            ("https://mcp.example.com/a/mcp%2f1", true),
            ("HTTPS://MCP.Example.com:443/a/mcp%2F1", true),
            ("https://mcp.example.com/x/../a/./%6Dcp%2f1", true),
            ("https://mcp.example.com/a/mcp%2f1?x=1#y", true),
            ("https://mcp.example.com/a/mcp%2f1/", false),
            ("https://mcp.example.com/a/mcp/1", false),
            ("https://mcp.example.com/a/mcp%252f1", false),
            ("https://mcp.example.com/a//mcp%2f1", false),
            ("http://mcp.example.com/a/mcp%2f1", false),
            ("https://mcp.example.com:444/a/mcp%2f1", false),
            ("https://mcp.example.com./a/mcp%2f1", false),
            ("https://user@mcp.example.com/a/mcp%2f1", false),
            ("https://@mcp.example.com/a/mcp%2f1", false),
            ("https:///mcp.example.com/a/mcp%2f1", false),
            ("https:mcp.example.com/a/mcp%2f1", false),
            ("https:\\\\mcp.example.com/a/mcp%2f1", false),
            (" https://mcp.example.com/a/mcp%2f1", false),
            ("https://mcp.example.com/a/mc\tp%2f1", false),
            ("https://mcp.example.com/a/mcp%2", false),
            ("https://mcp.example.com/a/mcp%+f1", false),
            ("/a/mcp%2f1", false),
            ("", false),
        ] {
            assert_eq!(target.is(url, None), is, "{url}");
        }
        assert!(target.is("https://mcp.example.com/files", Some("/files")));
        assert!(!target.is("https://mcp.example.com/files", None));
        assert!(!target.is("https://mcp.example.com/a/mcp%2f1", Some("/files")));
    }

    #[test]
    fn a_server_without_a_path_has_a_slash_or_none() {
        for resource in ["https://mcp.example.com", "https://mcp.example.com/"] {
            for url in ["https://mcp.example.com", "https://mcp.example.com/"] {
                assert!(target(resource).is(url, None), "{resource} {url}");
            }
        }
    }

    #[test]
    fn this_machine_has_several_names_and_others_do_not() {
        let local = target("http://localhost:8000/mcp");
        for (url, is) in [
            ("http://127.0.0.1:8000/mcp", true),
            ("http://[::1]:8000/mcp", true),
            ("http://127.0.0.1:8001/mcp", false),
            ("http://localhost.example:8000/mcp", false),
        ] {
            assert_eq!(local.is(url, None), is, "{url}");
        }
        assert!(!target("https://mcp.example.com:8000/mcp").is("https://127.0.0.1:8000/mcp", None));
    }

    /// Whatever byte of a URL is changed, it is another one, unless that changes nothing in it.
    #[test]
    fn no_changed_url_is_accepted() {
        let url = "https://mcp.example.com/mcp";
        let target = target(url);
        for position in 0..url.len() {
            for byte in 0..=0x7f_u8 {
                let mut changed = url.as_bytes().to_vec();
                changed[position] = byte;
                let changed = String::from_utf8(changed).unwrap();
                let in_path = position >= url.len() - "/mcp".len();
                let is_same =
                    if in_path { changed == url } else { changed.eq_ignore_ascii_case(url) };
                assert_eq!(target.is(&changed, None), is_same, "{changed}");
            }
        }
    }
}
