//! Where clients log in: the metadata of a server that requires tokens, and of their issuers.
//!
//! No client is registered, and no one is logged in.

use reqwest::Url;
use serde_json::Value;

use super::super::{Check, Diagnosis};
use super::probe_client::{ProbeClient, ProbeResponse};
use mcp_runtime_protocol::jsonrpc::printable;
use mcp_runtime_protocol::oauth::{
    AuthorizationServerMetadata, Challenge, ProtectedResourceMetadata,
};

/// How many issuers are checked.
const ISSUERS: usize = 3;

/// A document that was found, or what was there instead.
enum Place {
    Found(Value),
    Page,
    Busy,
    Nothing,
}

/// Checks a server that requires a token.
pub(super) async fn check(client: &ProbeClient, first: &ProbeResponse, found: &mut Vec<Diagnosis>) {
    let url = &client.url;
    let before = found.len();
    let challenges = Challenge::read_all(first.header("www-authenticate"));
    let named = challenges.iter().find_map(Challenge::resource_metadata);
    let mut about_places = Vec::new();
    let resource = of_resource(client, named, &mut about_places).await;
    if named.is_none() {
        let is_nowhere = about_places.iter().all(|about| about.check == Check::NoMetadata);
        if let Some(name) = challenges.iter().find_map(key_header)
            && resource.is_none()
            && is_nowhere
        {
            return found.push(by_key(client, name));
        }
        let what = format!("{url} answers 401, and does not say where to log in");
        let todo = "answer with WWW-Authenticate: Bearer resource_metadata=\"URL\"";
        found.push(Diagnosis::new(Check::NoMetadataUrl, what, todo));
    }
    found.append(&mut about_places);
    let Some(resource) = resource else { return };
    let is = resource["resource"].as_str().unwrap_or_default();
    if is != url.as_str() && is != url.as_str().trim_end_matches('/') {
        let what = format!("The `resource` in its metadata is `{is}`, but the URL is {url}");
        found.push(Diagnosis::new(
            Check::OtherResource,
            what,
            "make them equal: Claude rejects other resources",
        ));
    }
    let issuers = resource["authorization_servers"].as_array().cloned().unwrap_or_default();
    if issuers.is_empty() {
        let what = "Its metadata names no authorization server";
        found.push(Diagnosis::new(Check::NoIssuerMetadata, what, "add `authorization_servers`"));
    }
    for issuer in issuers.iter().filter_map(Value::as_str).take(ISSUERS) {
        of_issuer(client, issuer, found).await;
    }
    if found.len() == before {
        found.push(Diagnosis::passed(
            Check::NoMetadataUrl,
            format!("{url} says where to log in, and its metadata is there"),
        ));
    }
}

/// The header in which a server without a login wants a key, if that is what a challenge is for: that
/// of `bearer_tokens` and `api_keys`, and of others like them.
fn key_header(challenge: &Challenge) -> Option<&str> {
    if challenge.is("ApiKey") {
        challenge.parameter("header")
    } else {
        challenge.is("Bearer").then_some("Authorization")
    }
}

/// What whoever asks without the right key is told: there is nothing to log in to.
fn by_key(client: &ProbeClient, name: &str) -> Diagnosis {
    let url = &client.url;
    let name = printable(name);
    let value = if name.eq_ignore_ascii_case("Authorization") { "Bearer TOKEN" } else { "KEY" };
    let what = if client.headers.contains_key(&*name) {
        format!("{url} answers 401: it does not accept the `{name}` that was sent")
    } else {
        format!("{url} answers 401: it requires a key in `{name}`, and none was sent")
    };
    let todo = format!(
        "send the one that you were given: `--header '{name}: {value}'`; if people are to log in, \
         answer with WWW-Authenticate: Bearer resource_metadata=\"URL\""
    );
    Diagnosis::new(Check::NoMetadataUrl, what, todo)
}

