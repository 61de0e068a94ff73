//! Matches a URI against a template (RFC 6570): `{x}`, `{+x}` and `{?a,b}`.

#[cfg(test)]
mod fuzz;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::protocol::uri::{normal, normal_part};

/// What a value of `{x}` is escaped for: all but the unreserved characters.
const RESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What a value of `{+x}` is escaped for: neither unreserved nor reserved.
const NEITHER: &AsciiSet = &RESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'#')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'&')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=');

/// A parsed template, whose text is in the normal form of URIs.
#[derive(Default)]
pub(crate) struct UriTemplate {
    /// The text before the first variable.
    start: String,
    variables: Vec<Variable>,
    query: Vec<String>,
}

/// A variable, and the text that follows it.
struct Variable {
    name: String,
    /// Whether it may contain reserved characters: `{+x}`. `{x}` is one segment.
    reserved: bool,
    end: String,
}

impl Variable {
    /// Whether a value cannot lead out of a folder that a handler joins it to: it has no segment that
    /// leads up, however it is escaped, and only `{+x}` may begin at the root.
    fn admits(&self, value: &str) -> bool {
        let leads_up = value.split(['/', '\\']).any(|segment| segment == "." || segment == "..");
        !leads_up && (self.reserved || !value.starts_with(['/', '\\']))
    }
}

impl UriTemplate {
    /// The maximum length of a URI in bytes; a longer one matches no resource. The time to match
    /// grows with the length.
    pub(crate) const MAX_URI_BYTES: usize = 64 * 1024;

    /// Parses a template.
    ///
    /// # Errors
    ///
    /// If the template has an unsupported expression, one in the wrong place, or an unclosed brace.
    #[inline]
    pub(crate) fn parse(template: &str) -> Result<Self, String> {
        let (start, mut rest) = split(template);
        let mut read = Self { start: normal(start).into_owned(), ..Self::default() };
        while let Some(begun) = rest {
            let (expression, after) = begun.split_once('}').ok_or("a `{` that is not closed")?;
            let (end, next) = split(after);
            rest = next;
            if let Some(names) = expression.strip_prefix('?') {
                if !after.is_empty() {
                    return Err(format!("`{{{expression}}}` must be at the end"));
                }
                read.query.extend(names.split(',').map(str::to_owned));
                continue;
            }
            let name = expression.strip_prefix('+');
            let reserved = name.is_some();
            let name = name.unwrap_or(expression);
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(format!(
                    "`{{{expression}}}`: expected `{{name}}`, `{{+name}}` or `{{?a,b}}`, with names of \
                     letters, digits and `_`"
                ));
            }
            let name = name.to_owned();
            let end = normal_part(end).into_owned();
            read.variables.push(Variable { name, reserved, end });
        }
        Ok(read)
    }

    /// Matches a URI in its [normal form](normal), and returns the variables. From left to right,
    /// each takes as much as it can.
    pub(crate) fn matches(&self, uri: &str) -> Option<Vec<(&str, String)>> {
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, Some(query)),
            _ => (uri, None),
        };
        let mut rest = path.strip_prefix(&*self.start)?;
        let mut found = Vec::with_capacity(self.variables.len());
        let places = self.places(rest);
        let all = rest;
        let mut at = 0;
        for (variable, places) in self.variables.iter().zip(&places) {
            let end = (*places.get(at)?)?;
            let value = decode(all.get(at..end)?).filter(|value| variable.admits(value))?;
            found.push((variable.name.as_str(), value));
            at = end + variable.end.len();
            rest = all.get(at..)?;
        }
        if !rest.is_empty() {
            return None;
        }
        for pair in query.into_iter().flat_map(|query| query.split('&')) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if let Some(name) = self.query.iter().find(|name| *name == key) {
                found.push((name.as_str(), decode(value)?));
            }
        }
        Some(found)
    }

    /// The URI in which the only variable has this value.
    #[inline]
    pub(crate) fn expand(&self, value: &str) -> String {
        match (&self.variables[..], &self.query[..]) {
            ([variable], _) => {
                let set = if variable.reserved { NEITHER } else { RESERVED };
                format!("{}{}{}", self.start, utf8_percent_encode(value, set), variable.end)
            }
            ([], [name, ..]) => {
                format!("{}?{name}={}", self.start, utf8_percent_encode(value, RESERVED))
            }
            _ => self.start.clone(),
        }
    }

    /// For each variable and each position where it may begin, the last position where it can end
    /// so that the rest still matches; `None` if the rest cannot match. Visits each byte once per
    /// variable.
    fn places(&self, text: &str) -> Vec<Vec<Option<usize>>> {
        let bytes = text.as_bytes();
        let mut places: Vec<Vec<Option<usize>>> = Vec::with_capacity(self.variables.len());
        for variable in self.variables.iter().rev() {
            let after = places.last();
            // Whether the rest matches if the variable ends here.
            let ends = |at: usize| {
                let next = at + variable.end.len();
                is_between_characters(text, at)
                    && bytes[at..].starts_with(variable.end.as_bytes())
                    && after.map_or(next == bytes.len(), |after| after[next].is_some())
            };
            let mut latest = ends(bytes.len()).then_some(bytes.len());
            let mut of_variable = vec![None; bytes.len() + 1];
            for at in (0..bytes.len()).rev() {
                if !variable.reserved && b"/?#".contains(&bytes[at]) {
                    latest = None;
                }
                of_variable[at] = latest;
                latest = latest.or_else(|| ends(at).then_some(at));
            }
            places.push(of_variable);
        }
        places.reverse();
        places
    }
}

