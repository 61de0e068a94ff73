//! References within a document, which are JSON pointers in the fragment of a URI.
//!
//! Source: [RFC 6901](https://www.rfc-editor.org/rfc/rfc6901#section-6).

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use serde_json::Value;

/// The JSON pointer of a reference; none for one to another document, or to an anchor.
///
/// References are URIs, in which generators escape the `<` and `>` of generic types.
#[must_use]
pub fn pointer(reference: &str) -> Option<Cow<'_, str>> {
    // Bytes that are not UTF-8 become U+FFFD, which no generator writes in a name.
    let pointer = percent_decode_str(reference.strip_prefix('#')?).decode_utf8_lossy();
    (pointer.is_empty() || pointer.starts_with('/')).then_some(pointer)
}

/// What a reference leads to.
#[must_use]
pub fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    // The usual one is resolved without copying the name.
    match reference.strip_prefix("#/$defs/").filter(|name| !name.contains(['/', '~', '%'])) {
        Some(name) => root.get("$defs")?.get(name),
        None => root.pointer(&pointer(reference)?),
    }
}

/// The name of the definition that a reference leads to, if it leads to one in `$defs`.
#[must_use]
pub fn definition_name(reference: &str) -> Option<String> {
    let pointer = pointer(reference)?;
    pointer.strip_prefix("/$defs/").filter(|name| !name.contains('/')).map(unescape)
}

/// Escapes a key for a JSON pointer.
#[must_use]
#[inline]
pub fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Unescapes a key of a JSON pointer.
#[must_use]
pub fn unescape(key: &str) -> String {
    key.replace("~1", "/").replace("~0", "~")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn references_are_decoded_as_uris_and_then_as_pointers() {
        let names = ["Page<Item>", "a/b", "~", "100%", "%2B", "%+f", "%zz", "é", "", "a b"];
        let defs: serde_json::Map<_, _> =
            names.iter().map(|name| ((*name).to_owned(), json!({ "is": name }))).collect();
        let root = json!({ "$defs": defs, "a": { "b": [{}, { "is": "second" }] } });
        for (reference, expected) in [
            ("#/$defs/Page%3CItem%3E", "Page<Item>"),
            ("#/$defs/Page<Item>", "Page<Item>"),
            ("#/%24defs/Page%3cItem%3e", "Page<Item>"),
            ("#/$defs/a~1b", "a/b"),
            ("#/$defs/a%7E1b", "a/b"),
            ("#/$defs/~0", "~"),
            ("#/$defs/100%25", "100%"),
            ("#/$defs/100%", "100%"),
            // Decoded once.
            ("#/$defs/%252B", "%2B"),
            ("#/$defs/%+f", "%+f"),
            ("#/$defs/%zz", "%zz"),
            ("#/$defs/%C3%A9", "é"),
            ("#/$defs/", ""),
            ("#/$defs/a%20b", "a b"),
            ("#/a/b/1", "second"),
            ("#%2Fa%2Fb%2F1", "second"),
        ] {
            let found = target(&root, reference).and_then(|found| found.get("is"));
            assert_eq!(found.and_then(Value::as_str), Some(expected), "{reference}");
        }
        assert_eq!(target(&root, "#"), Some(&root));
        // A slash that is percent-encoded is one between two keys.
        for reference in
            ["#/$defs/a%2Fb", "#/$defs/%FF", "#/$defs/%", "#/a/b/+1", "#/a/b/01", "#a", "", "/a"]
        {
            assert_eq!(target(&root, reference), None, "{reference}");
        }
        assert_eq!((pointer("#anchor"), pointer("https://a.example/#/a")), (None, None));
    }

    #[test]
    fn keys_come_back_from_pointers() {
        for key in ["a/b", "~", "~1", "a~0/1", ""] {
            assert_eq!(unescape(&escape(key)), key);
        }
    }
}
