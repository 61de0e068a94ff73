//! The normal form of a URI: clients, and the libraries through which they pass a URI, spell it in
//! other ways than the server that lists it.
//!
//! Source: [RFC 3986, section 6.2.2](https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2); RFC 3987, section 3.1, for letters beyond ASCII.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt::Write as _;

/// Returns a URI in its normal form: with a scheme in lower case, and with escapes for the
/// characters that need them, and for no others. The braces of a template stay.
pub fn normal(uri: &str) -> Cow<'_, str> {
    let (scheme, rest) = split_scheme(uri);
    let rest = normal_part(rest);
    if !scheme.bytes().any(|byte| byte.is_ascii_uppercase()) && matches!(rest, Cow::Borrowed(_)) {
        return Cow::Borrowed(uri);
    }
    Cow::Owned(scheme.to_ascii_lowercase() + &rest)
}

/// Returns a part of a URI behind its scheme in its normal form.
pub fn normal_part(part: &str) -> Cow<'_, str> {
    if part.bytes().all(|byte| byte != b'%' && stays(byte)) {
        return Cow::Borrowed(part);
    }
    let mut normal = String::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        let escaped = if byte == b'%' { escaped(after) } else { None };
        let (byte, stays) = match escaped {
            Some((byte, after)) => {
                rest = after;
                (byte, is_unreserved(byte))
            }
            None => (byte, stays(byte)),
        };
        if stays {
            normal.push(char::from(byte));
        } else {
            // Writing to a text does not fail.
            let _ = write!(normal, "%{byte:02X}");
        }
    }
    Cow::Owned(normal)
}

/// Splits off the scheme, with its colon.
fn split_scheme(uri: &str) -> (&str, &str) {
    let end = uri.find(':').map_or(0, |colon| colon + 1);
    let (scheme, rest) = uri.split_at(end);
    let is_scheme = |byte: u8| byte.is_ascii_alphanumeric() || b"+-.:".contains(&byte);
    if scheme.bytes().all(is_scheme) { (scheme, rest) } else { ("", uri) }
}

/// The byte of an escape, and what follows it.
fn escaped(after_percent: &[u8]) -> Option<(u8, &[u8])> {
    let (digits, after) = after_percent.split_at_checked(2)?;
    let digits = std::str::from_utf8(digits).ok()?;
    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    u8::from_str_radix(digits, 16).ok().filter(|_| is_hex).map(|byte| (byte, after))
}

/// Whether a byte need not be escaped: an unreserved or reserved one, or a brace. A `%` that
/// begins no escape is left as it is.
fn stays(byte: u8) -> bool {
    is_unreserved(byte) || b":/?#[]@!$&'()*+,;={}%".contains(&byte)
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// The URI of a resource as it was spelled; spellings of the same URI are neighbours in order.
#[derive(Clone, Debug)]
pub struct ResourceUri {
    spelled: Box<str>,
    /// The normal form, if it differs.
    normal: Option<Box<str>>,
}

impl ResourceUri {
    #[doc(hidden)]
    pub fn new(uri: impl Into<Box<str>>) -> Self {
        let spelled = uri.into();
        let normal = match normal(&spelled) {
            Cow::Borrowed(_) => None,
            Cow::Owned(normal) => Some(normal.into()),
        };
        Self { spelled, normal }
    }

    /// The URI as it was spelled.
    #[doc(hidden)]
    pub fn spelled(&self) -> &str {
        &self.spelled
    }

    /// What comes before all spellings of the same URI.
    #[doc(hidden)]
    pub fn first(&self) -> Self {
        Self { spelled: Box::default(), normal: Some(self.normal().into()) }
    }

    /// Whether it is another spelling of a URI, or the same.
    #[doc(hidden)]
    pub fn is_same(&self, other: &Self) -> bool {
        self.normal() == other.normal()
    }

    /// Its size in bytes.
    #[doc(hidden)]
    pub fn size(&self) -> usize {
        self.spelled.len() + self.normal.as_ref().map_or(0, |normal| normal.len())
    }

    fn normal(&self) -> &str {
        self.normal.as_deref().unwrap_or(&self.spelled)
    }
}

impl Ord for ResourceUri {
    fn cmp(&self, other: &Self) -> Ordering {
        self.normal().cmp(other.normal()).then_with(|| self.spelled.cmp(&other.spelled))
    }
}

impl PartialOrd for ResourceUri {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for ResourceUri {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for ResourceUri {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_a_uri_have_one_normal_form() {
        for (spelled, expected) in [
            ("wiki://straße/a", "wiki://stra%C3%9Fe/a"),
            ("wiki://stra%c3%9fe/a", "wiki://stra%C3%9Fe/a"),
            ("Wiki://Page", "wiki://Page"),
            ("urn:Ab:C", "urn:Ab:C"),
            ("notes://my notes/\"a\"", "notes://my%20notes/%22a%22"),
            ("a://%7Eb%2d%41", "a://~b-A"),
            ("a://{x}/ä{+y}{?z}", "a://{x}/%C3%A4{+y}{?z}"),
            ("a://b%2Fc%3f", "a://b%2Fc%3F"),
            ("a://50%", "a://50%"),
            ("a://%zz%+1", "a://%zz%+1"),
            ("no/Scheme:X", "no/Scheme:X"),
            ("", ""),
        ] {
            assert_eq!(normal(spelled), expected);
            assert!(matches!(normal(expected), Cow::Borrowed(_)) || expected.contains('%'));
            assert_eq!(normal(&normal(spelled)), expected);
            assert!(ResourceUri::new(spelled).is_same(&ResourceUri::new(expected)));
            assert!(ResourceUri::new(spelled).first() <= ResourceUri::new(expected));
        }
        assert!(!ResourceUri::new("a://b/c").is_same(&ResourceUri::new("a://b%2Fc")));
        assert!(!ResourceUri::new("a://B").is_same(&ResourceUri::new("a://b")));
    }
}
