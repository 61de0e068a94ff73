//! Probes a server at a URL as clients do.
//!
//! `probe_client` sends the requests; the other modules judge the responses, each one aspect: what
//! the address leads to, who may send requests, what happens to sessions and events on the way, and
//! where clients log in.

mod address;
mod authorization;
mod probe_client;
mod security;
mod sessions;
mod streams;

use reqwest::Url;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use serde_json::Value;

use super::Diagnosis;
use crate::clients::Home;
use mcp_runtime_protocol::public_url::public_url;
use mcp_runtime_protocol::{Error, Result};
use probe_client::ProbeClient;

/// Probes a server over HTTP, with these headers. Returns what it lists, for further checks.
///
/// # Errors
///
/// When the text is not a URL, or a header is not one.
pub(crate) async fn check_url(
    url: &str,
    headers: &[(String, String)],
    home: &Home,
    found: &mut Vec<Diagnosis>,
) -> Result<Vec<Value>> {
    let url = Url::parse(url)
        .map_err(|error| Error::other(format!("`{}` is not a URL: {error}", public_url(url))))?;
    let client = ProbeClient::new(url, header_map(headers)?)?;
    address::check_proxy(&client.url, home, found);
    let first = match client.initialize(|request| request).await {
        Ok(first) => first,
        Err(error) => {
            found.push(address::unreached(&client, &error).await);
            return Ok(Vec::new());
        }
    };
    if first.status == 401 {
        authorization::check(&client, &first, found).await;
        return Ok(Vec::new());
    }
    if !address::judge(&client, &first, found).await {
        return Ok(Vec::new());
    }
    address::check_other_path(&client, &first, found).await;
    security::check(&client, &first, found).await;
    authorization::check_needless(&client, found).await;
    streams::check(&client, found).await;
    Ok(sessions::check(&client, &first, found).await)
}

fn header_map(headers: &[(String, String)]) -> Result<HeaderMap> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        let parsed = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        // The value may be a secret.
        let Some((key, mut value)) = parsed else {
            return Err(Error::other(format!("`{name}` or its value is not a valid header")));
        };
        value.set_sensitive(true);
        map.append(key, value);
    }
    Ok(map)
}
