//! Discovers the authorization server of a client, from the metadata of the MCP server and then
//! from its own.
//!
//! Source: [2026-07-28, "Authorization Server Discovery"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery).

use mcp_runtime_https::Network;
use mcp_runtime_protocol::jsonrpc::truncate_for_display;
use mcp_runtime_protocol::{Error, Result};
use reqwest::{StatusCode, Url};
use serde::de::DeserializeOwned;

use super::distance::Distance;
use super::reach::Reach;
use crate::http::ServerAnswer;
use crate::url::parse;
use crate::{AuthorizationServerMetadata, ProtectedResourceMetadata};

/// The authorization server, and the resource that it authorizes for.
pub(super) struct Discovery {
    pub(super) reach: Reach,
    /// The audience of tokens for the server, verbatim.
    pub(super) resource: String,
    pub(super) scopes: Vec<String>,
    pub(super) wants_proofs: bool,
    pub(super) metadata: AuthorizationServerMetadata,
}

/// Discovers the authorization server of an MCP server. `announced` is the URL of the metadata that
/// the server announced, and `preferred` is the issuer to choose if the server names it.
pub(super) async fn discover(
    server: &str,
    announced: Option<&str>,
    network: &Network,
    preferred: impl Fn(&str) -> bool,
) -> Result<Discovery> {
    let url = Url::parse(server).map_err(Error::other)?;
    let reach = Reach { distance: Distance::of_server(&url).await, network: network.clone() };
    let Some(resource) = resource(&url, server, announced, &reach).await? else {
        let metadata = of_old_server(&url, &reach).await?;
        let scopes = Vec::new();
        let resource = server.to_owned();
        return Ok(Discovery { reach, resource, scopes, wants_proofs: false, metadata });
    };
    let issuers = &resource.authorization_servers;
    let issuer = issuers
        .iter()
        .find(|issuer| preferred(issuer))
        .or_else(|| issuers.first())
        .ok_or_else(|| Error::other("the server names no authorization server"))?;
    let found = of_issuer(issuer, &reach).await?;
    let metadata = found.ok_or_else(|| {
        Error::other(format!("the authorization server {issuer:?} publishes no metadata"))
    })?;
    Ok(Discovery {
        reach,
        resource: resource.resource,
        scopes: resource.scopes_supported,
        wants_proofs: resource.dpop_bound_access_tokens_required == Some(true),
        metadata,
    })
}

/// Fetches the metadata of the server itself, from where it announced them, or else from the usual
/// locations.
async fn resource(
    url: &Url,
    server: &str,
    announced: Option<&str>,
    reach: &Reach,
) -> Result<Option<ProtectedResourceMetadata>> {
    let check = |metadata: &ProtectedResourceMetadata| {
        if is_for(&metadata.resource, url) {
            return Ok(());
        }
        Err(Error::other(format!(
            "the `resource` in the metadata of the server is {:?}, which is not its URL",
            truncate_for_display(&metadata.resource)
        )))
    };
    let mut problem = None;
    if let Some(announced) = announced {
        problem = Some(match first(&[announced.to_owned()], reach, check).await {
            Ok(Some(found)) => return Ok(Some(found)),
            Ok(None) => {
                Error::other("there is no metadata at the `resource_metadata` URL of the server")
            }
            Err(error) => error,
        });
    }
    let found = first(&ProtectedResourceMetadata::locations(server), reach, check).await;
    match (found, problem) {
        (Ok(None) | Err(_), Some(problem)) => Err(problem),
        (found, _) => found,
    }
}

/// Fetches the metadata of an issuer; those of another one are ignored.
///
/// Source: [RFC 8414, section 3.3](https://www.rfc-editor.org/rfc/rfc8414#section-3.3).
async fn of_issuer(issuer: &str, reach: &Reach) -> Result<Option<AuthorizationServerMetadata>> {
    let check = |metadata: &AuthorizationServerMetadata| {
        if metadata.issuer == issuer {
            return Ok(());
        }
        Err(Error::other(format!(
            "the metadata of the authorization server {:?} names a different issuer",
            truncate_for_display(issuer)
        )))
    };
    first(&AuthorizationServerMetadata::locations(issuer), reach, check).await
}

