//! What readers of the code have stumbled over, and what is no longer there.

use crate::architecture::{Source, everything};

/// The lines of all sources but the inputs of tests, with their places.
fn lines() -> Vec<(String, Vec<String>)> {
    let read = |source: &Source| {
        (source.path.clone(), source.lines().map(|line| line.trim().to_owned()).collect())
    };
    everything().iter().map(read).collect()
}

/// The name that a line binds, if it is a `let` of one name.
fn bound(line: &str) -> Option<&str> {
    let pattern = line.strip_prefix("let ")?;
    let rest = pattern.strip_prefix("mut ").unwrap_or(pattern);
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let is_bound = rest[end..].starts_with(" =") || rest[end..].starts_with(": ");
    (is_bound && end > 1).then(|| &rest[..end])
}

/// Whether a line binds several names to values that have nothing to do with each other.
fn binds_a_tuple(line: &str) -> bool {
    let names = line.strip_prefix("let (").and_then(|rest| rest.split(')').next());
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | ',' | ' ');
    line.ends_with(");")
        && line.contains(" = (")
        && names.is_some_and(|names| names.chars().all(is_name))
}

#[test]
fn each_let_binds_one_value_and_each_step_of_it_has_a_name_of_its_own() {
    let mut found = Vec::new();
    for (path, lines) in lines() {
        for (index, pair) in lines.windows(2).enumerate() {
            let number = index + 1;
            if binds_a_tuple(&pair[0]) {
                found.push(format!("{path}:{number}: a line for each name: {}", pair[0]));
            }
            let is_whole = pair[0].ends_with(';');
            if is_whole && bound(&pair[0]).is_some_and(|name| bound(&pair[1]) == Some(name)) {
                found.push(format!("{path}:{number}: two values of one name: {}", pair[0]));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn habits_are_found() {
    assert!(binds_a_tuple("let (a, mut b) = (1, 2);"));
    assert!(binds_a_tuple("let (a, b): (u8, u8) = (1, 2);"));
    assert!(!binds_a_tuple("let (a, b) = pair();"));
    assert!(!binds_a_tuple("let ((a, b), (c, d)) = (pair(), pair());"));
    assert_eq!(bound("let mut text = 1;"), Some("text"));
    assert_eq!(bound("let text: String = 1;"), Some("text"));
    assert_eq!(bound("let Some(text) = 1 else {"), None);
    assert_eq!(bound("let _ = 1;"), None);
}

#[test]
fn documentation_begins_with_what_an_item_is() {
    let mut found = Vec::new();
    for (path, lines) in lines() {
        for (index, pair) in lines.windows(2).enumerate() {
            if !pair[0].starts_with("///") && pair[1].starts_with("/// The same ") {
                found.push(format!("{path}:{}: {}", index + 2, pair[1]));
            }
        }
    }
    assert!(found.is_empty(), "an editor shows these alone: {found:#?}");
}

#[test]
fn names_of_tests_fit_in_a_line() {
    let mut found = Vec::new();
    for (path, lines) in lines() {
        for line in lines {
            let name = line.trim_start_matches("async ").strip_prefix("fn ").unwrap_or_default();
            let length = name.split(['(', '<']).next().unwrap_or_default().len();
            if length > 80 {
                found.push(format!("{path}: {line}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}