/// Checks the metadata of the protected resource.
async fn of_resource(
    client: &ProbeClient,
    named: Option<&str>,
    found: &mut Vec<Diagnosis>,
) -> Option<Value> {
    let places = ProtectedResourceMetadata::locations(client.url.as_str());
    let named = named.map(str::to_owned).filter(|named| !places.contains(named));
    let mut document = None;
    for (at, place) in places.iter().cloned().chain(named).enumerate() {
        match read(client, &place).await {
            Place::Found(value) => document = document.or(Some(value)),
            Place::Page => found.push(page(&place)),
            Place::Busy => found.push(busy(&place)),
            Place::Nothing if at == 0 => {
                let what = format!("{place} does not exist; Claude requests it first");
                found.push(Diagnosis::new(
                    Check::NoMetadata,
                    what,
                    "serve the metadata there, too",
                ));
            }
            Place::Nothing => {}
        }
    }
    document
}

/// Checks the metadata of an issuer.
async fn of_issuer(client: &ProbeClient, issuer: &str, found: &mut Vec<Diagnosis>) {
    let places = AuthorizationServerMetadata::locations(issuer);
    let mut document = None;
    for place in &places {
        match read(client, place).await {
            Place::Found(value) => document = document.or(Some(value)),
            Place::Page => found.push(page(place)),
            Place::Busy => found.push(busy(place)),
            Place::Nothing => {}
        }
    }
    let Some(document) = document else {
        let what =
            format!("No metadata for the issuer {issuer} was found at {}", places.join(", "));
        found.push(Diagnosis::new(Check::NoIssuerMetadata, what, "serve it at one of these URLs"));
        return;
    };
    let takes_documents = document["client_id_metadata_document_supported"] == Value::Bool(true);
    if !takes_documents && !document["registration_endpoint"].is_string() {
        let what = format!("{issuer} does not support client registration");
        let todo = "enable client ID metadata documents or dynamic client registration there, or give users a client ID";
        found.push(Diagnosis::new(Check::NoRegistration, what, todo));
    }
    let methods = document["code_challenge_methods_supported"].as_array();
    if !methods.is_some_and(|methods| methods.iter().any(|method| method == "S256")) {
        let what =
            format!("{issuer} does not declare PKCE with S256, without which clients reject it");
        found.push(Diagnosis::new(
            Check::NoS256,
            what,
            "add \"code_challenge_methods_supported\": [\"S256\"] to its metadata",
        ));
    }
}

/// Checks a server without authorization, at the URLs where clients look for its metadata.
pub(super) async fn check_needless(client: &ProbeClient, found: &mut Vec<Diagnosis>) {
    for place in ProtectedResourceMetadata::locations(client.url.as_str()) {
        match read(client, &place).await {
            Place::Page => return found.push(page(&place)),
            Place::Found(value) if value["authorization_servers"].is_array() => {
                let what = format!(
                    "{} answers without a token, although {place} names an issuer of tokens",
                    client.url
                );
                return found.push(Diagnosis::new(
                    Check::NoUnauthorized,
                    what,
                    "answer 401 if a token is missing",
                ));
            }
            _ => {}
        }
    }
}

async fn read(client: &ProbeClient, place: &str) -> Place {
    if Url::parse(place).is_err() {
        return Place::Nothing;
    }
    match client.get(place).await {
        Ok(answered) if answered.status == 429 => Place::Busy,
        Ok(answered) if answered.status == 200 => match serde_json::from_str(&answered.text) {
            Ok(value) => Place::Found(value),
            Err(_) => Place::Page,
        },
        _ => Place::Nothing,
    }
}

fn page(place: &str) -> Diagnosis {
    let what = format!("{place} answers 200 with something other than metadata");
    Diagnosis::new(Check::PageAsMetadata, what, "answer 404: clients take it for a place to log in")
}

fn busy(place: &str) -> Diagnosis {
    let what = format!("{place} answers 429 to a client's first request");
    Diagnosis::new(
        Check::LimitedMetadata,
        what,
        "relax its rate limit: every client reads it before it logs in",
    )
}
