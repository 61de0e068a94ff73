//! Files by which directories and others learn something about a server.

use std::time::Duration;

use mcp_runtime::http::{Document, Http};
use mcp_runtime::{Error, Result};

/// The maximum length of a name.
const LONGEST_NAME: usize = 100;

/// The maximum length of a file, in bytes.
const LONGEST_TEXT: usize = 64 * 1024;

/// How long everybody may keep a file.
const MAX_AGE: Duration = Duration::from_secs(300);

/// A file below `/.well-known/`, by which a directory verifies who owns a server.
///
/// ```
/// use mcp_runtime_web::WellKnown;
///
/// let challenge = WellKnown::new("openai-apps-challenge", "a-token-of-the-directory")?;
/// let http = challenge.add_to(mcp_runtime::server!().build()?.into_http());
/// # Ok::<(), mcp_runtime::Error>(())
/// ```
///
/// It is served as it is: to everybody, also by a protected server, and under any host name. A name
/// that ends in `.json` is JSON, all others are plain text. Those without an ending are not cached,
/// since they are often challenges, which change.
///
/// Source: [RFC 8615](https://www.rfc-editor.org/rfc/rfc8615).
#[derive(Clone, Debug)]
pub struct WellKnown {
    path: String,
    document: Document,
}

impl WellKnown {
    /// Creates a file from its name and its text.
    ///
    /// # Errors
    ///
    /// When the name is not a path of letters, digits, `.`, `_`, `-` and `/`, or one of OAuth, which
    /// belong to those who authorize requests; or when the text is longer than 64 KiB.
    pub fn new(name: &str, text: impl Into<Vec<u8>>) -> Result<Self> {
        let wrong =
            |problem: &str| Err(Error::other(format!("well-known file `{name}`: {problem}")));
        if !is_name(name) {
            return wrong("a name must be 1 to 100 letters, digits, `.`, `_`, `-` or `/`");
        }
        if name.starts_with("oauth-") {
            return wrong("names that begin with `oauth-` are reserved for authorization");
        }
        let text = text.into();
        if text.len() > LONGEST_TEXT {
            return wrong("it is longer than 64 KiB");
        }
        let ending = name.rsplit('/').next().and_then(|file| file.rsplit_once('.'));
        let media_type = match ending {
            Some((_, "json")) => "application/json",
            _ => "text/plain; charset=utf-8",
        };
        let plain = Document::new(media_type, text);
        let document = if ending.is_some() { plain.max_age(MAX_AGE) } else { plain };
        Ok(Self { path: format!("/.well-known/{name}"), document })
    }

    /// Serves the file beside MCP.
    #[must_use]
    pub fn add_to(self, http: Http) -> Http {
        http.document(self.path, self.document)
    }

    /// The path at which it is served.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |part: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        !matches!(part, "" | "." | "..") && part.chars().all(is_allowed)
    };
    name.len() <= LONGEST_NAME && name.split('/').all(is_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_paths_of_their_own() {
        for name in ["a", "security.txt", "mcp/server-card.json", "a..b", "x_y-z", &"a".repeat(100)]
        {
            assert!(WellKnown::new(name, "").is_ok(), "{name}");
        }
        for name in [
            "",
            ".",
            "..",
            "/a",
            "a/",
            "a//b",
            "../x",
            "a/../b",
            "a b",
            "a?b",
            "a%2fb",
            "ä",
            "oauth-x",
            "oauth-protected-resource",
            "oauth-authorization-server/mcp",
            &"a".repeat(101),
        ] {
            assert!(WellKnown::new(name, "").is_err(), "{name}");
        }
    }

    #[test]
    fn a_text_has_at_most_64_kib() {
        assert!(WellKnown::new("a", vec![b'a'; LONGEST_TEXT]).is_ok());
        let error = WellKnown::new("a", vec![b'a'; LONGEST_TEXT + 1]).unwrap_err().to_string();
        assert_eq!(error, "well-known file `a`: it is longer than 64 KiB");
    }
}
