//! Calls of operations: requests that are sent, again if need be, and their responses.

use std::time::Duration;

use mcp_runtime::{Error, Result};
use mcp_runtime_https::{self as https, innermost};
use mcp_runtime_protocol::public_url::public_url;
use mcp_runtime_protocol::retry_after::retry_after;
use reqwest::header::{DATE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Response, StatusCode, Url};
use serde_json::Value;
use tokio::time::{Instant, sleep, timeout};

use crate::api::Api;
use crate::base::Base;
use crate::credential::Credentials;
use crate::operation::Operation;
use crate::request::ApiRequest;
use crate::response::{self, ApiResponse};

/// How many redirects in a row are followed.
const MAX_REDIRECTS: usize = 5;

/// How often a request is sent again that has not been answered.
const MAX_RETRIES: u32 = 2;

/// The pause before a request is sent again for the first time; it doubles.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// How long a call waits because the API asks for it. Longer waits are left to the model.
const MAX_PAUSE: Duration = Duration::from_secs(10);

/// A client of an API.
#[derive(Debug)]
pub struct ApiClient {
    http: reqwest::Client,
    base: Base,
    credentials: Credentials,
    timeout: Duration,
    max_response_bytes: usize,
}

/// The result of one attempt.
enum Attempt {
    Done(ApiResponse),
    /// It may be sent again after this time.
    Again(Option<Duration>, Error),
}

impl ApiClient {
    /// Sets up a client for these operations; it connects when one is called.
    ///
    /// # Errors
    ///
    /// When the base URL, a header or a credential cannot be used.
    pub fn open(api: &Api, operations: &[Operation]) -> Result<Self> {
        let base = Base::parse(&api.url, api.allows_plain)?;
        for credential in &api.credentials {
            credential.check(operations)?;
        }
        let http = https::client(&base.url, Policy::none(), &api.network)?
            .user_agent(concat!(env!("CARGO_PKG_NAME"), "/", env!("CARGO_PKG_VERSION")))
            .default_headers(headers(&api.headers)?)
            .build()
            .map_err(|error| Error::other(format!("cannot set up HTTPS: {}", innermost(&error))))?;
        Ok(Self {
            http,
            base,
            credentials: Credentials::read(&api.credentials)?,
            timeout: api.timeout,
            max_response_bytes: api.max_response_bytes,
        })
    }

    /// Calls an operation: sends its request until it is answered, within the time limit.
    ///
    /// # Errors
    ///
    /// When the request cannot be made, or the API refuses it.
    pub async fn exchange(
        &self,
        operation: &Operation,
        arguments: &[Option<Value>],
    ) -> Result<ApiResponse> {
        let request = ApiRequest::of(&self.base, &self.credentials, operation, arguments)?;
        let start = Instant::now();
        let mut pause = FIRST_PAUSE;
        let mut retries = 0;
        let exchange = async {
            loop {
                let (wanted, error) = match self.attempt(operation, &request).await? {
                    Attempt::Done(received) => return Ok(received),
                    Attempt::Again(wanted, error) => (wanted, error),
                };
                let wait = wanted.unwrap_or(pause);
                let is_soon = wait <= MAX_PAUSE && start.elapsed() + wait < self.timeout;
                if retries == MAX_RETRIES || !operation.method.is_idempotent() || !is_soon {
                    return Err(error);
                }
                tracing::debug!(path = %operation.path, %error, "retrying a request");
                sleep(wait).await;
                retries += 1;
                pause *= 2;
            }
        };
        timeout(self.timeout, exchange).await.unwrap_or_else(|_| {
            let limit = self.timeout;
            Err(Error::timed_out(format!("{operation}: no answer within {limit:?}")))
        })
    }

    /// Sends a request once, and follows redirects.
    ///
    /// # Errors
    ///
    /// When sending it again would not help.
    async fn attempt(&self, operation: &Operation, request: &ApiRequest) -> Result<Attempt> {
        let mut url = request.url.clone();
        for _ in 0..=MAX_REDIRECTS {
            let mut outgoing = self.http.request(operation.method.clone(), url.clone());
            if let Some(body) = &request.body {
                outgoing = outgoing.body(body.clone());
            }
            let outgoing = self.credentials.apply(outgoing.headers(request.headers.clone()));
            let response = match outgoing.send().await {
                Ok(response) => response,
                Err(error) => {
                    let why = innermost(&error);
                    let text = format!("{operation}: the API cannot be reached: {why}");
                    return Ok(Attempt::Again(None, Error::other(text)));
                }
            };
            match self.redirected(operation, &response)? {
                Some(to) => url = to,
                None => return self.receive(operation, response).await,
            }
        }
        Err(Error::other(format!("{operation}: too many redirects")))
    }

    /// Where a response redirects to, if it does.
    ///
    /// # Errors
    ///
    /// When that is not followed.
    fn redirected(&self, operation: &Operation, response: &Response) -> Result<Option<Url>> {
        let Some(location) =
            text(response, &LOCATION).filter(|_| response.status().is_redirection())
        else {
            return Ok(None);
        };
        let is_kept = matches!(
            response.status(),
            StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT
        );
        let is_followed =
            |to: &Url| self.base.is_origin_of(to) && (is_kept || operation.method.is_safe());
        let to = response.url().join(location).ok().filter(is_followed);
        to.map(Some).ok_or_else(|| {
            let to = public_url(location);
            let why = "which is not followed: the origin or the method would change";
            Error::other(format!("{operation}: the API redirects to {to:?}, {why}"))
        })
    }

    async fn receive(&self, operation: &Operation, response: Response) -> Result<Attempt> {
        let status = response.status();
        if status.is_success() {
            let received = response::receive(response, self.max_response_bytes).await;
            return received
                .map(Attempt::Done)
                .map_err(|why| Error::other(format!("{operation}: {why}")));
        }
        let date = text(&response, &DATE);
        let wanted = text(&response, &RETRY_AFTER).and_then(|value| retry_after(value, date));
        let why = self.credentials.redact(response::refusal(response).await);
        let mut message = format!("{operation}: {why}");
        if let Some(wanted) = wanted.filter(|wanted| !wanted.is_zero()) {
            message.push_str(&format!(" (try again in {wanted:?})"));
        }
        let error = Error::other(message);
        match status.as_u16() {
            429 | 502 | 503 | 504 => Ok(Attempt::Again(wanted, error)),
            _ => Err(error),
        }
    }
}

/// The headers that the program sends with every request.
fn headers(all: &[(String, String)]) -> Result<HeaderMap> {
    let mut headers = HeaderMap::new();
    for (name, value) in all {
        let wrong = |what: &str| Error::other(format!("invalid {what} of the header {name:?}"));
        let header = name.parse::<HeaderName>().map_err(|_| wrong("name"))?;
        headers.insert(header, HeaderValue::from_str(value).map_err(|_| wrong("value"))?);
    }
    Ok(headers)
}

fn text<'a>(response: &'a Response, name: &HeaderName) -> Option<&'a str> {
    response.headers().get(name)?.to_str().ok()
}
