//! URLs without what may be secret in them, for messages.

/// Parts of a path that are as long as this, with letters and digits, may be a key.
const SECRET_LENGTH: usize = 20;

/// Redacts a URL, or a text that is meant as one: returns it without a user and a password, the query,
/// the fragment, and keys in its path.
///
/// ```
/// use mcp_runtime_protocol::public_url::public_url;
///
/// assert_eq!(public_url("https://me:pass@example.com/mcp?token=secret"), "https://example.com/mcp?…");
/// ```
#[inline]
pub fn public_url(url: &str) -> String {
    let end = url.find(['?', '#']).unwrap_or(url.len());
    let (place, rest) = url.split_at(end);
    let (scheme, place) = match place.split_once("://") {
        Some((scheme, place)) => (format!("{scheme}://"), place),
        None => (String::new(), place),
    };
    let authority = place.split('/').next().unwrap_or_default();
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let has_port = authority.split_once(':').is_none_or(|(_, port)| is_port(port));
    let is_host = !authority.contains('@') && (has_port || authority.starts_with('['));
    // What ends with the first slash may also be the beginning of a password.
    let begin = if is_host { 0 } else { place.rfind('@').map_or(0, |at| at + 1) };
    let mut shown = scheme;
    for (at, part) in place[begin..].split('/').enumerate() {
        if at > 0 {
            shown.push('/');
        }
        let may_be_key = at > 0 && may_be_key(part);
        shown.push_str(if may_be_key { "…" } else { part });
    }
    if !rest.is_empty() {
        shown.push_str(&rest[..1]);
        shown.push('…');
    }
    shown
}

/// Returns a text with its URLs [redacted](public_url).
#[inline]
pub fn public_urls(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for part in text.split_inclusive(ends_url) {
        let url = part.trim_end_matches(|c| ends_url(c) || ",;.:".contains(c));
        shown.push_str(&if url.contains("://") { public_url(url) } else { url.to_owned() });
        shown.push_str(&part[url.len()..]);
    }
    shown
}

/// Whether a character of a text is not in a URL.
fn ends_url(c: char) -> bool {
    c.is_whitespace() || "\"'`<>".contains(c)
}

fn may_be_key(part: &str) -> bool {
    let has = |is: fn(&u8) -> bool| part.as_bytes().iter().any(is);
    part.len() >= SECRET_LENGTH && has(u8::is_ascii_digit) && has(u8::is_ascii_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::{public_url, public_urls};

    #[test]
    fn what_may_be_secret_is_not_shown() {
        for (url, shown) in [
            ("https://example.com:8080/mcp", "https://example.com:8080/mcp"),
            ("https://me:secret@example.com/mcp", "https://example.com/mcp"),
            ("https://secret@[::1]:80/mcp", "https://[::1]:80/mcp"),
            ("http://[::1]:80/@org/mcp", "http://[::1]:80/@org/mcp"),
            ("https://example.com/@org/mcp", "https://example.com/@org/mcp"),
            ("https://me:a/secret@example.com/mcp", "https://example.com/mcp"),
            ("https://example.com?key=secret", "https://example.com?…"),
            ("https://example.com/mcp#secret", "https://example.com/mcp#…"),
            ("https://example.com/s/4f9d02secret0a11b2c3d4/mcp", "https://example.com/s/…/mcp"),
            ("me:secret@example.com/mcp", "example.com/mcp"),
            ("htp:/me:secret@example.com", "example.com"),
            ("javascript:alert(1)", "javascript:alert(1)"),
            ("", ""),
            ("?", "?…"),
        ] {
            assert_eq!(public_url(url), shown, "{url}");
        }
    }

    #[test]
    fn the_urls_of_a_text_are_shown_without_it() {
        for (text, shown) in [
            ("`npx a https://b/?key=secret`", "`npx a https://b/?…`"),
            ("asked https://a/?b=secret,c, https://d/mcp.", "asked https://a/?…, https://d/mcp."),
            ("https://u:secret@b/c: no\nhttps://d", "https://b/c: no\nhttps://d"),
            ("--url=https://u:secret@b", "--url=https://b"),
            ("no URL: a@b?c", "no URL: a@b?c"),
        ] {
            assert_eq!(public_urls(text), shown);
        }
    }
}
