//! The identity of a client at an authorization server.
//!
//! Source: [2026-07-28, "Client Registration"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration).

use mcp_runtime_protocol::clock::unix_seconds;
use mcp_runtime_protocol::{DeprecatedFeature, Error, Result, Secret};
use serde::Deserialize;
use serde_json::json;

use super::discovery::Discovery;
use super::grant::Person;
use super::lenient;
use super::listener::RedirectListener;
use super::record::{ClientMethod, ClientRecord};
use super::records::Records;
use super::refusal::read;

/// Who we are at an issuer.
pub(super) struct Identity {
    pub(super) client: ClientRecord,
    /// Where people are redirected to.
    pub(super) listener: RedirectListener,
    /// Whether we registered by ourselves.
    pub(super) is_registered: bool,
    /// Whether that was for an earlier login: the issuer may have forgotten it.
    pub(super) is_earlier: bool,
}

/// Returns our registration with the issuer.
pub(super) async fn identify(
    person: &Person,
    found: &Discovery,
    scopes: &[String],
    store: &Records,
) -> Result<Identity> {
    let metadata = &found.metadata;
    let given =
        |client, listener| Identity { client, listener, is_registered: false, is_earlier: false };
    if let Some((_, client)) = person.registered.iter().find(|(of, _)| *of == metadata.issuer) {
        let mut client = client.clone();
        let supported = metadata.token_endpoint_auth_methods_supported.as_deref();
        client.method = ClientMethod::choose(client.secret.is_some(), supported);
        return Ok(given(client, RedirectListener::bind(&person.redirect).await?));
    }
    if let (Some(url), Some(true)) =
        (&person.metadata_url, metadata.client_id_metadata_document_supported)
    {
        let client = ClientRecord { id: url.clone(), ..ClientRecord::default() };
        return Ok(given(client, RedirectListener::bind(&person.redirect).await?));
    }
    // The earlier redirect URL, if no other program listens there now. Issuers refuse scopes that a
    // client did not register: https://www.rfc-editor.org/rfc/rfc7591#section-2
    if let Some(client) = registered(store, &metadata.issuer).await
        && !has_expired(&client)
        && scopes.iter().all(|scope| client.scopes.contains(scope))
        && let Some(redirect) = &client.redirect
        && let Ok(listener) = RedirectListener::bind(redirect).await
    {
        return Ok(Identity { is_registered: true, is_earlier: true, ..given(client, listener) });
    }
    let listener = RedirectListener::bind(&person.redirect).await?;
    let client = register(person, found, scopes, listener.redirect()).await?;
    let text = serde_json::to_string(&client).map_err(Error::other)?;
    store.save(name(&metadata.issuer), Some(Secret::new(text))).await?;
    Ok(Identity { is_registered: true, ..given(client, listener) })
}

/// Deletes our registration of this id, which the issuer no longer knows; another one is left.
pub(super) async fn forget(store: &Records, issuer: &str, id: &str) {
    if registered(store, issuer).await.is_none_or(|client| client.id != id) {
        return;
    }
    if let Err(error) = store.save(name(issuer), None).await {
        tracing::warn!(%error, "could not delete the client registration");
    }
}

fn name(issuer: &str) -> String {
    format!("client {issuer}")
}

async fn registered(store: &Records, issuer: &str) -> Option<ClientRecord> {
    let text = store.load(name(issuer)).await.ok()??;
    serde_json::from_str(text.expose()).ok()
}

/// Whether the secret of a client has expired; some issuers give a time without a secret.
fn has_expired(client: &ClientRecord) -> bool {
    client.secret.is_some() && client.expires != 0 && client.expires <= unix_seconds()
}

/// Registers with an issuer.
///
/// Source: [RFC 7591](https://www.rfc-editor.org/rfc/rfc7591).
async fn register(
    person: &Person,
    found: &Discovery,
    scopes: &[String],
    redirect: &str,
) -> Result<ClientRecord> {
    #[derive(Deserialize)]
    struct RegistrationResponse {
        client_id: String,
        client_secret: Option<String>,
        token_endpoint_auth_method: Option<ClientMethod>,
        #[serde(default, deserialize_with = "lenient::seconds")]
        client_secret_expires_at: Option<u64>,
    }
    let metadata = &found.metadata;
    let issuer = &found.metadata.issuer;
    let endpoint = metadata.registration_endpoint.as_deref().ok_or_else(|| {
        Error::other(format!(
            "the authorization server {issuer} does not support dynamic client registration: \
             register a client there, and pass it to `OAuth::registered`"
        ))
    })?;
    DeprecatedFeature::DynamicClientRegistration.warn_once();
    let problem = |why: String| {
        Error::other(format!(
            "the authorization server {issuer} did not register the client: {why}"
        ))
    };
    let supported = metadata.token_endpoint_auth_methods_supported.as_deref();
    let takes_none = supported.is_some_and(|known| known.iter().any(|known| known == "none"));
    let method =
        if takes_none { ClientMethod::None } else { ClientMethod::choose(true, supported) };
    let mut request = json!({
        "client_name": person.name,
        "redirect_uris": [redirect],
        "grant_types": ["authorization_code", "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": method,
        "application_type": "native",
    });
    if !scopes.is_empty() {
        request["scope"] = scopes.join(" ").into();
    }
    let http = found.reach.http(endpoint)?;
    let request = http.post(endpoint, "application/json", request.to_string())?;
    let answer = http.send(request).await.map_err(|error| problem(error.to_string()))?;
    if !answer.status.is_success() {
        return Err(problem(read(&answer).1));
    }
    let registered: RegistrationResponse =
        answer.json().map_err(|error| problem(error.to_string()))?;
    let secret = registered.client_secret.filter(|secret| !secret.is_empty());
    let has_secret = secret.is_some();
    Ok(ClientRecord {
        id: registered.client_id,
        method: registered
            .token_endpoint_auth_method
            .unwrap_or_else(|| ClientMethod::choose(has_secret, supported)),
        secret,
        redirect: Some(redirect.to_owned()),
        scopes: scopes.to_vec(),
        expires: registered.client_secret_expires_at.unwrap_or_default(),
    })
}
