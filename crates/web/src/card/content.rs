//! What a card says.
//!
//! Source: [the schema of cards](https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/8924e08682b4a936e6464b57845ec2ff17dc8776/schema.ts)
//! and [its "Discovery"](https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/8924e08682b4a936e6464b57845ec2ff17dc8776/docs/discovery.md).

use mcp_runtime::{Error, Result, Server};
use mcp_runtime_protocol::Icon;
use mcp_runtime_protocol::registry::{CARD_SCHEMA, is_registry_name, shortened};
use serde_json::{Value, json};

use super::public_url::PublicUrl;
use super::{Card, CardHeader};

/// The longest picture that a card contains itself, in characters of its URI.
const LONGEST_PICTURE: usize = 8 * 1024;

/// The content of a card.
///
/// # Errors
///
/// When something is missing, or is not as it has to be.
pub(super) fn card(card: &Card, server: &Server) -> Result<Value> {
    if let Some(key) = card.wrong_keys.first() {
        return Err(Error::other(format!(
            "`{key}` is not a key for `_meta`: begin with your own domain in reverse, \
             such as com.example/region"
        )));
    }
    let url = public_url(card)?;
    let info = server.info();
    let mut json = json!({
        "$schema": CARD_SCHEMA,
        "name": name(card, server, &url)?,
        "version": info.version,
        "description": shortened(description(server)?),
    });
    if let Some(title) = present(info.title.as_deref()) {
        json["title"] = shortened(title).into();
    }
    if let Some(website) = present(info.website_url.as_deref()) {
        json["websiteUrl"] = website.into();
    }
    let icons: Vec<&Icon> = info.icons.iter().filter(|icon| is_short(icon)).collect();
    if !icons.is_empty() {
        json["icons"] = serde_json::to_value(icons).map_err(Error::other)?;
    }
    if let Some(repository) = &card.repository {
        json["repository"] = json!({"url": repository, "source": source(repository)?});
    }
    json["remotes"] = json!([remote(card, server, &url)]);
    if !card.meta.is_empty() {
        json["_meta"] = card.meta.clone().into();
    }
    Ok(json)
}

/// Where and how the server is reached.
fn remote(card: &Card, server: &Server, url: &PublicUrl) -> Value {
    let versions: Vec<&str> =
        server.versions().iter().rev().map(|version| version.as_str()).collect();
    let mut remote = json!({
        "type": "streamable-http",
        "url": url.url,
        "supportedProtocolVersions": versions,
    });
    if !card.headers.is_empty() {
        remote["headers"] = card.headers.iter().map(CardHeader::to_json).collect();
    }
    remote
}

pub(super) fn public_url(card: &Card) -> Result<PublicUrl> {
    let Some(url) = &card.public_url else {
        return Err(Error::other(
            "a server card needs the public URL of the server: set --public-url, or \
             `Card::public_url`, such as https://notes.example.com/mcp",
        ));
    };
    PublicUrl::parse(url)
}

/// The name that was chosen, or that of the host and the server.
pub(super) fn name(card: &Card, server: &Server, url: &PublicUrl) -> Result<String> {
    let name = card.name.clone().unwrap_or_else(|| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let own = server.info().name.replace(|c| !is_allowed(c), "-");
        format!("{}/{own}", url.namespace())
    });
    checked_name(name, "set another with --card, or `Card::name`")
}

/// A name, if it is one; otherwise an error that says `how` to mend it.
pub(super) fn checked_name(name: String, how: &str) -> Result<String> {
    if is_registry_name(&name) {
        Ok(name)
    } else {
        Err(Error::other(format!(
            "invalid registry name `{name}`, expected one like com.example/notes: {how}"
        )))
    }
}

fn description(server: &Server) -> Result<&str> {
    present(server.info().description.as_deref()).ok_or_else(|| {
        Error::other(
            "a server card needs a description of the server: write `description` in Cargo.toml, or call \
             `About::description`",
        )
    })
}

/// The service that hosts a repository, such as `github`.
fn source(repository: &str) -> Result<&str> {
    let host = repository.strip_prefix("https://").and_then(|rest| rest.split('/').next());
    let service = host.and_then(|host| host.split('.').next());
    service.filter(|service| !service.is_empty()).ok_or_else(|| {
        let such = "such as https://github.com/me/notes";
        Error::other(format!("the repository `{repository}` is not an https URL, {such}"))
    })
}

pub(super) fn present(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

/// Whether an icon is elsewhere, or short enough to be in a card.
fn is_short(icon: &Icon) -> bool {
    !icon.src.starts_with("data:") || icon.src.len() <= LONGEST_PICTURE
}
