//! Text of the other side, as an error message shows it.

/// The text, cut to a length that a person would read.
pub(crate) fn cut(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn what_is_short_stays() {
        assert_eq!(cut("notes"), "notes");
        assert_eq!(cut(&"ä".repeat(60)), "ä".repeat(60));
    }

    #[test]
    fn what_is_long_is_cut_between_characters() {
        assert_eq!(cut(&"ä".repeat(1000)), format!("{}…", "ä".repeat(60)));
    }
}
