//! Templates and URIs, whatever they are.

use super::*;
use mcp_fuzz::fuzz;

#[test]
fn what_matches_makes_the_uri_again() {
    let seeds = [
        "db://users/{id}\ndb://users/7",
        "db://{a}/x/{b}\ndb://1/x/a%20b%2fc",
        "notes://{+name}\nnotes://a/b.md",
        "db://q{?a,b}\ndb://q?b=2&c=3&a=%41",
        "file:///[x].(y)*\nfile:///[x].(y)*",
        "a{x}{y}{+z}\na1234é",
    ];
    let mut matched = 0;
    fuzz(&seeds, |input| {
        let Ok(text) = std::str::from_utf8(input) else { return };
        let (source, uri) = text.split_once('\n').unwrap_or((text, text));
        let Ok(template) = UriTemplate::parse(source) else { return };
        let uri = &*normal(uri);
        let Some(found) = template.matches(uri) else {
            assert!(source.contains('{') || normal(source) != uri, "a text matches itself");
            return;
        };
        matched += 1;
        let path = source.split("{?").next().unwrap_or_default();
        let uri = if template.query.is_empty() { uri } else { uri.split('?').next().unwrap() };
        let values = found.iter().take(template.variables.len());
        // Half an escape is text, and becomes a whole one where two variables meet.
        if path.contains('%') || values.clone().any(|(_, value)| value.contains('%')) {
            return;
        }
        let mut parts = path.split('{');
        let mut made = parts.next().unwrap_or_default().to_owned();
        for (part, (_, value)) in parts.zip(values) {
            let (_, literal) = part.split_once('}').unwrap();
            made += value;
            made += literal;
        }
        assert_eq!(decode(&normal(&made)), decode(uri));
    });
    assert!(matched > 100, "{matched} match");
}
