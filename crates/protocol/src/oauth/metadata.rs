//! The documents by which a client discovers its authorization servers.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The metadata of a protected resource.
///
/// Source: [RFC 9728, section 2](https://www.rfc-editor.org/rfc/rfc9728#section-2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ProtectedResourceMetadata {
    /// The identifier of the resource: the URL at which clients know the server.
    pub resource: String,
    /// The issuers whose tokens it accepts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authorization_servers: Vec<String>,
    /// The scopes that basic use needs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scopes_supported: Vec<String>,
    /// How a token is sent: `header`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bearer_methods_supported: Vec<String>,
    /// Its human-readable name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_name: Option<String>,
    /// A page for developers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resource_documentation: Option<String>,
    /// The algorithms of proofs of possession that it accepts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_signing_alg_values_supported: Option<Vec<String>>,
    /// Whether tokens have to be bound to a key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_bound_access_tokens_required: Option<bool>,
    /// All other members.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl ProtectedResourceMetadata {
    /// The URLs where the metadata of a resource can be, the most specific first: below its path,
    /// then at the root.
    ///
    /// Source: [2026-07-28, "Authorization Server Discovery"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery).
    #[inline]
    pub fn locations(resource: &str) -> Vec<String> {
        const PLACE: &str = "/.well-known/oauth-protected-resource";
        let (origin, path) = split(resource);
        let root = format!("{origin}{PLACE}");
        if path.is_empty() { vec![root] } else { vec![format!("{root}{path}"), root] }
    }
}

/// The metadata of an authorization server.
///
/// Source: [RFC 8414, section 2](https://www.rfc-editor.org/rfc/rfc8414#section-2).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct AuthorizationServerMetadata {
    /// Its identifier.
    pub issuer: String,
    /// Where a user authorizes a client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authorization_endpoint: Option<String>,
    /// Where tokens are issued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_endpoint: Option<String>,
    /// Its public keys.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jwks_uri: Option<String>,
    /// Where clients register.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration_endpoint: Option<String>,
    /// Where a resource asks whether a token is valid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub introspection_endpoint: Option<String>,
    /// The scopes that it supports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scopes_supported: Option<Vec<String>>,
    /// The response types that it supports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub response_types_supported: Vec<String>,
    /// The grant types that it supports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grant_types_supported: Option<Vec<String>>,
    /// How clients authenticate to the token endpoint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_endpoint_auth_methods_supported: Option<Vec<String>>,
    /// The algorithms with which they may sign there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_endpoint_auth_signing_alg_values_supported: Option<Vec<String>>,
    /// The PKCE methods that it supports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code_challenge_methods_supported: Option<Vec<String>>,
    /// Whether the URL of a metadata document can be the id of a client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id_metadata_document_supported: Option<bool>,
    /// Whether authorization responses name the issuer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub authorization_response_iss_parameter_supported: Option<bool>,
    /// The algorithms of proofs of possession.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dpop_signing_alg_values_supported: Option<Vec<String>>,
    /// All other members.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

impl AuthorizationServerMetadata {
    /// The URLs where the metadata of an issuer can be, in the order in which they are tried.
    ///
    /// Source: [2026-07-28, "Authorization Server Metadata Discovery"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery).
    #[inline]
    pub fn locations(issuer: &str) -> Vec<String> {
        const OAUTH: &str = "/.well-known/oauth-authorization-server";
        const OPENID: &str = "/.well-known/openid-configuration";
        let (origin, path) = split(issuer);
        let mut locations =
            vec![format!("{origin}{OAUTH}{path}"), format!("{origin}{OPENID}{path}")];
        if !path.is_empty() {
            locations.push(format!("{origin}{path}{OPENID}"));
        }
        locations
    }
}

/// Splits a URL into its origin and its path without a trailing slash, the only parts that matter
/// for a well-known URL.
#[inline]
fn split(url: &str) -> (&str, &str) {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let authority = url.find("://").map_or(0, |scheme| scheme + 3);
    let path = url[authority..].find('/').map_or(url.len(), |path| authority + path);
    let (origin, path) = url.split_at(path);
    (origin, path.trim_end_matches('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_issuer_with_a_path_is_looked_for_in_three_places() {
        assert_eq!(
            AuthorizationServerMetadata::locations("https://a.example/tenant1/"),
            [
                "https://a.example/.well-known/oauth-authorization-server/tenant1",
                "https://a.example/.well-known/openid-configuration/tenant1",
                "https://a.example/tenant1/.well-known/openid-configuration",
            ]
        );
        assert_eq!(
            AuthorizationServerMetadata::locations("https://a.example"),
            [
                "https://a.example/.well-known/oauth-authorization-server",
                "https://a.example/.well-known/openid-configuration",
            ]
        );
    }

    #[test]
    fn a_resource_is_described_below_its_path_and_at_the_root() {
        let root = "http://127.0.0.1:1/.well-known/oauth-protected-resource";
        for resource in ["http://127.0.0.1:1", "http://127.0.0.1:1/"] {
            assert_eq!(ProtectedResourceMetadata::locations(resource), [root]);
        }
        let below = format!("{root}/mcp");
        assert_eq!(
            ProtectedResourceMetadata::locations("http://127.0.0.1:1/mcp"),
            [below, root.to_owned()]
        );
    }
}
