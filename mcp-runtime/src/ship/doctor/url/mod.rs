//! A server at a URL, asked as clients ask.
//!
//! `asker` asks; the others judge, each what belongs together: what the address leads to, who may ask, what
//! becomes of sessions and events on the way, and where clients log in.

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

/// Asks a server over HTTP. What it lists comes back, for those who look closer.
///
/// # Errors
///
/// When this is not a URL.
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
