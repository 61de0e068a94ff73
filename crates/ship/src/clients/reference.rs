//! References to variables in entries, such as `${NAME}`, as each client looks them up.

use super::ClientApp;

/// What a client passes to a server for a value of its file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LookedUp {
    /// References that lead nowhere are still in it.
    pub(crate) value: String,
    /// The variables that are not set, and have no default.
    pub(crate) unset: Vec<String>,
}

impl ClientApp {
    /// Looks up the references of a value.
    pub(crate) fn look_up(
        &self,
        value: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> LookedUp {
        let mut found = LookedUp { value: String::new(), unset: Vec::new() };
        let Some((open, close)) = self.expands.as_deref().and_then(|form| form.split_once("NAME"))
        else {
            return LookedUp { value: value.to_owned(), unset: Vec::new() };
        };
        let mut rest = value;
        while let Some((before, after)) = rest.split_once(open) {
            found.value.push_str(before);
            let inner = after.split_once(close).filter(|(inner, _)| is_variable(inner));
            let Some((inner, after)) = inner else {
                found.value.push_str(open);
                rest = after;
                continue;
            };
            let (name, default) = match inner.split_once(":-") {
                Some((name, default)) => (name, Some(default.to_owned())),
                None => (inner, None),
            };
            match variable(name).or(default) {
                Some(value) => found.value.push_str(&value),
                None => {
                    found.value.push_str(&[open, inner, close].concat());
                    found.unset.push(name.to_owned());
                }
            }
            rest = after;
        }
        found.value.push_str(rest);
        found
    }
}

/// Whether this is the name of a variable, perhaps with a default.
fn is_variable(inner: &str) -> bool {
    let name = inner.split_once(":-").map_or(inner, |(name, _)| name);
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::super::named;
    use super::*;

    #[test]
    fn each_client_looks_up_its_own_form() {
        let variable = |name: &str| (name == "HOME").then(|| "/h".to_owned());
        for (client, value, expected, unset) in [
            ("claude-code", "${HOME}/x ${HOME}", "/h/x /h", &[][..]),
            ("claude-code", "${NO}", "${NO}", &["NO"]),
            ("claude-code", "${NO:-a}${HOME:-b}${NO:-}", "a/h", &[]),
            ("claude-code", "${env:HOME} ${} ${HOME", "${env:HOME} ${} ${HOME", &[]),
            ("cursor", "${env:HOME} ${HOME} ${env:NO}", "/h ${HOME} ${env:NO}", &["NO"]),
            ("opencode", "{env:HOME}{env:NO}{file:x}", "/h{env:NO}{file:x}", &["NO"]),
            ("zed", "${HOME}", "${HOME}", &[]),
        ] {
            let client = named(&[client.to_owned()]).unwrap().remove(0);
            let unset = unset.iter().map(|&name| name.to_owned()).collect();
            let expected = LookedUp { value: expected.to_owned(), unset };
            assert_eq!(client.look_up(value, variable), expected, "{} {value}", client.id);
        }
    }
}
