//! Patterns: which ones everybody can read, and matching them.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use regex_lite::Regex;

/// Whether `text` matches. A pattern that does not compile matches all: it was refused when the
/// server was built.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    compiled(pattern).is_none_or(|regex| regex.is_match(text))
}

/// Why a pattern cannot be advertised, if it cannot.
///
/// JSON Schema patterns are ECMA-262 (<https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3>);
/// clients compile them and throw on anything else.
pub(crate) fn refusal(pattern: &str) -> Option<String> {
    if let Some(found) = LOOKAROUND.iter().find(|open| has(pattern, open)) {
        return Some(format!(
            "lookaround `{found}` in the pattern `{pattern}`: some model providers refuse the \
             whole request"
        ));
    }
    if let Some(found) = not_ecma(pattern) {
        return Some(format!(
            "`{found}` in the pattern `{pattern}` is not ECMA-262: validators in clients throw"
        ));
    }
    Regex::new(pattern).err().map(|error| {
        format!("the pattern `{pattern}` cannot be checked here: {error}; write it more simply")
    })
}

const LOOKAROUND: [&str; 4] = ["(?=", "(?!", "(?<=", "(?<!"];

/// What regular expressions of Rust have and those of JavaScript have not.
fn not_ecma(pattern: &str) -> Option<String> {
    let groups = opened(pattern, "(?")
        .find(|rest| !rest.starts_with(':') && !rest.starts_with('<'))
        .map(|rest| {
            let end = rest.find([')', ':', '>']).map_or(rest.len(), |end| end + 1);
            format!("(?{}", &rest[..end])
        });
    let escapes = || {
        ["\\A", "\\z", "\\Z", "\\a", "\\<", "\\>", "\\x{", "\\U", "[[:"]
            .into_iter()
            .find(|escape| has(pattern, escape))
            .map(str::to_owned)
    };
    groups.or_else(escapes)
}

fn has(pattern: &str, token: &str) -> bool {
    opened(pattern, token).next().is_some()
}

/// What follows each unescaped occurrence of `token`.
fn opened<'a>(pattern: &'a str, token: &str) -> impl Iterator<Item = &'a str> {
    pattern.match_indices(token).filter_map(|(at, token)| {
        let escapes = pattern[..at].bytes().rev().take_while(|byte| *byte == b'\\').count();
        (escapes % 2 == 0).then(|| &pattern[at + token.len()..])
    })
}

/// How many patterns are kept.
const MOST: usize = 1000;

/// Most patterns of a process come from its types, so they are few and worth keeping.
fn compiled(pattern: &str) -> Option<Arc<Regex>> {
    static COMPILED: LazyLock<Mutex<HashMap<String, Option<Arc<Regex>>>>> =
        LazyLock::new(Mutex::default);
    let mut compiled = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(regex) = compiled.get(pattern) {
        return regex.clone();
    }
    let regex = Regex::new(pattern).ok().map(Arc::new);
    if compiled.len() < MOST {
        compiled.insert(pattern.to_owned(), regex.clone());
    }
    regex
}

#[cfg(test)]
mod tests {
    use super::{matches, refusal};

    #[test]
    fn common_patterns_pass() {
        for pattern in ["^[a-z]+$", r"^\d{4}-\d{2}$", "(?:a|b)", "(?<year>[0-9]+)", r"^\(?a\)?$"] {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_clients_cannot_read_is_refused() {
        for (pattern, part) in [
            ("(?i)abc", "`(?i)`"),
            ("^(?!x)", "lookaround"),
            ("(?<=a)b", "lookaround"),
            (r"\Aabc\z", "ECMA"),
            ("(?P<n>a)", "ECMA"),
            ("[[:alpha:]]", "ECMA"),
            (r"\p{L}", "cannot be checked"),
            ("(", "cannot be checked"),
        ] {
            let refusal = refusal(pattern).unwrap_or_default();
            assert!(refusal.contains(part), "{pattern}: {refusal}");
        }
    }

    #[test]
    fn a_pattern_is_not_anchored() {
        assert!(matches("b+", "abbc"));
        assert!(!matches("^b+$", "abbc"));
    }
}