/// Whether no character is cut here, neither one of the text nor one that its escapes stand for.
fn is_between_characters(text: &str, at: usize) -> bool {
    let (before, after) = text.as_bytes().split_at(at);
    let is_in_escape = before.iter().rev().take(2).any(|byte| *byte == b'%');
    let continues = matches!(after, [b'%', b'8' | b'9' | b'A' | b'B', ..]);
    text.is_char_boundary(at) && !is_in_escape && !continues
}

/// Splits off the text before the next expression from the text after its opening brace.
fn split(template: &str) -> (&str, Option<&str>) {
    match template.split_once('{') {
        Some((text, rest)) => (text, Some(rest)),
        None => (template, None),
    }
}

fn decode(text: &str) -> Option<String> {
    percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matches(template: &str, uri: &str) -> Option<Vec<String>> {
        let template = UriTemplate::parse(template).unwrap();
        let found = template.matches(&normal(uri))?;
        Some(found.into_iter().map(|(name, value)| format!("{name}={value}")).collect())
    }

    #[test]
    fn a_variable_is_one_segment() {
        assert_eq!(matches("db://users/{id}", "db://users/7"), Some(vec!["id=7".into()]));
        assert_eq!(matches("db://users/{id}", "db://users/7/8"), None);
        assert_eq!(matches("db://users/{id}", "db://users/"), None);
        assert_eq!(matches("db://{a}/x/{b}", "db://1/x/2"), Some(vec!["a=1".into(), "b=2".into()]));
        assert_eq!(matches("db://users/{id}", "db://users/a%20b"), Some(vec!["id=a b".into()]));
    }

    #[test]
    fn a_reserved_variable_takes_the_rest() {
        let found = matches("notes://{+name}", "notes://a/b.md");
        assert_eq!(found, Some(vec!["name=a/b.md".into()]));
    }

    #[test]
    fn the_first_variable_takes_what_the_others_leave() {
        let all = |found: &[&str]| Some(found.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(matches("x://{a}-{b}", "x://1-2-3"), all(&["a=1-2", "b=3"]));
        assert_eq!(matches("x://{a}/{+b}", "x://1/2/3"), all(&["a=1", "b=2/3"]));
        assert_eq!(matches("x://{+a}/{b}", "x://1/2/3"), all(&["a=1/2", "b=3"]));
        assert_eq!(matches("x://{+a}/x/{+b}", "x://x/x/x/x/x"), all(&["a=x/x/x", "b=x"]));
        assert_eq!(matches("x://{a}{b}", "x://123"), all(&["a=12", "b=3"]));
        assert_eq!(matches("x://{a}.md", "x://a.md.md"), all(&["a=a.md"]));
        assert_eq!(matches("x://{a}ä", "x://ääää"), all(&["a=äää"]));
        assert_eq!(matches("x://{a}{b}", "x://äö"), all(&["a=ä", "b=ö"]));
        assert_eq!(matches("x://{a}/", "x://a"), None);
        assert_eq!(matches("x://{a}{b}", "x://1"), None);
    }

    #[test]
    fn query_variables_may_be_missing() {
        let found = matches("db://q{?a,b}", "db://q?b=2&c=3");
        assert_eq!(found, Some(vec!["b=2".into()]));
        assert_eq!(matches("db://q{?a,b}", "db://q"), Some(vec![]));
    }

    #[test]
    fn text_is_compared_however_it_is_spelled() {
        let page = || Some(vec!["page=größe".to_owned()]);
        for uri in [
            "wiki://straße/größe",
            "wiki://stra%C3%9Fe/gr%C3%B6%C3%9Fe",
            "WIKI://stra%c3%9fe/größe",
        ] {
            assert_eq!(matches("wiki://straße/{page}", uri), page(), "{uri}");
            assert_eq!(matches("Wiki://stra%C3%9Fe/{page}", uri), page(), "{uri}");
        }
        for (template, uri) in [
            ("a://my notes/{x}", "a://my%20notes/1"),
            ("a://{x}/é", "a://1/%C3%A9"),
            ("a://~{x}", "a://%7E1"),
            ("a://q{?x}", "A://q?x=1"),
        ] {
            assert_eq!(matches(template, uri), Some(vec!["x=1".into()]), "{uri}");
        }
        assert_eq!(matches("a://b/{x}", "a://b%2F1"), None);
        assert_eq!(matches("a://b/{x}", "a://B/1"), None);
    }

    #[test]
    fn a_value_does_not_lead_elsewhere() {
        for uri in [
            "n://..",
            "n://.",
            "n://..%2Fa",
            "n://a%2F..%2Fb",
            "n://%5ca",
            "n://%2Fetc",
            "n://%2e%2e",
            "n://a%5c..%5cb",
        ] {
            assert_eq!(matches("n://{x}", uri), None, "{uri}");
        }
        for uri in
            ["n://a/../b", "n://..", "n://a%2F..%2Fb", "n://%2e%2e/b", "n://a%5c..", "n://a/."]
        {
            assert_eq!(matches("n://{+x}", uri), None, "{uri}");
        }
        for template in ["n://{x}", "n://{+x}"] {
            assert_eq!(matches(template, "n://a%2Fb"), Some(vec!["x=a/b".into()]));
        }
        assert_eq!(matches("n://{+x}", "n:///etc"), Some(vec!["x=/etc".into()]));
        assert_eq!(matches("n://{x}", "n://..a"), Some(vec!["x=..a".into()]));
        assert_eq!(matches("n://q{?x}", "n://q?x=..%2Fa"), Some(vec!["x=../a".into()]));
    }

    #[test]
    fn what_is_expanded_matches_again() {
        for (template, value, uri) in [
            ("a://{x}", "7", "a://7"),
            ("a://{x}.md", "a b ä", "a://a%20b%20%C3%A4.md"),
            ("a://{x}", "50%", "a://50%25"),
            ("a://{+x}", "a/b c", "a://a/b%20c"),
            ("a://q{?x}", "a&b=c", "a://q?x=a%26b%3Dc"),
        ] {
            assert_eq!(UriTemplate::parse(template).unwrap().expand(value), uri);
            assert_eq!(matches(template, uri), Some(vec![format!("x={value}")]));
        }
    }

    #[test]
    fn bad_text_matches_nothing() {
        assert_eq!(matches("db://users/{id}", "db://users/%ff"), None);
        assert!(UriTemplate::parse("db://{a").is_err());
        assert!(UriTemplate::parse("db://{a*}").is_err());
    }
}
