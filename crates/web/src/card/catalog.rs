//! What a catalog says: which servers there are, and where their cards are.
//!
//! Source: [the draft of catalogs](https://github.com/Agent-Card/ai-catalog/blob/634a09d/specification/ai-catalog.md)
//! and ["Discovery" of cards](https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/8924e08682b4a936e6464b57845ec2ff17dc8776/docs/discovery.md).

use std::collections::BTreeSet;

use mcp_runtime::{Error, Result, Server};
use mcp_runtime_protocol::registry::{CARD_MEDIA_TYPE, CARD_PATH};
use serde_json::{Value, json};

use super::Card;
use super::content::{checked_name, name, present, public_url};
use super::public_url::{PublicUrl, reversed};

/// The content of a catalog that lists the card, and those of other servers.
///
/// # Errors
///
/// As those of a card; when another server has no name or no URL, or two have the same name.
pub(super) fn catalog(card: &Card, server: &Server) -> Result<Value> {
    let url = public_url(card)?;
    let own = name(card, server, &url)?;
    let info = server.info();
    let shown = present(info.title.as_deref()).unwrap_or(&info.name);
    let own = Entry {
        identifier: identifier(&own, Some(&url.host)),
        shown: shown.to_owned(),
        card: format!("{}/{CARD_PATH}", url.url),
    };
    let others = card.others.iter().map(|(name, card)| other(name, card));
    let entries = [Ok(own)].into_iter().chain(others).collect::<Result<Vec<_>>>()?;
    if let Some(twice) = repeated(&entries) {
        return Err(Error::other(format!("two entries of the AI catalog are named `{twice}`")));
    }
    let entries: Vec<Value> = entries.iter().map(Entry::to_json).collect();
    Ok(json!({"specVersion": "1.0", "entries": entries}))
}

struct Entry {
    identifier: String,
    /// What people call the server.
    shown: String,
    /// The URL of its card.
    card: String,
}

impl Entry {
    /// The catalog's own draft names the type `mediaType` and wants a name for people; that of cards
    /// names it `type`. Both allow what the other wants.
    fn to_json(&self) -> Value {
        json!({
            "identifier": self.identifier,
            "displayName": self.shown,
            "type": CARD_MEDIA_TYPE,
            "mediaType": CARD_MEDIA_TYPE,
            "url": self.card,
        })
    }
}

/// The entry of another server.
fn other(name: &str, card: &str) -> Result<Entry> {
    let name = checked_name(name.to_owned(), "fix it in `Card::catalog_entry`")?;
    PublicUrl::of(&format!("the URL of the card of `{name}`:"), card)?;
    let shown = name.split('/').next_back().unwrap_or_default().to_owned();
    Ok(Entry { identifier: identifier(&name, None), shown, card: card.to_owned() })
}

/// The identifier of a server by its name, whose domain is in reverse, unless it is this `host`.
fn identifier(name: &str, host: Option<&str>) -> String {
    let (namespace, own) = name.split_once('/').unwrap_or_default();
    let is_host = host == Some(namespace);
    let publisher = if is_host { namespace.to_owned() } else { reversed(namespace) };
    format!("urn:air:{publisher}:mcp:{own}").to_ascii_lowercase()
}

/// The first identifier that an entry before it has, too.
fn repeated(entries: &[Entry]) -> Option<&str> {
    let mut earlier = BTreeSet::new();
    entries.iter().map(|entry| &*entry.identifier).find(|identifier| !earlier.insert(*identifier))
}
