//! The words of a text, as they are compared.

/// Words that say nothing about what a tool is for.
const STOP_WORDS: [&str; 24] = [
    "a", "all", "an", "and", "any", "are", "at", "be", "by", "for", "from", "in", "is", "it",
    "its", "of", "on", "or", "that", "the", "this", "to", "with", "you",
];

/// The words of a text, in lower case and without the endings of English.
///
/// `createRefund`, `create_refund` and `creates refunds` have the same words. Each character of a
/// script that does not separate words is a word.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    parts(text).filter(|word| !STOP_WORDS.contains(&&**word)).map(stem)
}

/// What may be a name in a text: everything between spaces, quotes and brackets, in lower case.
pub(super) fn names(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| c.is_whitespace() || "\"'`,;()[]{}<>".contains(c));
    let names = words.map(|word| word.trim_matches(['.', ':', '?', '!']));
    names.filter(|name| !name.is_empty()).map(str::to_lowercase)
}

/// The words as they stand in the text, in lower case.
fn parts(text: &str) -> impl Iterator<Item = String> {
    let mut parts = Vec::new();
    let mut word = String::new();
    let mut before = ' ';
    for c in text.chars() {
        let begins = c.is_uppercase() && !before.is_uppercase();
        let ends = !c.is_alphanumeric() || begins || stands_alone(c) || stands_alone(before);
        if ends && !word.is_empty() {
            parts.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        before = c;
    }
    if !word.is_empty() {
        parts.push(word);
    }
    parts.into_iter()
}

/// Whether a character belongs to a script that does not separate words: Thai, Lao and Burmese, the
/// scripts of Chinese and Japanese.
fn stands_alone(c: char) -> bool {
    matches!(
        c,
        '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}'
    )
}

/// A word without the ending of an English plural or verb, if that leaves at least three letters.
fn stem(mut word: String) -> String {
    let ending = ["ing", "ies", "ed", "es", "s"]
        .into_iter()
        .find(|ending| word.strip_suffix(ending).is_some_and(|rest| rest.chars().count() >= 3));
    if let Some(ending) = ending {
        word.truncate(word.len() - ending.len());
        if ending == "ies" {
            word.push('y');
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_a_text_are_compared_without_case_endings_and_separators() {
        let of = |text: &str| words(text).collect::<Vec<_>>();
        assert_eq!(of("createRefund"), ["create", "refund"]);
        assert_eq!(of("github__create_refunds"), ["github", "create", "refund"]);
        assert_eq!(of("List all repositories of the user"), ["list", "repository", "user"]);
        assert_eq!(of("HTTPServer v2"), ["httpserver", "v2"]);
        assert_eq!(of("Größe ändern"), ["größe", "ändern"]);
        assert_eq!(of("删除用户"), ["删", "除", "用", "户"]);
        assert_eq!(of("удалить пользователя"), ["удалить", "пользователя"]);
        assert!(of(" ,.- the ").is_empty());
    }

    #[test]
    fn names_in_a_text_keep_their_separators() {
        let of = |text: &str| names(text).collect::<Vec<_>>();
        assert_eq!(
            of("Use github_create-issue, please."),
            ["use", "github_create-issue", "please"]
        );
        assert_eq!(of("`admin.tools/list`?"), ["admin.tools/list"]);
    }
}
