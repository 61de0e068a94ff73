//! Variables in the texts of an entry.

use std::collections::BTreeMap;
use std::path::{MAIN_SEPARATOR_STR, Path};

use super::ConfigInput;

/// What variables are looked up in.
pub(super) struct Variables<'a> {
    /// The folder of the file.
    pub(super) folder: &'a Path,
    pub(super) home: Option<&'a Path>,
    pub(super) inputs: &'a BTreeMap<String, ConfigInput>,
    /// Whether `{env:NAME}` is a variable, too.
    pub(super) is_opencode: bool,
    pub(super) environment: &'a dyn Fn(&str) -> Option<String>,
}

impl Variables<'_> {
    /// The text with its variables replaced, once: what replaces one is not looked at again.
    ///
    /// # Errors
    ///
    /// When one is not set and has no default. Any other `$` stays as it is.
    pub(super) fn expand(&self, text: &str) -> Result<String, String> {
        let mut expanded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = self.next(rest) {
            let (before, from) = rest.split_at(at);
            expanded.push_str(before);
            let opening = if from.starts_with('$') { 2 } else { 1 };
            let Some(end) = from.find('}') else {
                expanded.push_str(from);
                return Ok(expanded);
            };
            match self.look_up(&from[opening..end])? {
                Some(value) => expanded.push_str(&value),
                None => expanded.push_str(&from[..=end]),
            }
            rest = &from[end + 1..];
        }
        expanded.push_str(rest);
        Ok(expanded)
    }

    /// Where the next variable begins.
    fn next(&self, text: &str) -> Option<usize> {
        let dollar = text.find("${");
        let bare = text.find("{env:").filter(|_| self.is_opencode);
        match (dollar, bare) {
            (Some(dollar), Some(bare)) => Some(dollar.min(bare)),
            (one, other) => one.or(other),
        }
    }

    /// The value of what stands between the braces; `None` if it is no variable.
    fn look_up(&self, inner: &str) -> Result<Option<String>, String> {
        let path = |path: &Path| path.to_str().map(str::to_owned);
        let place = match inner {
            "workspaceFolder" => path(self.folder),
            "workspaceFolderBasename" => {
                self.folder.file_name().and_then(|name| name.to_str()).map(str::to_owned)
            }
            "userHome" => self.home.and_then(path),
            "pathSeparator" | "/" => Some(MAIN_SEPARATOR_STR.to_owned()),
            _ => None,
        };
        if place.is_some() {
            return Ok(place);
        }
        if let Some(id) = inner.strip_prefix("input:") {
            let input = self.inputs.get(id).map(|ConfigInput(value)| value.clone());
            return input.map(Some).ok_or_else(|| format!("the input {id} is not set"));
        }
        let named = inner.strip_prefix("env:").unwrap_or(inner);
        let (name, default) = match named.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (named, None),
        };
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(is_name) {
            return Ok(None);
        }
        let value = (self.environment)(name).or(default.map(str::to_owned));
        value.map(Some).ok_or_else(|| format!("the environment variable {name} is not set"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str, is_opencode: bool) -> Result<String, String> {
        let environment = |name: &str| match name {
            "KEY" => Some("k${KEY}".to_owned()),
            "EMPTY" => Some(String::new()),
            _ => None,
        };
        let inputs = BTreeMap::from([("token".to_owned(), ConfigInput("t".to_owned()))]);
        let folder = Path::new("/work/app");
        let home = Some(Path::new("/home/me"));
        Variables { folder, home, inputs: &inputs, is_opencode, environment: &environment }
            .expand(text)
    }

    #[test]
    fn variables_of_all_clients_are_replaced_once() {
        for (text, value) in [
            ("${KEY}", "k${KEY}"),
            ("a ${KEY} b ${env:KEY}", "a k${KEY} b k${KEY}"),
            ("${NONE:-default}", "default"),
            ("${env:NONE:-}", ""),
            ("${EMPTY:-default}", ""),
            ("${input:token}", "t"),
            ("${workspaceFolder}/x", "/work/app/x"),
            ("${workspaceFolderBasename}", "app"),
            ("${userHome}", "/home/me"),
            ("$KEY, $$, ${, ${}, ${a-b}, {env:KEY}", "$KEY, $$, ${, ${}, ${a-b}, {env:KEY}"),
        ] {
            assert_eq!(expanded(text, false).as_deref(), Ok(value), "{text}");
        }
        assert_eq!(expanded("{env:KEY}!", true).as_deref(), Ok("k${KEY}!"));
    }

    #[test]
    fn what_is_not_set_is_named() {
        assert_eq!(
            expanded("${NONE}", false).unwrap_err(),
            "the environment variable NONE is not set"
        );
        assert_eq!(
            expanded("x${env:NONE}", false).unwrap_err(),
            "the environment variable NONE is not set"
        );
        assert_eq!(expanded("${input:other}", false).unwrap_err(), "the input other is not set");
    }
}
