//! An option beside `--http`: with `--keys alice=SECRET`, only requests with such a key in
//! `X-API-Key` are served.

use http::StatusCode;
use http::request::Parts;
use mcp_runtime::clap::Arg;
use mcp_runtime::http::{Access, AccessDenied, Authorizer, Principal};
use mcp_runtime::{Caller, Error, HttpOptions, Result};

pub fn options() -> HttpOptions {
    let keys = Arg::new("keys")
        .long("keys")
        .value_name("NAME=KEY,..")
        .help("Serve only requests with one of these API keys");
    HttpOptions::new([keys], |http, line| match line.get_one::<String>("keys") {
        Some(keys) => http.protect(ApiKeys::read(keys)?),
        None => Ok(http),
    })
}

/// Who has which key.
pub struct ApiKeys(Vec<(String, String)>);

impl ApiKeys {
    /// Reads `NAME=KEY,NAME=KEY`.
    pub fn read(text: &str) -> Result<Self> {
        let read = |pair: &str| {
            let (name, key) = pair.split_once('=').filter(|(_, key)| !key.is_empty())?;
            Some((name.to_owned(), key.to_owned()))
        };
        let keys: Option<_> = text.split(',').map(read).collect();
        keys.map(Self).ok_or_else(|| Error::other("write keys as NAME=KEY,NAME=KEY"))
    }
}

impl Authorizer for ApiKeys {
    async fn authorize(&self, head: &mut Parts, _: &Caller) -> Result<Access, AccessDenied> {
        // No handler has any use for it.
        let sent = head.headers.remove("x-api-key");
        let is_sent = |key: &str| sent.as_ref().is_some_and(|sent| sent == key);
        let (name, _) = self.0.iter().find(|(_, key)| is_sent(key)).ok_or_else(|| {
            AccessDenied::new(StatusCode::UNAUTHORIZED, "send your API key in `X-API-Key`")
        })?;
        Ok(Access::default().principal(Principal::new(name.as_str())))
    }
}
