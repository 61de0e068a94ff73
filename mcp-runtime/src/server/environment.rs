//! The environment variables that a server needs, declared in one place.

use std::env;
use std::path::Path;

use super::Server;
use crate::error::{Error, Result};

/// An environment variable that a server needs, for
/// [`ServerBuilder::needs`](crate::ServerBuilder::needs).
///
/// ```no_run
/// use mcp_runtime::{Env, server};
///
/// const NOTES_DIR: Env = Env::new("NOTES_DIR").directory().why("Where the notes are stored");
///
/// fn main() -> mcp_runtime::Result<()> {
///     server!().needs(NOTES_DIR).run()
/// }
/// ```
///
/// A handler reads it with [`value`](Self::value). Clients start servers with little of a shell's
/// environment, so `install` writes the declared variables into the clients' files, and `doctor`
/// checks for them.
#[derive(Clone, Copy, Debug)]
pub struct Env {
    name: &'static str,
    why: &'static str,
    kind: EnvKind,
    default: Option<&'static str>,
    is_secret: bool,
    is_optional: bool,
    /// A function pointer, so that programs that declare no variables do not contain the check.
    check: fn(&Self, Option<&str>) -> Result<(), String>,
}

/// The kind of value that a variable holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[doc(hidden)]
pub enum EnvKind {
    Text,
    Directory,
    File,
    Number,
    Url,
}

impl Env {
    /// Creates a variable that must be set.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            why: "",
            kind: EnvKind::Text,
            default: None,
            is_secret: false,
            is_optional: false,
            check: Self::check,
        }
    }

    /// Describes what it is for.
    #[must_use]
    pub const fn why(self, why: &'static str) -> Self {
        Self { why, ..self }
    }

    /// Requires the path of a directory.
    #[must_use]
    pub const fn directory(self) -> Self {
        Self { kind: EnvKind::Directory, ..self }
    }

    /// Requires the path of a file.
    #[must_use]
    pub const fn file(self) -> Self {
        Self { kind: EnvKind::File, ..self }
    }

    /// Requires a number.
    #[must_use]
    pub const fn number(self) -> Self {
        Self { kind: EnvKind::Number, ..self }
    }

    /// Requires a URL.
    #[must_use]
    pub const fn url(self) -> Self {
        Self { kind: EnvKind::Url, ..self }
    }

    /// Marks it as secret: its value is never shown, and not written into files if the client can
    /// look it up.
    #[must_use]
    pub const fn secret(self) -> Self {
        Self { is_secret: true, ..self }
    }

    /// Makes it optional: the server also starts without it.
    #[must_use]
    pub const fn optional(self) -> Self {
        Self { is_optional: true, ..self }
    }

    /// Sets what [`value`](Self::value) returns if it is not set.
    #[must_use]
    pub const fn default(self, default: &'static str) -> Self {
        Self { default: Some(default), ..self }
    }

    /// Returns its value, or the default. An empty value counts as not set, and so does a
    /// reference such as `${NAME}`: clients pass either for values that they cannot look up.
    #[must_use]
    pub fn value(&self) -> Option<String> {
        self.set_value().or_else(|| self.default.map(str::to_owned))
    }

    /// What it is set to, without the default.
    #[doc(hidden)]
    pub fn set_value(&self) -> Option<String> {
        let value = env::var(self.name).ok();
        value.filter(|value| !value.is_empty() && !self.is_reference(value))
    }

    /// Whether a value is nothing but a reference to a variable, in the syntax of some client.
    #[doc(hidden)]
    pub fn is_reference(&self, value: &str) -> bool {
        let within = |open: &str, close: &str| value.strip_prefix(open)?.strip_suffix(close);
        let in_braces = within("${", "}")
            .or_else(|| within("{env:", "}"))
            .is_some_and(|name| !name.is_empty() && !name.contains(['{', '}']));
        // Without braces, the name of anything else may be part of a password.
        in_braces || within("$", "") == Some(self.name) || within("%", "%") == Some(self.name)
    }

    /// Its name.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Whether a server refuses to start without it.
    pub const fn is_required(&self) -> bool {
        !self.is_optional && self.default.is_none()
    }

    /// Checks whether the value is set and valid.
    #[inline]
    fn check(&self, value: Option<&str>) -> Result<(), String> {
        let name = self.name;
        let Some(value) = value else {
            return if !self.is_required() {
                Ok(())
            } else if self.why.is_empty() {
                Err(format!("`{name}` is not set"))
            } else {
                Err(format!("`{name}` is not set ({})", self.why))
            };
        };
        // The value of a secret is never shown.
        let shown = if self.is_secret { "what it is set to" } else { &format!("`{value}`") };
        match self.kind {
            EnvKind::Directory if !Path::new(value).is_dir() => {
                Err(format!("`{name}`: {shown} is not a directory"))
            }
            EnvKind::File if !Path::new(value).is_file() => {
                Err(format!("`{name}`: {shown} is not a file"))
            }
            EnvKind::Number if value.parse::<f64>().is_err() => {
                Err(format!("`{name}`: {shown} is not a number"))
            }
            EnvKind::Url if !value.contains("://") => {
                Err(format!("`{name}`: {shown} is not a URL"))
            }
            _ => Ok(()),
        }
    }
}

