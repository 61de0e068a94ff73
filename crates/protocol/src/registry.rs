//! What the MCP registry and server cards require of names and descriptions.
//!
//! Source: [the schema of `server.json`, 2025-12-11](https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json).

/// The schema of server cards, as they name it.
pub const CARD_SCHEMA: &str =
    "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";

/// The media type of server cards.
pub const CARD_MEDIA_TYPE: &str = "application/mcp-server-card+json";

/// Where a server card is, below the URL of its server.
pub const CARD_PATH: &str = "server-card";

/// The maximum length of a title or a description, in characters.
const LONGEST_TEXT: usize = 100;

/// The maximum length of a name.
const LONGEST_NAME: usize = 200;

/// Whether a text is the name of a server: a domain of its publisher in reverse, and its own name,
/// such as `io.github.me/notes`.
#[inline]
pub fn is_registry_name(name: &str) -> bool {
    let is_part = |part: &str, others: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || others.contains(c))
    };
    let parts = name.split_once('/');
    let is_name = parts.is_some_and(|(whose, own)| is_part(whose, ".-") && is_part(own, "._-"));
    is_name && name.len() <= LONGEST_NAME
}

/// Whether a title or a description has an accepted length.
#[inline]
pub fn is_short(text: &str) -> bool {
    (1..=LONGEST_TEXT).contains(&text.chars().count())
}

/// Shortens a title or a description to the accepted length, at a word boundary.
#[inline]
pub fn shortened(text: &str) -> String {
    if text.chars().count() <= LONGEST_TEXT {
        return text.to_owned();
    }
    let start: String = text.chars().take(LONGEST_TEXT - 1).collect();
    let words = start.rsplit_once(' ').map_or(start.as_str(), |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_domain_of_a_publisher() {
        for name in ["io.github.me/notes", "com.example/my_notes-2.0", "localhost/x"] {
            assert!(is_registry_name(name), "{name}");
        }
        let long = format!("a/{}", "b".repeat(LONGEST_NAME - 1));
        for name in ["notes", "a/b/c", "me_too/x", "/x", "x/", "a b/c", "ä/b", &long] {
            assert!(!is_registry_name(name), "{name}");
        }
    }

    #[test]
    fn texts_are_as_long_as_is_accepted() {
        assert_eq!(shortened("short"), "short");
        let fits = "ä".repeat(LONGEST_TEXT);
        assert_eq!(shortened(&fits), fits);
        let long = shortened(&"käse, ".repeat(40));
        assert!(long.chars().count() <= LONGEST_TEXT && long.ends_with("käse…"), "{long}");
    }
}
