//! The authorization code grant with PKCE, by which a person agrees.
//!
//! Source: [2026-07-28, "Authorization", "Authorization Flow Steps"](https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use mcp_runtime_protocol::{Error, Result};
use reqwest::Url;
use reqwest::header::LOCATION;
use sha2::{Digest as _, Sha256};
use tokio::time::timeout;

use super::discovery::Discovery;
use super::dpop::random;
use super::grant::Person;
use super::listener::{RedirectListener, RedirectParams};
use super::refusal::{LoginFailure, Refusal, is_about_client, read, shown};

/// The authorization code, and the proof that we requested it.
pub(super) struct Code {
    pub(super) code: String,
    pub(super) verifier: String,
    pub(super) redirect: String,
}

/// Asks a person, who is redirected back to the listener.
pub(super) async fn ask(
    person: &Person,
    found: &Discovery,
    scopes: &[String],
    client_id: &str,
    listener: RedirectListener,
) -> Result<Code, LoginFailure> {
    let state = random()?;
    let verifier = random()?;
    let redirect = listener.redirect().to_owned();
    let request = AuthorizationRequest {
        found,
        scopes,
        client_id,
        redirect: &redirect,
        state: &state,
        verifier: &verifier,
    };
    let url = request.url()?;
    let returned = listener.wait(&state);
    let asked = async {
        tokio::pin!(returned);
        tokio::select! {
            returned = &mut returned => return returned,
            opened = (person.open)(url.into()) => opened?,
        }
        returned.await
    };
    let returned = timeout(person.login_timeout, asked).await.map_err(|_| {
        Error::other("the login timed out; try again, or raise `OAuth::login_timeout`")
    })??;
    let code = check(returned, found)?;
    Ok(Code { code, verifier, redirect })
}

/// Checks that the authorization server knows a client, before a person is sent to a page that says
/// that it does not, and from which nobody comes back.
pub(super) async fn is_known(
    found: &Discovery,
    scopes: &[String],
    client_id: &str,
    redirect: &str,
) -> Result<(), LoginFailure> {
    let state = random()?;
    let verifier = random()?;
    let state = &*state;
    let verifier = &*verifier;
    let request = AuthorizationRequest { found, scopes, client_id, redirect, state, verifier };
    let url = request.url()?;
    let http = found.reach.http(url.as_str())?;
    // Whatever it is that fails, the person sees it.
    let Ok(answer) = http.send(http.get(url.as_str())?).await else { return Ok(()) };
    let location = answer.headers.get(LOCATION).and_then(|place| place.to_str().ok());
    let sent_to = location.and_then(|place| url.join(place).ok());
    let error = sent_to.as_ref().and_then(|to| to.query_pairs().find(|(name, _)| name == "error"));
    let is_page = matches!(answer.status.as_u16(), 400 | 401 | 404 | 410 | 422);
    let why = match error {
        Some((_, code)) if is_about_client(&code) => shown(&code),
        None if is_page => read(&answer).1,
        _ => return Ok(()),
    };
    Err(refused(found, Refusal::Client, &why))
}

fn refused(found: &Discovery, refusal: Refusal, why: &str) -> LoginFailure {
    let issuer = &found.metadata.issuer;
    let error = format!("the authorization server {issuer} rejected the login: {why}");
    LoginFailure { refusal, error: Error::other(error) }
}

/// The request that a browser takes to the authorization server.
struct AuthorizationRequest<'a> {
    found: &'a Discovery,
    scopes: &'a [String],
    client_id: &'a str,
    redirect: &'a str,
    state: &'a str,
    verifier: &'a str,
}

impl AuthorizationRequest<'_> {
    fn url(&self) -> Result<Url> {
        let Self { found, scopes, client_id, redirect, state, verifier } = *self;
        let metadata = &found.metadata;
        let issuer = &found.metadata.issuer;
        let methods = metadata.code_challenge_methods_supported.as_deref().unwrap_or_default();
        if !methods.iter().any(|method| method == "S256") {
            return Err(Error::other(format!(
                "the authorization server {issuer} does not support PKCE with S256, which a safe login requires"
            )));
        }
        let endpoint = metadata.authorization_endpoint.as_deref().ok_or_else(|| {
            Error::other(format!(
                "the authorization server {issuer} has no `authorization_endpoint`"
            ))
        })?;
        let mut url = found.reach.distance.check(endpoint)?;
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(verifier));
        let mut query = url.query_pairs_mut();
        query
            .append_pair("response_type", "code")
            .append_pair("client_id", client_id)
            .append_pair("redirect_uri", redirect)
            .append_pair("state", state)
            .append_pair("code_challenge", &challenge)
            .append_pair("code_challenge_method", "S256")
            .append_pair("resource", &found.resource);
        if !scopes.is_empty() {
            query.append_pair("scope", &scopes.join(" "));
        }
        // OpenID Connect Core, section 11: offline access requires consent.
        if scopes.iter().any(|scope| scope == "offline_access") {
            query.append_pair("prompt", "consent");
        }
        drop(query);
        Ok(url)
    }
}

/// The code, if it comes from the issuer that was asked; the error of another one is not even
/// shown.
///
/// Source: [RFC 9207, section 2.4](https://www.rfc-editor.org/rfc/rfc9207#section-2.4).
fn check(returned: RedirectParams, found: &Discovery) -> Result<String, LoginFailure> {
    let metadata = &found.metadata;
    let issuer = &found.metadata.issuer;
    let names_itself = metadata.authorization_response_iss_parameter_supported == Some(true);
    let is_of_issuer = match &returned.issuer {
        Some(of) => of == issuer,
        None => !names_itself,
    };
    if !is_of_issuer {
        return Err(Error::other(format!(
            "the `iss` of the login response is not the authorization server {issuer}"
        ))
        .into());
    }
    if let Some(error) = returned.error {
        let about_client = is_about_client(&error);
        let refusal = if about_client { Refusal::Client } else { Refusal::Unclear };
        let parts = [Some(error), returned.description];
        let said: Vec<_> = parts.iter().flatten().map(|said| shown(said)).collect();
        return Err(refused(found, refusal, &said.join(": ")));
    }
    let no_code = format!("the authorization server {issuer} returned no authorization code");
    returned.code.ok_or_else(|| Error::other(no_code).into())
}