impl Env {
    /// What it is for.
    pub const fn reason(&self) -> &'static str {
        self.why
    }

    #[doc(hidden)]
    pub const fn value_kind(&self) -> EnvKind {
        self.kind
    }

    /// Whether its value is secret.
    pub const fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// The value that is used if it is not set.
    pub const fn default_value(&self) -> Option<&'static str> {
        self.default
    }

    /// What is wrong with a value, or with its absence.
    #[doc(hidden)]
    pub fn wrong(&self, value: Option<&str>) -> Option<String> {
        (self.check)(self, value.filter(|value| !value.is_empty())).err()
    }
}

/// Checks whether the environment has what a server needs, before the server starts.
///
/// # Errors
///
/// If a variable is missing or invalid; one sentence names all of them.
pub(crate) fn check(server: &str, needs: &[Env]) -> Result<()> {
    let wrong: Vec<String> =
        needs.iter().filter_map(|env| env.wrong(env.value().as_deref())).collect();
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Error::other(format!("{server} cannot start: {}", wrong.join("; "))))
    }
}

impl Server {
    /// The environment variables that it needs.
    pub fn needs(&self) -> &[Env] {
        &self.0.introduction.needs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_said_and_secrets_are_not() {
        let directory = Env::new("NOTES_DIR").directory().why("Where the notes are stored");
        let message = |env: &Env, value: &str| env.wrong(Some(value)).unwrap_or_default();
        let unset = directory.wrong(None).unwrap();
        assert_eq!(unset, "`NOTES_DIR` is not set (Where the notes are stored)");
        assert_eq!(directory.wrong(Some("")).unwrap(), unset);
        assert_eq!(
            message(&directory, "/nowhere/x"),
            "`NOTES_DIR`: `/nowhere/x` is not a directory"
        );
        assert_eq!(message(&directory, "/"), "");
        assert_eq!(directory.optional().wrong(None), None);
        assert_eq!(directory.default("/").wrong(None), None);
        let secret = Env::new("PIN").number().secret();
        assert_eq!(message(&secret, "hunter2"), "`PIN`: what it is set to is not a number");
        assert_eq!(
            message(&Env::new("AT").url(), "example.com"),
            "`AT`: `example.com` is not a URL"
        );
    }

    #[test]
    fn references_are_told_from_values() {
        let key = Env::new("API_KEY");
        for reference in [
            "${API_KEY}",
            "${OTHER}",
            "${env:API_KEY}",
            "{env:X}",
            "$API_KEY",
            "%API_KEY%",
            "${A:-b}",
        ] {
            assert!(key.is_reference(reference), "{reference}");
        }
        for value in
            ["", "$", "${}", "${a}b", "a${b}", "${a}${b}", "$OTHER", "%X%", "{x}", "{\"a\": 1}"]
        {
            assert!(!key.is_reference(value), "{value}");
        }
    }

    #[test]
    fn all_that_is_missing_is_one_sentence() {
        let needs = [Env::new("MCP_TEST_UNSET_A"), Env::new("MCP_TEST_UNSET_B")];
        let error = check("notes", &needs).unwrap_err().to_string();
        assert_eq!(
            error,
            "notes cannot start: `MCP_TEST_UNSET_A` is not set; `MCP_TEST_UNSET_B` is not set"
        );
        assert!(check("notes", &[]).is_ok());
    }
}
