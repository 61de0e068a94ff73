//! Secrets in URLs: parameters under the names of secrets, and passwords before the host.

use percent_encoding::percent_decode_str;

use crate::secret_names::is_name_of_secret;

/// The replacement for a value; it needs no escape in JSON.
const HIDDEN: &str = "[redacted]";

/// What ends a parameter of a URL in a text.
const ENDS: [char; 10] = ['&', '#', ';', '"', '\'', '<', '>', ' ', '\n', '\\'];

/// Redacts the secrets in the URLs of a text.
pub(super) fn redacted(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['=', ':']) {
        let (before, from) = rest.split_at(at);
        shown.push_str(before);
        let hidden = match from.strip_prefix("://") {
            Some(authority) => user_info(authority).map(|end| ("://".len(), end)),
            None if from.starts_with('=') && is_secret_parameter(&shown) => {
                Some((1, from[1..].find(ENDS).unwrap_or(from.len() - 1)))
            }
            None => None,
        };
        let (sign, length) = hidden.unwrap_or((1, 0));
        shown.push_str(&from[..sign]);
        if length > 0 {
            shown.push_str(HIDDEN);
        }
        rest = &from[sign + length..];
    }
    shown + rest
}

/// The length of a name with a password before a host.
fn user_info(authority: &str) -> Option<usize> {
    let end = authority.find(['/', '?', '#', '"', ' ', '\\', '<']).unwrap_or(authority.len());
    let at = authority[..end].rfind('@')?;
    authority[..at].contains(':').then_some(at)
}

/// Whether a text ends with the name of a parameter that is a secret.
fn is_secret_parameter(text: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "-_.%[]$".contains(c);
    let name = text.trim_end_matches(is_of_name);
    let (before, name) = text.split_at(name.len());
    before.ends_with(['?', '&', '#', ';'])
        && is_name_of_secret(&percent_decode_str(name).decode_utf8_lossy())
}

#[cfg(test)]
mod tests {
    use super::redacted;

    #[test]
    fn secrets_in_urls_are_not_shown() {
        for (text, shown) in [
            ("https://a/?token=x", "https://a/?token=[redacted]"),
            ("https://a/?a=1&api_key=x&b=2#c", "https://a/?a=1&api_key=[redacted]&b=2#c"),
            ("https://a/#access_token=x&state=y", "https://a/#access_token=[redacted]&state=y"),
            ("see https://a/?pwd=x, and more", "see https://a/?pwd=[redacted] and more"),
            ("/x?%74oken=x", "/x?%74oken=[redacted]"),
            ("postgres://me:hunter2@db/x", "postgres://[redacted]@db/x"),
            ("https://u:p@a/?key=k&key=l", "https://[redacted]@a/?key=[redacted]&key=[redacted]"),
            ("/x?jwt=a.b.c\"", "/x?jwt=[redacted]\""),
        ] {
            assert_eq!(redacted(text), shown, "{text}");
        }
    }

    #[test]
    fn other_text_stays_as_it_is() {
        for text in [
            "https://a/?q=token&page=2",
            "token=x is no URL",
            "https://a@b/x",
            "a = b: c",
            "://",
            "?=x&==",
            "https://a/?token=",
        ] {
            assert_eq!(redacted(text), text);
        }
    }
}