/// A server of 2025-03-26 authorizes its clients itself, at default endpoints if it has no
/// metadata.
///
/// Source: [2025-03-26, "Authorization", 2.3](https://modelcontextprotocol.io/specification/2025-03-26/basic/authorization#2-3-server-metadata-discovery).
async fn of_old_server(url: &Url, reach: &Reach) -> Result<AuthorizationServerMetadata> {
    let origin = url.origin().ascii_serialization();
    let [location, ..] = &AuthorizationServerMetadata::locations(&origin)[..] else {
        return Err(Error::other("the URL of the server has no origin"));
    };
    let check = |metadata: &AuthorizationServerMetadata| {
        if metadata.issuer.trim_end_matches('/') == origin {
            return Ok(());
        }
        Err(Error::other("the metadata of the server names a different issuer"))
    };
    if let Some(metadata) = first(std::slice::from_ref(location), reach, check).await? {
        return Ok(metadata);
    }
    let mut metadata = AuthorizationServerMetadata::default();
    metadata.authorization_endpoint = Some(format!("{origin}/authorize"));
    metadata.token_endpoint = Some(format!("{origin}/token"));
    metadata.registration_endpoint = Some(format!("{origin}/register"));
    // All revisions require it, and there is no metadata to ask.
    metadata.code_challenge_methods_supported = Some(vec!["S256".to_owned()]);
    metadata.issuer = origin;
    Ok(metadata)
}

/// Fetches a document from the first location that has one that passes a check. An error or a page
/// for people at one location says nothing about the others.
///
/// # Errors
///
/// If there is none: the first problem. A server that cannot be reached is not asked again.
async fn first<T: DeserializeOwned>(
    locations: &[String],
    reach: &Reach,
    check: impl Fn(&T) -> Result<()>,
) -> Result<Option<T>> {
    let mut problem = None;
    for location in locations {
        let at = |error: Error| {
            Error::other(format!(
                "cannot fetch the metadata at {:?}: {error}",
                truncate_for_display(location)
            ))
        };
        let answer = match get(location, reach).await {
            Ok(answer) => answer,
            Err(error) => return Err(problem.unwrap_or_else(|| at(error))),
        };
        let found = match answer.status {
            StatusCode::OK => answer.json().map_err(at).and_then(|found| {
                check(&found)?;
                Ok(found)
            }),
            status if status.is_server_error() => {
                Err(at(Error::other(format!("the server responded with {status}"))))
            }
            _ => continue,
        };
        match found {
            Ok(found) => return Ok(Some(found)),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    problem.map_or(Ok(None), Err)
}

async fn get(url: &str, reach: &Reach) -> Result<ServerAnswer> {
    let http = reach.http(url)?;
    http.send(http.get(url)?).await
}

/// Whether a resource covers the server: it is the server itself, or a parent path at the same
/// origin.
fn is_for(resource: &str, server: &Url) -> bool {
    let Ok(resource) = parse(resource) else { return false };
    let folder = resource.path().trim_end_matches('/');
    let rest = server.path().strip_prefix(folder);
    resource.origin() == server.origin()
        && rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        && resource.query().is_none_or(|query| server.query() == Some(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resource_is_the_server_or_a_folder_above_it() {
        let server = Url::parse("https://a.example/x/mcp").unwrap();
        for resource in ["https://a.example/x/mcp", "https://a.example", "https://A.example:443/x/"]
        {
            assert!(is_for(resource, &server), "{resource}");
        }
        for resource in [
            "https://b.example/x/mcp",
            "https://a.example/x/mc",
            "https://a.example/x/mcp/y",
            "https://a.example:8443/x/mcp",
            "https://a.example.evil.example/x/mcp",
            "https://a.example@evil.example/x/mcp",
            "https://a.example/x/mcp?tenant=1",
            "https://a.example/x/mcp#y",
            "http://a.example/x/mcp",
            "",
        ] {
            assert!(!is_for(resource, &server), "{resource}");
        }
    }
}
