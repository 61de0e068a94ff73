//! How a server authenticates at an API: with values from its environment, and nothing of its callers.

use mcp_runtime::{Env, Error, Result};
use mcp_runtime_protocol::Secret;
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};

use crate::operation::{Operation, RequestPart};
use crate::style::encode;

/// A credential, as a program names it.
#[derive(Clone, Debug)]
pub(crate) struct Credential {
    pub(crate) scheme: Scheme,
    /// The variable with the secret.
    pub(crate) env: Env,
}

/// Where a credential goes.
#[derive(Clone, Debug)]
pub(crate) enum Scheme {
    Bearer,
    /// With the variable that has the user.
    Basic(Env),
    Header(String),
    Query(String),
    Cookie(String),
}

/// The credentials of an API, read from the environment.
#[derive(Default, Debug)]
pub(crate) struct Credentials {
    headers: HeaderMap,
    query: Vec<(String, Secret<String>)>,
    cookies: Vec<(String, Secret<String>)>,
    basic: Option<(String, Secret<String>)>,
    /// All secret values, to keep them out of messages.
    secrets: Vec<Secret<String>>,
}

impl Credential {
    /// The variables that it is read from.
    pub(crate) fn needs(&self) -> impl Iterator<Item = Env> {
        let user = if let Scheme::Basic(user) = &self.scheme { Some(*user) } else { None };
        user.into_iter().chain([self.env])
    }

    /// Checks that no argument is a credential.
    ///
    /// # Errors
    ///
    /// When one is.
    pub(crate) fn check(&self, operations: &[Operation]) -> Result<()> {
        for parameter in operations.iter().flat_map(|operation| operation.parameters.iter()) {
            let taken = match (&self.scheme, parameter.place) {
                (Scheme::Header(name), RequestPart::Header)
                | (Scheme::Query(name), RequestPart::Query(_))
                | (Scheme::Cookie(name), RequestPart::Cookie) => Some(name),
                _ => None,
            };
            if taken.is_some_and(|name| name.eq_ignore_ascii_case(&parameter.name)) {
                return Err(Error::other(format!(
                    "the argument `{}` is also a credential of the API: remove it from the trait",
                    parameter.argument
                )));
            }
        }
        Ok(())
    }
}

impl Credentials {
    /// # Errors
    ///
    /// When a variable is not set, or its value cannot be sent.
    pub(crate) fn read(all: &[Credential]) -> Result<Self> {
        let mut read = Self::default();
        for credential in all {
            read.add(credential)?;
        }
        Ok(read)
    }

    fn add(&mut self, Credential { scheme, env }: &Credential) -> Result<()> {
        let value = value(*env)?;
        self.secrets.push(Secret::new(value.clone()));
        let not_a = |what: &str, name: &str| {
            Error::other(format!("{name:?} cannot be the name of a {what}"))
        };
        match scheme {
            Scheme::Bearer => self.header(AUTHORIZATION, &format!("Bearer {value}"), *env)?,
            Scheme::Basic(user) => self.basic = Some((self::value(*user)?, value.into())),
            Scheme::Header(name) => {
                let header = name.parse::<HeaderName>().map_err(|_| not_a("header", name))?;
                self.header(header, &value, *env)?;
            }
            Scheme::Query(name) => self.query.push((name.clone(), value.into())),
            Scheme::Cookie(name) => {
                name.parse::<HeaderName>().map_err(|_| not_a("cookie", name))?;
                self.cookies.push((name.clone(), value.into()));
            }
        }
        Ok(())
    }

    fn header(&mut self, name: HeaderName, value: &str, env: Env) -> Result<()> {
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            let name = env.name();
            Error::other(format!("the value of `{name}` has characters that a header cannot have, such as a line break"))
        })?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(())
    }

    /// The keys that belong into the query.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.expose().as_str()))
    }

    /// The keys that are cookies.
    pub(crate) fn cookies(&self) -> impl Iterator<Item = String> {
        self.cookies.iter().map(|(name, value)| format!("{name}={}", encode(value.expose())))
    }

    /// Adds what belongs into headers. What arguments have put there is replaced.
    pub(crate) fn apply(&self, request: RequestBuilder) -> RequestBuilder {
        let request = request.headers(self.headers.clone());
        match &self.basic {
            Some((user, password)) => request.basic_auth(user, Some(password.expose())),
            None => request,
        }
    }

    /// A text of the API without our secrets, which it may repeat.
    pub(crate) fn redact(&self, text: String) -> String {
        self.secrets
            .iter()
            .filter(|secret| secret.expose().len() >= MIN_REDACTED)
            .fold(text, |text, secret| text.replace(secret.expose().as_str(), "[redacted]"))
    }
}

/// Shorter secrets are also parts of other words.
const MIN_REDACTED: usize = 4;

fn value(env: Env) -> Result<String> {
    env.value().ok_or_else(|| Error::other(format!("`{}` is not set", env.name())))
}
