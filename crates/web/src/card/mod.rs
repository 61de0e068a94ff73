//! Server cards, and the catalog that lists one.

mod catalog;
mod content;
mod header;
mod public_url;

use std::time::Duration;

use http::HeaderValue;
use http::header::LINK;
use mcp_runtime::http::{Document, Http};
use mcp_runtime::{Error, Result, Server};
use mcp_runtime_protocol::ExtensionId;
use mcp_runtime_protocol::registry::{CARD_MEDIA_TYPE, CARD_PATH};
use serde_json::{Map, Value};

pub use header::CardHeader;

const CATALOG_PATH: &str = "/.well-known/ai-catalog.json";
const CATALOG_TYPE: &str = "application/ai-catalog+json";
const CATALOG_RELATION: &str = "ai-catalog";

/// How long everybody may keep them, which the draft recommends.
const MAX_AGE: Duration = Duration::from_secs(3600);

/// The card of a server, by which clients find it before they connect: what it is called, what it is
/// for, and where it is.
///
/// **Experimental.** The extension is a draft, which is not accepted yet. What is in a card may change
/// with any version of this crate.
///
/// ```
/// use mcp_runtime::{About, server};
/// use mcp_runtime_web::Card;
///
/// # fn build() -> mcp_runtime::Result<()> {
/// let http = server!().about(About::new().description("Keeps notes")).build()?.into_http();
/// let card = Card::new().public_url("https://notes.example.com/mcp").catalog();
/// let http = card.add_to(http)?;
/// # Ok(())
/// # }
/// # build().unwrap();
/// ```
///
/// It says what everybody may know, to everybody, also where the server is protected: the name, the
/// title, the description, the version, the website and the icons of the server, and the revisions of
/// the protocol. It lists no tools, and does not change while the server runs. Clients take it for a
/// hint, and believe what the server says when they are connected.
///
/// In axum, also mount the service at the path of the card, such as `/mcp/server-card`.
///
/// Source: [SEP-2127](https://github.com/modelcontextprotocol/modelcontextprotocol/pull/2127) and
/// [its repository](https://github.com/modelcontextprotocol/experimental-ext-server-card).
#[derive(Clone, Debug, Default)]
pub struct Card {
    public_url: Option<String>,
    name: Option<String>,
    repository: Option<String>,
    headers: Vec<CardHeader>,
    meta: Map<String, Value>,
    /// The keys that cannot be entries.
    wrong_keys: Vec<String>,
    max_age: Option<Duration>,
    has_catalog: bool,
    /// The other servers in the catalog: their names, and where their cards are.
    others: Vec<(String, String)>,
}

impl Card {
    /// Creates a card that says what the server knows of itself.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the public URL of the server, such as `https://notes.example.com/mcp`: https, or http
    /// on this machine.
    #[must_use]
    pub fn public_url(self, url: impl Into<String>) -> Self {
        Self { public_url: Some(url.into()), ..self }
    }

    /// Sets the name of the server among all others: a domain of its publisher in reverse, and its
    /// own name, such as `com.example/notes`. By default, it is made from the host of the
    /// [public URL](Self::public_url) and the name of the server.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Sets the URL of the source repository, such as `https://github.com/me/notes`.
    #[must_use]
    pub fn repository(self, url: impl Into<String>) -> Self {
        Self { repository: Some(url.into()), ..self }
    }

    /// Adds a header that clients have to send, such as one with an API key. OAuth needs none:
    /// clients find out about it when they connect.
    #[must_use]
    pub fn header(mut self, header: CardHeader) -> Self {
        self.headers.push(header);
        self
    }

    /// Adds an entry to `_meta`. Its key begins with your own domain in reverse, such as
    /// `com.example/region`.
    #[must_use]
    pub fn meta(mut self, key: &'static str, value: impl Into<Value>) -> Self {
        if ExtensionId::parse(key).is_ok_and(|key| !key.is_reserved()) {
            self.meta.insert(key.to_owned(), value.into());
        } else {
            self.wrong_keys.push(key.to_owned());
        }
        self
    }

    /// Sets how long the card may be cached (by default 1 hour).
    #[must_use]
    pub fn max_age(self, time: Duration) -> Self {
        Self { max_age: Some(time), ..self }
    }

    /// Also serves an [AI catalog](https://github.com/Agent-Card/ai-catalog) that lists the card, at
    /// `/.well-known/ai-catalog.json`, where clients look for the servers of a domain.
    #[must_use]
    pub fn catalog(self) -> Self {
        Self { has_catalog: true, ..self }
    }

    /// Also lists another server in the [`catalog`](Self::catalog), behind this one: its name, such as
    /// `com.example/billing`, and the URL of its card.
    ///
    /// ```
    /// use mcp_runtime_web::Card;
    ///
    /// let card = Card::new().public_url("https://notes.example.com/mcp");
    /// let billing = "https://billing.example.com/mcp/server-card";
    /// let card = card.catalog_entry("com.example/billing", billing);
    /// ```
    #[must_use]
    pub fn catalog_entry(self, name: impl Into<String>, card: impl Into<String>) -> Self {
        let mut listing = self.catalog();
        listing.others.push((name.into(), card.into()));
        listing
    }

    /// Serves the card at `/server-card` below the path of MCP.
    ///
    /// # Errors
    ///
    /// When the public URL is missing or not such a one, the name is none, the server has no
    /// description, or a key of `_meta` is not a name, or reserved for the specification; when two
    /// entries of the catalog have the same name, or one of them is not as it has to be.
    pub fn add_to(&self, http: Http) -> Result<Http> {
        let card = self.document(CARD_MEDIA_TYPE, &self.to_json(http.server())?)?;
        let path = format!("{}/{CARD_PATH}", http.served_path().trim_end_matches('/'));
        let http = if self.has_catalog {
            let json = self.catalog_json(http.server())?;
            let catalog = self.document(CATALOG_TYPE, &json)?;
            http.document(CATALOG_PATH, catalog.linked_as(CATALOG_RELATION))
        } else {
            http
        };
        Ok(http.document(path, card))
    }

    /// The card of a server, such as for a host of static files.
    ///
    /// # Errors
    ///
    /// As [`add_to`](Self::add_to).
    pub fn to_json(&self, server: &Server) -> Result<Value> {
        content::card(self, server)
    }

    /// The catalog that lists the card of a server.
    ///
    /// # Errors
    ///
    /// As [`add_to`](Self::add_to).
    pub fn catalog_json(&self, server: &Server) -> Result<Value> {
        catalog::catalog(self, server)
    }

    fn document(&self, media_type: &'static str, content: &Value) -> Result<Document> {
        let text = serde_json::to_vec(content).map_err(Error::other)?;
        let document = Document::new(media_type, text).max_age(self.max_age.unwrap_or(MAX_AGE));
        if !self.has_catalog {
            return Ok(document);
        }
        let link = format!("<{CATALOG_PATH}>; rel=\"{CATALOG_RELATION}\"");
        Ok(document.header(LINK, HeaderValue::try_from(link).map_err(Error::other)?))
    }
}
