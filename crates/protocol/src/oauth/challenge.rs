//! `WWW-Authenticate`: what a request lacks, and where a client can get it.
//!
//! Source: [RFC 9110, section 11.6.1](https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1) for the syntax;
//! [RFC 6750, section 3](https://www.rfc-editor.org/rfc/rfc6750#section-3) and
//! [RFC 9728, section 5.1](https://www.rfc-editor.org/rfc/rfc9728#section-5.1) for the parameters.

use std::fmt;

/// The maximum number of challenges in one header.
const CHALLENGES: usize = 16;
/// The maximum number of parameters of one challenge.
const PARAMETERS: usize = 32;

/// One challenge of a `WWW-Authenticate` header.
///
/// ```
/// use mcp_runtime_protocol::oauth::Challenge;
///
/// let header = r#"Bearer error="insufficient_scope", scope="files:read files:write""#;
/// let challenge = Challenge::read_all(header).remove(0);
/// assert_eq!(challenge.error(), Some("insufficient_scope"));
/// assert_eq!(challenge.scopes().collect::<Vec<_>>(), ["files:read", "files:write"]);
/// assert_eq!(challenge.to_string(), header);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Challenge {
    scheme: String,
    parameters: Vec<(String, String)>,
}

impl Challenge {
    /// A challenge for a bearer token.
    pub fn bearer() -> Self {
        Self { scheme: "Bearer".to_owned(), parameters: Vec::new() }
    }

    /// A challenge for a token that is bound to a key, with a proof of having the key.
    ///
    /// Source: [RFC 9449, section 7.1](https://www.rfc-editor.org/rfc/rfc9449#section-7.1).
    pub fn dpop() -> Self {
        Self { scheme: "DPoP".to_owned(), parameters: Vec::new() }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.parameters.push((name.into(), value.into()));
        self
    }

    /// Parses the challenges of a header, as far as it is well-formed; at most 16.
    #[inline]
    pub fn read_all(header: &str) -> Vec<Self> {
        let mut text = Text(header);
        let mut challenges = Vec::new();
        while challenges.len() < CHALLENGES {
            text.skip_separators();
            let Some(scheme) = text.token() else { break };
            let mut challenge = Self { scheme: scheme.to_owned(), parameters: Vec::new() };
            let is_whole = text.parameters(&mut challenge.parameters);
            challenges.push(challenge);
            if !is_whole {
                break;
            }
        }
        challenges
    }

    /// `Bearer`, `DPoP`, ...
    pub fn scheme(&self) -> &str {
        &self.scheme
    }

    /// Whether it asks for this scheme.
    #[inline]
    pub fn is(&self, scheme: &str) -> bool {
        self.scheme.eq_ignore_ascii_case(scheme)
    }

    /// The first value of a parameter.
    #[inline]
    pub fn parameter(&self, name: &str) -> Option<&str> {
        let mut parameters = self.parameters.iter();
        let (_, value) = parameters.find(|(other, _)| other.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    /// `invalid_request`, `invalid_token`, `insufficient_scope`, ...
    #[inline]
    pub fn error(&self) -> Option<&str> {
        self.parameter("error")
    }

    /// The scopes that the request needs.
    #[inline]
    pub fn scopes(&self) -> impl Iterator<Item = &str> {
        self.parameter("scope").unwrap_or_default().split(' ').filter(|scope| !scope.is_empty())
    }

    /// Where the metadata of the protected resource is.
    #[inline]
    pub fn resource_metadata(&self) -> Option<&str> {
        self.parameter("resource_metadata")
    }
}

/// Values are quoted; characters that no header can hold are left out.
impl fmt::Display for Challenge {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.scheme)?;
        for (index, (name, value)) in self.parameters.iter().enumerate() {
            let separator = if index == 0 { " " } else { ", " };
            write!(f, "{separator}{name}=\"")?;
            for c in value.chars().filter(|c| matches!(c, ' '..='~')) {
                let escape = if matches!(c, '"' | '\\') { "\\" } else { "" };
                write!(f, "{escape}{c}")?;
            }
            f.write_str("\"")?;
        }
        Ok(())
    }
}

/// The text that has not been parsed yet.
struct Text<'t>(&'t str);

impl<'t> Text<'t> {
    fn skip_separators(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t', ',']);
    }

    fn skip_blanks(&mut self) {
        self.0 = self.0.trim_start_matches([' ', '\t']);
    }

    #[inline]
    fn token(&mut self) -> Option<&'t str> {
        let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        let end = self.0.find(|c| !is_token(c)).unwrap_or(self.0.len());
        let (token, rest) = self.0.split_at(end);
        (!token.is_empty()).then(|| {
            self.0 = rest;
            token
        })
    }

    /// Reads the parameters up to the next scheme. Returns whether another scheme can follow.
    #[inline]
    fn parameters(&mut self, parameters: &mut Vec<(String, String)>) -> bool {
        self.skip_blanks();
        // A single value without a name belongs to another scheme: Basic and the like never have
        // one here.
        loop {
            self.skip_separators();
            let before = self.0;
            let Some(name) = self.token() else { return self.0.is_empty() };
            self.skip_blanks();
            let Some(rest) = self.0.strip_prefix('=') else {
                self.0 = before;
                return true;
            };
            self.0 = rest;
            self.skip_blanks();
            let Some(value) = self.value() else { return false };
            if parameters.len() < PARAMETERS {
                parameters.push((name.to_owned(), value));
            }
        }
    }

    #[inline]
    fn value(&mut self) -> Option<String> {
        let Some(quoted) = self.0.strip_prefix('"') else {
            return self.token().map(str::to_owned);
        };
        let mut value = String::new();
        let mut chars = quoted.char_indices();
        while let Some((index, c)) = chars.next() {
            match c {
                '"' => {
                    self.0 = &quoted[index + 1..];
                    return Some(value);
                }
                '\\' => value.push(chars.next()?.1),
                c => value.push(c),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_challenges_in_one_header_are_distinguished() {
        let header =
            r#"Basic realm="a, b", Bearer scope=read , error = "invalid_token",DPoP algs="ES256""#;
        let challenges = Challenge::read_all(header);
        let schemes: Vec<_> = challenges.iter().map(Challenge::scheme).collect();
        assert_eq!(schemes, ["Basic", "Bearer", "DPoP"]);
        assert_eq!(challenges[0].parameter("Realm"), Some("a, b"));
        assert_eq!(challenges[1].error(), Some("invalid_token"));
        assert_eq!(challenges[1].scopes().collect::<Vec<_>>(), ["read"]);
        assert!(challenges[2].is("dpop"));
    }

    #[test]
    fn what_is_written_is_read_again_and_breaks_out_of_nothing() {
        let challenge = Challenge::bearer().with("error_description", "a \"b\" \\ c");
        assert_eq!(Challenge::read_all(&challenge.to_string()), [challenge]);
        let lines = Challenge::bearer().with("scope", "a\r\nSet-Cookie: b\u{e9}");
        assert_eq!(lines.to_string(), "Bearer scope=\"aSet-Cookie: b\"");
    }

    #[test]
    fn a_header_that_is_not_well_formed_ends_where_it_is_wrong() {
        for (header, challenges) in [
            ("", 0),
            (",,", 0),
            ("\"x\"", 0),
            ("Bearer", 1),
            ("Bearer error=\"x", 1),
            ("Bearer =, Basic", 1),
        ] {
            assert_eq!(Challenge::read_all(header).len(), challenges, "{header}");
        }
        assert_eq!(Challenge::read_all(&"a ".repeat(100)).len(), CHALLENGES);
    }
}
