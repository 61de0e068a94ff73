//! Texts that are too long for a model.

/// The text with its middle left out, if it has more bytes than this: errors stand at the end, what
/// they are about at the beginning.
pub(super) fn shorten(text: String, max: usize) -> String {
    if text.len() <= max {
        return text;
    }
    let mut start = max / 2;
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let mut end = text.len() - (max - max / 2);
    while !text.is_char_boundary(end) {
        end += 1;
    }
    let left_out = end - start;
    format!("{}\n[… {left_out} bytes left out …]\n{}", &text[..start], &text[end..])
}

#[cfg(test)]
mod tests {
    use super::shorten;

    #[test]
    fn characters_stay_whole() {
        let text = "äöüß".repeat(3);
        for max in 0..text.len() {
            let short = shorten(text.clone(), max);
            let (start, rest) = short.split_once("\n[… ").unwrap();
            let (count, end) = rest.split_once(" bytes left out …]\n").unwrap();
            assert!(text.starts_with(start) && text.ends_with(end));
            assert_eq!(start.len() + count.parse::<usize>().unwrap() + end.len(), text.len());
            assert!(start.len() + end.len() <= max);
        }
        assert_eq!(shorten(text.clone(), text.len()), text);
    }
}
