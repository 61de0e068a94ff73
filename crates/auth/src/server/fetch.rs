//! Asks the issuers that are configured: a server knows whom it asks.

use std::time::Duration;

use mcp_runtime_https::Network;
use mcp_runtime_protocol::{Error, Result};
use reqwest::StatusCode;
use reqwest::header::{AUTHORIZATION, HeaderValue};
use serde::de::DeserializeOwned;

use crate::http::{AuthorizationHttp, ServerAnswer};
use crate::url::parse;

impl AuthorizationHttp {
    /// Creates a client for URLs like this one, which waits this long for each response.
    pub(super) fn of_issuer(url: &str, timeout: Duration) -> Result<Self> {
        Self::new(Self::builder(&parse(url)?, &Network::new())?, timeout)
    }

    /// Fetches the document at a URL.
    pub(super) async fn fetch<T: DeserializeOwned>(&self, url: &str) -> Result<T> {
        document(&self.send(self.get(url)?).await?)
    }

    /// Submits a form, and returns the response.
    pub(super) async fn submit<T: DeserializeOwned>(
        &self,
        url: &str,
        credentials: HeaderValue,
        form: String,
    ) -> Result<T> {
        let request = self.post(url, "application/x-www-form-urlencoded", form)?;
        document(&self.send(request.header(AUTHORIZATION, credentials)).await?)
    }
}

fn document<T: DeserializeOwned>(answer: &ServerAnswer) -> Result<T> {
    match answer.status {
        StatusCode::OK => answer.json(),
        status => Err(Error::other(format!("the server responded with {status}"))),
    }
}
