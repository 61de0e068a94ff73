//! The base URL of an API, under which all of its operations are.

use mcp_runtime::{Error, Result};
use mcp_runtime_https::is_loopback;
use mcp_runtime_protocol::public_url::public_url;
use reqwest::Url;

/// A base URL: an origin, and perhaps the beginning of a path.
#[derive(Debug)]
pub(crate) struct Base {
    pub(crate) url: Url,
    /// The URL without a slash at its end.
    prefix: String,
    /// How much of the prefix is in front of its path.
    origin: usize,
}

impl Base {
    /// # Errors
    ///
    /// When requests must not be sent there.
    pub(crate) fn parse(text: &str, allows_plain: bool) -> Result<Self> {
        let wrong = |why: &str| Error::other(format!("{:?} {why}", public_url(text)));
        let url = Url::parse(text).map_err(|error| wrong(&format!("is not a URL: {error}")))?;
        match url.scheme() {
            "https" => {}
            "http" if is_loopback(&url) || allows_plain => {}
            "http" => return Err(wrong("is not encrypted: use https, or `allow_plain_http`")),
            _ => return Err(wrong("is not an http or https URL")),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong("contains credentials: use `basic_env`"));
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(wrong("has a query or a fragment: a base URL ends with its path"));
        }
        let prefix = url.as_str().trim_end_matches('/').to_owned();
        let origin = prefix.len() - url.path().trim_end_matches('/').len();
        Ok(Self { url, prefix, origin })
    }

    /// Whether a URL has the same origin, and no credentials of its own: ours may be sent there.
    pub(crate) fn is_origin_of(&self, other: &Url) -> bool {
        let has_credentials = !other.username().is_empty() || other.password().is_some();
        self.url.origin() == other.origin() && !has_credentials
    }

    /// The URL without a slash at its end.
    pub(crate) fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The path without a slash at its end.
    pub(crate) fn path(&self) -> &str {
        &self.prefix[self.origin..]
    }
}
