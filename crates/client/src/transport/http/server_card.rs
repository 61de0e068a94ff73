//! What a server says of itself before a client connects.
//!
//! Source: [the schema of cards](https://github.com/modelcontextprotocol/experimental-ext-server-card/blob/8924e08682b4a936e6464b57845ec2ff17dc8776/schema.ts).

use std::time::Duration;

use reqwest::header::{ACCEPT, HeaderMap, HeaderValue};
use reqwest::{Method, Url};
use serde::Deserialize;
use serde_json::{Map, Value};
use tokio::time::timeout;

use super::HttpTransport;
use super::body::{bytes, success};
use super::endpoint::Endpoint;
use crate::error::{Error, Result};
use crate::jsonrpc::truncate_for_display;
use crate::protocol::Icon;
use crate::protocol::registry::{
    CARD_MEDIA_TYPE, CARD_PATH, CARD_SCHEMA, is_registry_name, is_short,
};

/// The longest card that is read, in bytes.
const MAX_CARD_BYTES: usize = 64 * 1024;

/// How long the server may take to send it.
const CARD_TIMEOUT: Duration = Duration::from_secs(10);

/// The maximum length of a version, in characters.
const LONGEST_VERSION: usize = 255;

/// The card of a server: what it is called, what it is for, and where it is; see
/// [`HttpTransport::server_card`].
///
/// **Experimental.** The extension is a draft. Nothing in a card is proven: what a connected server
/// says is to be preferred, and nothing about security may be decided by a card.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ServerCard {
    #[serde(rename = "$schema")]
    schema: String,
    /// The name among all servers, such as `com.example/notes`.
    pub name: String,
    /// The version of the server.
    pub version: String,
    /// A description of the server.
    pub description: String,
    /// The display name of the server.
    pub title: Option<String>,
    /// The website of the server.
    pub website_url: Option<String>,
    /// Icons of the server.
    #[serde(default)]
    pub icons: Vec<Icon>,
    /// The endpoints of the server.
    #[serde(default)]
    pub remotes: Vec<CardRemote>,
    /// The source repository, as its publisher describes it.
    pub repository: Option<Map<String, Value>>,
    /// Additional metadata of its publisher.
    #[serde(default, rename = "_meta")]
    pub meta: Map<String, Value>,
}

/// An endpoint of a server, from its [card](ServerCard).
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct CardRemote {
    /// `streamable-http`, or the older `sse`.
    #[serde(rename = "type")]
    pub transport: String,
    /// The URL; variables in braces have to be filled in.
    pub url: String,
    /// The protocol revisions that are supported there.
    #[serde(default)]
    pub supported_protocol_versions: Vec<String>,
    /// The variables in braces in the URL, and the description of their values, by name.
    #[serde(default)]
    pub variables: Map<String, Value>,
    /// The headers that clients have to send, as they are described.
    #[serde(default)]
    pub headers: Vec<Map<String, Value>>,
}

impl ServerCard {
    /// Reads the text of a card.
    ///
    /// ```
    /// use mcp_runtime_client::ServerCard;
    ///
    /// let card = ServerCard::read(
    ///     r#"{
    ///         "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    ///         "name": "com.example/notes",
    ///         "version": "1.0.0",
    ///         "description": "Keeps notes"
    ///     }"#,
    /// )?;
    /// assert_eq!(card.name, "com.example/notes");
    /// # Ok::<(), mcp_runtime_client::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When it is none, or of another version of the schema.
    pub fn read(text: &str) -> Result<Self> {
        let wrong =
            |problem: &str| Error::other(format!("the text is not a server card: {problem}"));
        if text.len() > MAX_CARD_BYTES {
            return Err(wrong("it is longer than 64 KiB"));
        }
        let card: Self = serde_json::from_str(text)
            .map_err(|error| wrong(&truncate_for_display(&error.to_string())))?;
        match card.problem() {
            Some(problem) => Err(wrong(problem)),
            None => Ok(card),
        }
    }

    /// What keeps it from being a card.
    fn problem(&self) -> Option<&'static str> {
        let is_web = |url: &str| url.starts_with("https://") || url.starts_with("http://");
        // A template begins with the part that names the scheme.
        let is_place = |url: &str| is_web(url) || url.starts_with('{');
        let is_text = |text: &String| is_short(text);
        if self.schema != CARD_SCHEMA {
            Some("`$schema` is not that of version 1 of server cards")
        } else if !is_registry_name(&self.name) {
            Some("`name` is not of the form com.example/notes")
        } else if self.version.chars().count() > LONGEST_VERSION {
            Some("`version` has more than 255 characters")
        } else if ![Some(&self.description), self.title.as_ref()].into_iter().flatten().all(is_text)
        {
            Some("`description` and `title` must have 1 to 100 characters")
        } else if !self.website_url.as_deref().is_none_or(is_web) {
            Some("`websiteUrl` is not an http or https URL")
        } else if !self.remotes.iter().all(|remote| is_place(&remote.url)) {
            Some("the `url` of a remote is not an http or https URL")
        } else {
            None
        }
    }
}

impl HttpTransport {
    /// Asks the server for its card, which everybody may read: at `/server-card` below its URL, without
    /// the headers and the authorization of requests.
    ///
    /// **Experimental**, as cards are.
    ///
    /// ```no_run
    /// use mcp_runtime_client::HttpTransport;
    ///
    /// # async fn run() -> mcp_runtime_client::Result<()> {
    /// let card = HttpTransport::new("https://notes.example.com/mcp").server_card().await?;
    /// println!("{}: {}", card.name, card.description);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// When there is none, it is longer than 64 KiB or takes longer than 10 seconds, or it is not a
    /// card.
    pub async fn server_card(&self) -> Result<ServerCard> {
        let reading = timeout(CARD_TIMEOUT, self.card_text());
        let text =
            reading.await.map_err(|_| Error::other("timed out reading the server card"))??;
        ServerCard::read(&text)
    }

    async fn card_text(&self) -> Result<String> {
        let no_url = || Error::other("the URL of the server is not an http or https URL");
        let mut url = Url::parse(&self.url).map_err(|_| no_url())?;
        url.set_query(None);
        // They would be sent as authorization.
        url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| no_url())?;
        url.path_segments_mut().map_err(|()| no_url())?.pop_if_empty().push(CARD_PATH);
        let headers = Vec::new();
        let authorize = None;
        let card = Self { url: url.into(), headers, authorize, ..self.clone() };
        let accepted = HeaderMap::from_iter([(ACCEPT, HeaderValue::from_static(CARD_MEDIA_TYPE))]);
        let response = Endpoint::open(&card)?.ask(Method::GET, accepted).await?;
        let body = bytes(success(response).await?, MAX_CARD_BYTES).await?;
        let card = body.ok_or_else(|| Error::other("the server card is longer than 64 KiB"))?;
        String::from_utf8(card).map_err(|_| Error::other("the server card is not UTF-8"))
    }
}
