//! Probes a server at a URL as clients do.
//!
//! `asker` sends the requests; the other modules judge the responses, each one aspect: what the
//! address leads to, who may send requests, what happens to sessions and events on the way, and
//! where clients log in.

mod address;
mod asker;
mod authorization;
mod security;
mod sessions;
mod streams;

use reqwest::Url;
use serde_json::Value;

use super::Diagnosis;
use crate::error::{Error, Result};
use crate::ship::clients::Home;
use asker::Asker;

/// Probes a server over HTTP. Returns what it lists, for further checks.
///
/// # Errors
///
/// When the text is not a URL.
pub(crate) async fn check_url(
    url: &str,
    home: &Home,
    found: &mut Vec<Diagnosis>,
) -> Result<Vec<Value>> {
    let url =
        Url::parse(url).map_err(|error| Error::other(format!("`{url}` is not a URL: {error}")))?;
    let asker = Asker::new(url)?;
    address::check_proxy(&asker.url, home, found);
    let first = match asker.initialize(|request| request).await {
        Ok(first) => first,
        Err(error) => {
            found.push(address::unreached(&asker, &error).await);
            return Ok(Vec::new());
        }
    };
    if first.status == 401 {
        authorization::check(&asker, &first, found).await;
        return Ok(Vec::new());
    }
    if !address::judge(&asker, &first, found).await {
        return Ok(Vec::new());
    }
    address::check_other_path(&asker, &first, found).await;
    security::check(&asker, &first, found).await;
    authorization::check_needless(&asker, found).await;
    streams::check(&asker, found).await;
    Ok(sessions::check(&asker, &first, found).await)
}
