//! Matches a URI against a template (RFC 6570): `{x}`, `{+x}` and `{?a,b}`.

#[cfg(test)]
mod fuzz;

use percent_encoding::percent_decode_str;
use regex_lite::Regex;

/// A template that has been read.
pub(crate) struct UriTemplate {
    path: Regex,
    variables: Vec<String>,
    query: Vec<String>,
}

impl UriTemplate {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// What in the template is not understood.
    pub(crate) fn parse(template: &str) -> Result<Self, String> {
        let mut pattern = String::from("^");
        let (mut variables, mut query) = (Vec::new(), Vec::new());
        let mut rest = template;
        while let Some((literal, expression)) = rest.split_once('{') {
            let (expression, after) =
                expression.split_once('}').ok_or("a `{` that is not closed")?;
            pattern += &regex_lite::escape(literal);
            rest = after;
            if let Some(names) = expression.strip_prefix('?') {
                if !rest.is_empty() {
                    return Err(format!("`{{{expression}}}` must be at the end"));
                }
                query.extend(names.split(',').map(str::to_owned));
                continue;
            }
            // `{+x}` may hold reserved characters, `{x}` is one segment.
            let (name, matches) = match expression.strip_prefix('+') {
                Some(name) => (name, "(.+)"),
                None => (expression, "([^/?#]+)"),
            };
            if name.is_empty() || !name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return Err(format!(
                    "`{{{expression}}}` is not `{{name}}`, `{{+name}}` or `{{?a,b}}`"
                ));
            }
            pattern += matches;
            variables.push(name.to_owned());
        }
        pattern += &regex_lite::escape(rest);
        pattern += "$";
        let path = Regex::new(&pattern).map_err(|error| error.to_string())?;
        Ok(Self { path, variables, query })
    }

    /// The variables that make the template this URI.
    pub(crate) fn matches(&self, uri: &str) -> Option<Vec<(&str, String)>> {
        let (path, query) = match uri.split_once('?') {
            Some((path, query)) if !self.query.is_empty() => (path, Some(query)),
            _ => (uri, None),
        };
        let captures = self.path.captures(path)?;
        let mut found = Vec::with_capacity(self.variables.len());
        for (name, capture) in self.variables.iter().zip(captures.iter().skip(1)) {
            found.push((name.as_str(), decode(capture?.as_str())?));
        }
        for pair in query.into_iter().flat_map(|query| query.split('&')) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            if let Some(name) = self.query.iter().find(|name| *name == key) {
                found.push((name.as_str(), decode(value)?));
            }
        }
        Some(found)
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
        let found = template.matches(uri)?;
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
    fn query_variables_may_be_missing() {
        let found = matches("db://q{?a,b}", "db://q?b=2&c=3");
        assert_eq!(found, Some(vec!["b=2".into()]));
        assert_eq!(matches("db://q{?a,b}", "db://q"), Some(vec![]));
    }

    #[test]
    fn bad_text_matches_nothing() {
        assert_eq!(matches("db://users/{id}", "db://users/%ff"), None);
        assert!(UriTemplate::parse("db://{a").is_err());
        assert!(UriTemplate::parse("db://{a*}").is_err());
    }
}
