//! URI templates: the part of RFC 6570 that can be matched backwards, from a URI to its variables.

const QUERY: &str = "`{?..}` has to be the last part of the template: move it to the end";

/// The variables of a URI template, in order; none if it is a plain URI.
pub(crate) fn variables(uri: &str) -> Result<Vec<String>, String> {
    let mut rest = after_scheme(uri)?;
    let mut variables: Vec<String> = Vec::new();
    let mut touching = false;
    let mut query = false;
    while let Some(open) = rest.find(['{', '}']) {
        let (text, brace) = rest.split_at(open);
        plain(text)?;
        let inside = brace
            .strip_prefix('{')
            .ok_or("the template has an unmatched `}`: add `{`, or remove it")?;
        let (expression, after) =
            inside.split_once('}').ok_or("the template has an unclosed `{`: add `}`")?;
        if query {
            return Err(QUERY.to_owned());
        }
        query = expression.starts_with('?');
        if touching && text.is_empty() && !query {
            return Err(format!("two variables are adjacent: put text before `{{{expression}}}`"));
        }
        touching = true;
        for variable in names(expression)? {
            if variables.iter().any(|known| known == variable) {
                return Err(format!("the template has two variables `{variable}`: rename one"));
            }
            variables.push(variable.to_owned());
        }
        rest = after;
    }
    plain(rest)?;
    if query && !rest.is_empty() {
        return Err(QUERY.to_owned());
    }
    Ok(variables)
}

fn after_scheme(uri: &str) -> Result<&str, String> {
    let legal = |scheme: &str| {
        scheme.starts_with(|first: char| first.is_ascii_alphabetic())
            && scheme.chars().all(|next| next.is_ascii_alphanumeric() || "+.-".contains(next))
    };
    match uri.split_once(':') {
        Some((scheme, rest)) if legal(scheme) && !rest.is_empty() => Ok(rest),
        _ => Err(format!(
            "`{uri}` is not an absolute URI: start with a scheme, as in `notes://index`"
        )),
    }
}

/// <https://www.rfc-editor.org/rfc/rfc6570#section-2.1>
fn plain(text: &str) -> Result<(), String> {
    let odd = text
        .chars()
        .find(|next| next.is_whitespace() || next.is_control() || "\"'<>\\^`|".contains(*next));
    match odd {
        Some(odd) => Err(format!("a URI cannot hold `{}`: percent-encode it", odd.escape_debug())),
        None => Ok(()),
    }
}

fn names(expression: &str) -> Result<Vec<&str>, String> {
    let list = expression.trim_start_matches(['+', '?']);
    let query = expression.starts_with('?');
    if expression.len() > list.len() + 1
        || list.starts_with(['#', '.', '/', ';', '&', '=', '!', '@', '|'])
    {
        return Err(format!(
            "`{{{expression}}}` cannot be matched: use `{{x}}`, `{{+x}}` (with slashes) or `{{?a,b}}`"
        ));
    }
    let names: Vec<&str> = list.split(',').collect();
    if let Some(wrong) = names.iter().find(|name| !legal(name)) {
        let modifier = wrong.ends_with('*') || wrong.contains(':');
        return Err(if modifier {
            format!("`{{{expression}}}` cannot be matched: leave out `*` and `:`")
        } else {
            format!("`{wrong}` is not the name of a variable: use letters, digits and `_`")
        });
    }
    if names.len() > 1 && !query {
        return Err(format!(
            "`{{{expression}}}` cannot be matched: give each variable its own braces"
        ));
    }
    Ok(names)
}

fn legal(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|next| next.is_ascii_alphanumeric() || next == '_')
}

#[cfg(test)]
mod tests {
    use super::variables;

    #[test]
    fn what_can_be_matched() {
        assert_eq!(variables("notes://index").unwrap(), [""; 0]);
        assert_eq!(variables("notes://{+name}").unwrap(), ["name"]);
        assert_eq!(
            variables("db:{table}/{row}{?depth,full}").unwrap(),
            ["table", "row", "depth", "full"]
        );
    }

    #[test]
    fn what_cannot() {
        let refused = [
            "index",
            "//x",
            "notes:",
            "{scheme}://x",
            "a://{x",
            "a://x}",
            "a://{x}{y}",
            "a://{x,y}",
            "a://{x*}",
            "a://{x:3}",
            "a://{#x}",
            "a://{?x}/y",
            "a://{?x}{y}",
            "a://{x}/{x}",
            "a://b c",
            "a://{}",
            "a://{x y}",
            "a://{+?x}",
        ];
        for uri in refused {
            assert!(variables(uri).is_err(), "{uri}");
        }
    }
}
