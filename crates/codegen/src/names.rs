//! Names in Rust for the names of a lock.

use std::collections::{HashMap, HashSet};

/// Names that are taken.
#[derive(Debug, Default)]
pub(crate) struct NameScope {
    names: HashSet<String>,
    /// The number that comes next after a name.
    next: HashMap<String, usize>,
}

impl NameScope {
    pub(crate) fn with(names: &[&str]) -> Self {
        let names = names.iter().map(|name| (*name).to_owned()).collect();
        Self { names, ..Self::default() }
    }

    /// Takes a name, or the next one of the form `AB2`.
    pub(crate) fn pascal(&mut self, name: &str) -> String {
        self.take(name, "")
    }

    /// Takes a name, or the next one of the form `user_id_2`.
    pub(crate) fn snake(&mut self, name: &str) -> String {
        let bare = self.take(name, "_");
        match bare.as_str() {
            "self" | "super" | "crate" => self.take(&format!("{bare}_"), "_"),
            _ if KEYWORDS.contains(&bare.as_str()) => format!("r#{bare}"),
            _ => bare,
        }
    }

    fn take(&mut self, name: &str, between: &str) -> String {
        if self.names.insert(name.to_owned()) {
            return name.to_owned();
        }
        let number = self.next.entry(name.to_owned()).or_insert(2);
        loop {
            let found = format!("{name}{between}{number}");
            *number += 1;
            if self.names.insert(found.clone()) {
                return found;
            }
        }
    }
}

/// The keywords that can be names with `r#`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn",
    "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let",
    "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return",
    "static", "struct", "trait", "true", "try", "type", "typeof", "unsafe", "unsized", "use",
    "virtual", "where", "while", "yield",
];

/// The maximum length of a name before it is made unique.
const MAX_NAME: usize = 100;

/// The name of a member or a method, or `field_5` if it is not in ASCII.
pub(crate) fn snake(name: &str, otherwise: &str, position: usize) -> String {
    let words = words(name).join("_").to_ascii_lowercase();
    match words.chars().next() {
        None => format!("{otherwise}_{position}"),
        Some('0'..='9') => short(format!("{otherwise}_{words}")),
        Some(_) => short(words),
    }
}

/// The name of a type or a variant, or `Value5` if it is not in ASCII.
pub(crate) fn pascal(name: &str, otherwise: &str, position: usize) -> String {
    let mut pascal = String::new();
    for word in words(name) {
        // 2024-11-05 and 2024-1-105 are two.
        if pascal.ends_with(|c: char| c.is_ascii_digit())
            && word.starts_with(|c: char| c.is_ascii_digit())
        {
            pascal.push('_');
        }
        let (first, rest) = word.split_at(1);
        pascal.push_str(&first.to_ascii_uppercase());
        pascal.push_str(&rest.to_ascii_lowercase());
    }
    match pascal.chars().next() {
        None => format!("{otherwise}{position}"),
        Some('0'..='9') => short(format!("{otherwise}{pascal}")),
        Some(_) if pascal == "Self" => "Self_".to_owned(),
        Some(_) => short(pascal),
    }
}

/// Adds a part to the name of a type.
pub(crate) fn joined(name: &str, part: &str) -> String {
    short(format!("{name}{part}"))
}

/// Cuts a name, which is in ASCII.
fn short(mut name: String) -> String {
    name.truncate(MAX_NAME);
    name
}

/// The words of a name; none if it has letters that are not in ASCII, of which only a part would
/// be left.
fn words(name: &str) -> Vec<&str> {
    if name.chars().any(|c| !c.is_ascii() && c.is_alphanumeric()) {
        return Vec::new();
    }
    name.split(|c: char| !c.is_ascii_alphanumeric()).flat_map(humps).collect()
}

/// The words of `camelCase` and `HTTPServer`.
fn humps(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let mut words = Vec::new();
    let mut start = 0;
    for at in 1..bytes.len() {
        let before = bytes[at - 1];
        let here = bytes[at];
        let after = bytes.get(at + 1);
        let is_start = here.is_ascii_uppercase()
            && (!before.is_ascii_uppercase() || after.is_some_and(u8::is_ascii_lowercase));
        if is_start {
            words.push(&text[start..at]);
            start = at;
        }
    }
    if start < text.len() {
        words.push(&text[start..]);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_members() {
        let cases = [
            ("user-id", "user_id"),
            ("userId", "user_id"),
            ("HTTPServer", "http_server"),
            ("1st", "field_1st"),
            ("@x", "x"),
            ("größe", "field_5"),
            ("", "field_5"),
            ("r#fn", "r_fn"),
            ("___", "field_5"),
            ("a.b/c", "a_b_c"),
        ];
        for (name, expected) in cases {
            assert_eq!(snake(name, "field", 5), expected, "{name}");
        }
    }

    #[test]
    fn names_of_variants() {
        let cases = [
            ("asc", "Asc"),
            ("a b", "AB"),
            ("IN_PROGRESS", "InProgress"),
            ("<=", "Value5"),
            ("2031-01-05", "Value2031_01_05"),
            ("self", "Self_"),
            ("gpt-4o", "Gpt4o"),
        ];
        for (name, expected) in cases {
            assert_eq!(pascal(name, "Value", 5), expected, "{name}");
        }
    }

    #[test]
    fn keywords_and_names_that_are_taken() {
        let mut taken = NameScope::with(&["new"]);
        let names = ["type", "self", "self_", "new", "user_id", "user_id", "type"]
            .map(|name| taken.snake(name));
        assert_eq!(
            names,
            ["r#type", "self_", "self__2", "new_2", "user_id", "user_id_2", "type_2"]
        );
        assert_eq!(["AB", "AB", "AB2"].map(|name| taken.pascal(name)), ["AB", "AB2", "AB22"]);
    }
}
