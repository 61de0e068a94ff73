//! How a server authenticates at an API: with values from its environment, and nothing of its callers.

use mcp_runtime::{Env, Error, Result};
use mcp_runtime_protocol::Secret;
use reqwest::RequestBuilder;
use reqwest::header::{AUTHORIZATION, COOKIE, HeaderMap, HeaderName, HeaderValue};

use crate::operation::{Operation, Place};
use crate::style::encode;

/// A credential, as a program names it.
#[derive(Clone, Debug)]
pub(crate) enum Credential {
    Bearer(Env),
    Basic(Env, Env),
    Header(String, Env),
    Query(String, Env),
    Cookie(String, Env),
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
    pub(crate) fn needs(&self) -> Vec<Env> {
        match self {
            Self::Basic(user, password) => vec![*user, *password],
            Self::Bearer(env)
            | Self::Header(_, env)
            | Self::Query(_, env)
            | Self::Cookie(_, env) => {
                vec![*env]
            }
        }
    }

    /// The name that an argument of this place must not have.
    fn reserves(&self, place: Place) -> Option<&str> {
        match (self, place) {
            (Self::Header(name, _), Place::Header)
            | (Self::Query(name, _), Place::Query(_))
            | (Self::Cookie(name, _), Place::Cookie) => Some(name),
            _ => None,
        }
    }

    /// Checks that no argument is a credential.
    ///
    /// # Errors
    ///
    /// When one is.
    pub(crate) fn check(&self, operations: &[Operation]) -> Result<()> {
        for parameter in operations.iter().flat_map(|operation| operation.parameters.iter()) {
            let taken = self.reserves(parameter.place);
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

    fn add(&mut self, credential: &Credential) -> Result<()> {
        match credential {
            Credential::Bearer(env) => {
                let token = self.value(*env)?;
                self.header(AUTHORIZATION, &format!("Bearer {}", token.expose()), *env)
            }
            Credential::Basic(user, password) => {
                let user = user.value().ok_or_else(|| unset(*user))?;
                self.basic = Some((user, self.value(*password)?));
                Ok(())
            }
            Credential::Header(name, env) => {
                let value = self.value(*env)?;
                let name = name.parse::<HeaderName>().map_err(|_| {
                    Error::other(format!("{name:?} cannot be the name of a header"))
                })?;
                self.header(name, value.expose(), *env)
            }
            Credential::Query(name, env) => {
                let value = self.value(*env)?;
                self.query.push((name.clone(), value));
                Ok(())
            }
            Credential::Cookie(name, env) => {
                let value = self.value(*env)?;
                if name.parse::<HeaderName>().is_err() {
                    return Err(Error::other(format!("{name:?} cannot be the name of a cookie")));
                }
                self.cookies.push((name.clone(), value));
                Ok(())
            }
        }
    }

    fn value(&mut self, env: Env) -> Result<Secret<String>> {
        let value = env.value().ok_or_else(|| unset(env))?;
        self.secrets.push(Secret::new(value.clone()));
        Ok(Secret::new(value))
    }

    fn header(&mut self, name: HeaderName, value: &str, env: Env) -> Result<()> {
        let mut value = HeaderValue::from_str(value).map_err(|_| {
            let name = env.name();
            Error::other(format!("`{name}`: what it is set to cannot be sent in a header"))
        })?;
        value.set_sensitive(true);
        self.headers.insert(name, value);
        Ok(())
    }

    /// The query of a request, with the keys that belong there.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.expose().as_str()))
    }

    /// Adds what belongs into headers. What arguments have put there is replaced.
    pub(crate) fn apply(&self, request: RequestBuilder, mut headers: HeaderMap) -> RequestBuilder {
        for (name, value) in &self.cookies {
            let cookie = format!("{name}={}", encode(value.expose()));
            let others = headers.get(COOKIE).and_then(|value| value.to_str().ok());
            let all = others.map_or(cookie.clone(), |others| format!("{others}; {cookie}"));
            // Both are texts that were checked or encoded.
            if let Ok(mut all) = HeaderValue::from_str(&all) {
                all.set_sensitive(true);
                headers.insert(COOKIE, all);
            }
        }
        let request = request.headers(headers).headers(self.headers.clone());
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

fn unset(env: Env) -> Error {
    Error::other(format!("`{}` is not set", env.name()))
}
