//! Regular expressions that every reader of a schema understands.
//!
//! A pattern is read by ECMA-262 engines in clients, and by the model providers, which refuse
//! lookaround. The subset that both accept is also what the runtime checks with.

/// What is wrong with the pattern, and what to do.
pub(crate) fn refusal(pattern: &str) -> Option<String> {
    let not_ecma = |what: &str, instead: &str| {
        Some(format!("pattern `{what}` is not ECMA-262, which clients read it as: {instead}"))
    };
    let mut rest = pattern;
    let (mut groups, mut class) = (0_usize, false);
    while let Some(character) = rest.chars().next() {
        match character {
            '\\' => {
                let escaped = rest.chars().nth(1);
                match escaped {
                    None => return Some("the pattern ends in `\\`: write `\\\\`".to_owned()),
                    Some('A') => return not_ecma("\\A", "write `^`"),
                    Some(end @ ('z' | 'Z')) => return not_ecma(&format!("\\{end}"), "write `$`"),
                    Some('h' | 'R' | 'X' | 'Q' | 'E' | 'G' | 'a') => {
                        let what: String = rest.chars().take(2).collect();
                        return not_ecma(&what, "name the characters");
                    }
                    Some('1'..='9') => {
                        return Some(
                            "a pattern cannot refer back to a group: repeat its text".to_owned(),
                        );
                    }
                    Some(_) => {}
                }
                rest = rest.get(1 + escaped.map_or(0, char::len_utf8)..).unwrap_or_default();
                continue;
            }
            '[' if class && rest.starts_with("[:") => {
                return not_ecma("[:..:]", "name the characters, as in `[A-Za-z]`");
            }
            '[' => class = true,
            ']' => class = false,
            '(' if !class => {
                groups += 1;
                if let Some(found) = group(rest) {
                    return Some(found);
                }
            }
            ')' if !class => match groups.checked_sub(1) {
                Some(open) => groups = open,
                None => return Some("the pattern closes a group that is not open: `)`".to_owned()),
            },
            '*' | '+' | '?' | '}' if !class && rest[1..].starts_with('+') => {
                return not_ecma(&format!("{character}+"), "remove the second quantifier");
            }
            _ => {}
        }
        rest = &rest[character.len_utf8()..];
    }
    if class {
        return Some("the pattern has an unclosed class: `[`".to_owned());
    }
    (groups > 0).then(|| "the pattern has an unclosed group: `(`".to_owned())
}

/// What is wrong with the group at the start of the text.
fn group(text: &str) -> Option<String> {
    let head = text.strip_prefix("(?")?;
    if ["=", "!", "<=", "<!"].iter().any(|look| head.starts_with(look)) {
        let what = "lookaround in `pattern`: OpenAI refuses the whole request. Rewrite the pattern without it";
        return Some(format!("{what}, or check it in the function"));
    }
    if head.starts_with(':') || (head.starts_with('<') && !head.starts_with("<=")) {
        return None;
    }
    if head.starts_with("P<") {
        return Some(
            "pattern `(?P<` is not ECMA-262, which clients read it as: write `(?<`".to_owned(),
        );
    }
    let flags: String = head.chars().take_while(|next| !matches!(next, ')' | ':')).collect();
    Some(format!(
        "pattern `(?{flags})` is not ECMA-262, which clients read it as: spell the letters out, as in `[aA]`"
    ))
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn what_every_engine_reads_is_accepted() {
        for pattern in
            ["^[a-z]+$", r"^\d{3}-\d+$", "^(?:a|b)*?$", "(?<year>[0-9]{4})", r"[(\]+]", "é+"]
        {
            assert_eq!(refusal(pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_some_engine_refuses_is_refused() {
        let refused = [
            "(?i)abc",
            "^(?!x)",
            "a(?=b)",
            "(?<=a)b",
            "(?<!a)b",
            "(?P<y>a)",
            r"\Aa",
            r"a\z",
            r"(a)\1",
            "[[:alpha:]]",
            "a++",
            "(a",
            "a)",
            "[a",
            "a\\",
            "(?x: a)",
        ];
        for pattern in refused {
            assert!(refusal(pattern).is_some(), "{pattern}");
        }
    }
}
