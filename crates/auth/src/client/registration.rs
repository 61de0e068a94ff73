//! The identity of a client at an authorization server.
//!
//! Source: [2026-07-28, "Client Registration"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization/client-registration).

use mcp_runtime_protocol::clock::unix_seconds;
use mcp_runtime_protocol::{Error, Result, Secret};
use serde::Deserialize;
use serde_json::json;

use super::discovery::Discovery;
use super::exchange::refusal;
use super::grant::Person;
use super::listener::RedirectListener;
use super::record::{ClientMethod, ClientRecord};
use super::records::Records;

/// Returns our registration with the issuer, and the listener to which people are redirected.
pub(super) async fn identify(
    person: &Person,
    found: &Discovery,
    scopes: &[String],
    store: &Records,
) -> Result<(ClientRecord, RedirectListener)> {
    let metadata = &found.metadata;
    if let Some((_, client)) = person.registered.iter().find(|(of, _)| *of == metadata.issuer) {
        let mut client = client.clone();
        let supported = metadata.token_endpoint_auth_methods_supported.as_deref();
        client.method = ClientMethod::choose(client.secret.is_some(), supported);
        return Ok((client, RedirectListener::bind(&person.redirect).await?));
    }
    if let (Some(url), Some(true)) =
        (&person.metadata_url, metadata.client_id_metadata_document_supported)
    {
        let client = ClientRecord { id: url.clone(), ..ClientRecord::default() };
        return Ok((client, RedirectListener::bind(&person.redirect).await?));
    }
    // The earlier redirect URL, if no other program listens there now. Issuers refuse scopes that a
    // client did not register: https://www.rfc-editor.org/rfc/rfc7591#section-2
    if let Some(client) = registered_before(store, &metadata.issuer).await
        && scopes.iter().all(|scope| client.scopes.contains(scope))
        && let Some(redirect) = &client.redirect
        && let Ok(listener) = RedirectListener::bind(redirect).await
    {
        return Ok((client, listener));
    }
    let listener = RedirectListener::bind(&person.redirect).await?;
    let client = register(person, found, scopes, listener.redirect()).await?;
    let text = serde_json::to_string(&client).map_err(Error::other)?;
    store.save(name(&metadata.issuer), Some(Secret::new(text))).await?;
    Ok((client, listener))
}

/// Deletes our registration, which the issuer no longer knows.
pub(super) async fn forget(store: &Records, issuer: &str) {
    if let Err(error) = store.save(name(issuer), None).await {
        tracing::warn!(%error, "a registration is not forgotten");
    }
}

fn name(issuer: &str) -> String {
    format!("client {issuer}")
}

async fn registered_before(store: &Records, issuer: &str) -> Option<ClientRecord> {
    let text = store.load(name(issuer)).await.ok()??;
    let client: ClientRecord = serde_json::from_str(text.expose()).ok()?;
    (client.expires == 0 || client.expires > unix_seconds()).then_some(client)
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
        #[serde(default)]
        client_secret_expires_at: u64,
    }
    let (metadata, issuer) = (&found.metadata, &found.metadata.issuer);
    let endpoint = metadata.registration_endpoint.as_deref().ok_or_else(|| {
        Error::other(format!(
            "the authorization server {issuer} does not register clients: \
             register one there, and say so with `OAuth::registered`"
        ))
    })?;
    let problem = |why: String| {
        Error::other(format!("the authorization server {issuer} does not register clients: {why}"))
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
        return Err(problem(refusal(&answer).1));
    }
    let registered: RegistrationResponse =
        answer.json().map_err(|error| problem(error.to_string()))?;
    let has_secret = registered.client_secret.is_some();
    Ok(ClientRecord {
        id: registered.client_id,
        method: registered
            .token_endpoint_auth_method
            .unwrap_or_else(|| ClientMethod::choose(has_secret, supported)),
        secret: registered.client_secret,
        redirect: Some(redirect.to_owned()),
        scopes: scopes.to_vec(),
        expires: registered.client_secret_expires_at,
    })
}
