//! The text of an HTML page, as proxies send it for errors.

/// Elements that are not shown, by how they start and end.
const HIDDEN: [(&str, &str); 3] = [("<script", "</script"), ("<style", "</style"), ("<!--", "--")];

/// `&` comes last: what it begins is not an entity.
const ENTITIES: [(&str, &str); 6] = [
    ("&nbsp;", " "),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#39;", "'"),
    ("&amp;", "&"),
];

/// Returns the text of a page, on one line.
pub(crate) fn text(page: &str) -> String {
    // It has the same length, so that positions in one are those in the other.
    let lower = page.to_ascii_lowercase();
    let mut text = String::new();
    let mut at = 0;
    while let Some(start) = lower[at..].find('<').map(|start| at + start) {
        text.push_str(&page[at..start]);
        text.push(' ');
        at = end_of_tag(&lower, start);
    }
    text.push_str(&page[at..]);
    let text = ENTITIES.iter().fold(text, |text, (name, sign)| text.replace(name, sign));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a tag ends, or an element that is not shown.
fn end_of_tag(lower: &str, start: usize) -> usize {
    let from = |start: usize, what: &str| lower[start..].find(what).map(|at| start + at);
    let hidden = HIDDEN.iter().find(|(element, _)| lower[start..].starts_with(element));
    let last = match hidden {
        Some((element, end)) => from(start + element.len(), end),
        None => Some(start),
    };
    last.and_then(|last| from(last, ">")).map_or(lower.len(), |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::text;

    #[test]
    fn only_what_is_shown_remains() {
        let page = "<!DOCTYPE html><html><head><title>502</title><STYLE>p > a {}</STYLE></head>\
                    <body><!-- <b> --><h1>Bad&nbsp;Gateway</h1>\n<script>if (a < b) {}</script>a &amp;lt; b</body>";
        assert_eq!(text(page), "502 Bad Gateway a &lt; b");
        assert_eq!(text("no page"), "no page");
        assert_eq!(text("<p"), "");
        assert_eq!(text("<script>ä"), "");
        assert_eq!(text("ä<ä>ä"), "ä ä");
    }
}
