//! Selects the most specific resource template if several match a URI.

use std::cmp::Ordering;

/// Orders templates by specificity, from left to right: text before `{x}` before `{+x}` before the
/// end before a query. Templates that match the same URIs are equal, whatever their variable names.
pub(crate) fn compare(one: &str, other: &str) -> Ordering {
    parts(one).cmp(parts(other))
}

/// A part of a template at one position, the most specific first.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Text(char),
    Segment,
    Rest,
    End,
    Query,
}

fn parts(template: &str) -> impl Iterator<Item = Part> {
    let mut rest = template;
    let parts = std::iter::from_fn(move || {
        if let Some((variable, after)) =
            rest.strip_prefix('{').and_then(|open| open.split_once('}'))
        {
            rest = after;
            return Some(match variable.chars().next() {
                Some('+') => Part::Rest,
                Some('?') => Part::Query,
                _ => Part::Segment,
            });
        }
        let letter = rest.chars().next()?;
        rest = &rest[letter.len_utf8()..];
        Some(Part::Text(letter))
    });
    parts.chain(std::iter::once(Part::End))
}

#[cfg(test)]
mod tests {
    use super::{Ordering, compare};

    #[test]
    fn the_more_specific_template_comes_first() {
        let ordered = [
            "a://b/c/{+d}",
            "a://b/{c}.md",
            "a://b/{c}/d",
            "a://b/{c}",
            "a://b/{c}{?e}",
            "a://b/{+c}/d",
            "a://b/{+c}",
            "a://{b}/c",
            "a://{b}/{c}",
            "a://{+b}",
        ];
        for (at, one) in ordered.iter().enumerate() {
            for other in &ordered[at + 1..] {
                assert_eq!(compare(one, other), Ordering::Less, "{one} {other}");
                assert_eq!(compare(other, one), Ordering::Greater, "{one} {other}");
            }
        }
    }

    #[test]
    fn names_of_variables_distinguish_nothing() {
        for (one, other) in [("a://{b}/{+c}", "a://{x}/{+y}"), ("a://{b}{?c,d}", "a://{b}{?e}")] {
            assert_eq!(compare(one, other), Ordering::Equal, "{one} {other}");
        }
    }
}
