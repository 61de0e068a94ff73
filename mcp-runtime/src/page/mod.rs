//! A web page beside MCP in which a person tries out the server: reads what it offers, fills in
//! forms, calls tools, answers its questions, and sees the recent requests of its clients. Start
//! with [`Http::page`](crate::http::Http::page).
//!
//! ```text
//! request ─▶ guard       that of MCP: is it for this host, from a page that may ask?
//!         ─▶ documents   the page; the document in which apps run
//!          or history    what clients sent, for holders of the token
//! ```
//!
//! The page is not a proxy: it sends requests to MCP at its own origin, and can do nothing that
//! these cannot.

#[cfg(feature = "cli")]
mod browser;
mod documents;
mod history;
mod redact;
mod secret_names;
mod token;
mod urls;

use std::sync::Arc;

use http::request::Parts;
use http::{Method, Response, StatusCode};

use crate::debug::short_debug;
use crate::http::{Body, Http};
use crate::transport::http::{ExtraRoutes, Recording, Refusal};
#[cfg(feature = "cli")]
pub(crate) use browser::show;
use history::History;
use token::PageToken;

/// A web page beside MCP in which a person tries out the server.
///
/// It is one document without dependencies: nothing is loaded from elsewhere, and messages of the
/// server or its clients are only ever shown as text. See the [guide](crate::guide::page).
#[derive(Clone, Default)]
pub struct Page {
    path: String,
    token: Option<PageToken>,
    keeps_history: bool,
}

short_debug!(Page { path });

impl Page {
    /// Creates a page at `/`, with the same access as MCP.
    pub fn new() -> Self {
        Self::default()
    }

    /// Serves the page at this path, such as `/try`.
    #[must_use]
    pub fn path(self, path: impl Into<String>) -> Self {
        let path: String = path.into();
        Self { path: path.trim_end_matches('/').to_owned(), ..self }
    }

    /// Only serves MCP, and the data of the page, to requests with this token, as
    /// `Authorization: Bearer`. It replaces other authorization.
    ///
    /// The page takes it from the fragment of its own URL, `/#TOKEN`, which no browser sends
    /// anywhere.
    #[must_use]
    pub fn token(self, token: impl AsRef<str>) -> Self {
        Self { token: Some(PageToken::new(token.as_ref())), ..self }
    }

    /// Shows the last 200 requests of clients and their responses, to holders of the
    /// [token](Self::token): only for development.
    ///
    /// Values under names like `password`, `token` or `api_key` are redacted.
    #[must_use]
    pub fn history(self) -> Self {
        Self { keeps_history: true, ..self }
    }

    /// Sets a [token](Self::token) of 128 random bits, and returns it.
    ///
    /// # Panics
    ///
    /// If the system has no random numbers.
    #[must_use]
    pub fn random_token(self) -> (Self, String) {
        let token = token::random();
        (self.token(&token), token)
    }
}

impl Http {
    /// Serves a page in which a person tries out the server.
    ///
    /// ```no_run
    /// use mcp_runtime::page::Page;
    ///
    /// # fn serve() -> mcp_runtime::Result<()> {
    /// let (page, token) = Page::new().path("/try").random_token();
    /// println!("http://127.0.0.1:8000/try#{token}");
    /// let http = mcp_runtime::server!().build()?.into_http().page(page);
    /// // In axum:
    /// // Router::new().route_service("/mcp", http.clone()).route_service("/try", http.clone())
    /// //     .route_service("/try/{*rest}", http)
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// If the service is mounted in a router, mount it at the path of the page, too, and set the
    /// path of MCP with [`path`](Self::path). Everyone who may use the server may use the page; on
    /// a network address, give the page a token, or [`protect`](Self::protect) the server.
    #[must_use]
    pub fn page(self, page: Page) -> Self {
        let Page { path, token, keeps_history } = page;
        let history = keeps_history.then(Arc::<History>::default);
        let routes = Arc::new(ServedPage { path, token: token.clone(), history });
        let http = self.extra_routes(routes);
        match token {
            Some(token) => {
                let scopes = http.scopes_of_handlers();
                http.authorized_by(token.authorizer(scopes))
            }
            None => http,
        }
    }
}

/// The page, as it is served.
struct ServedPage {
    path: String,
    token: Option<PageToken>,
    history: Option<Arc<History>>,
}

/// The part of the page that a path names.
#[derive(Clone, Copy)]
enum PagePart {
    Page,
    App,
    History,
}

impl ServedPage {
    fn part(&self, path: &str) -> Option<PagePart> {
        match path.strip_prefix(&self.path)? {
            "" | "/" => Some(PagePart::Page),
            "/app" => Some(PagePart::App),
            "/history" => Some(PagePart::History),
            _ => None,
        }
    }

    fn history(&self, head: &Parts) -> Result<Response<Body>, Refusal> {
        let refused = |why: &str| Refusal::new(StatusCode::FORBIDDEN, why);
        let history = self.history.as_ref().ok_or_else(|| refused("no history is kept"))?;
        let token = self.token.as_ref().ok_or_else(|| refused("a history needs a token"))?;
        token.check(head)?;
        Ok(documents::json(history.to_json(after(head.uri.query().unwrap_or_default()))))
    }
}

/// The last event that the page has seen.
fn after(query: &str) -> u64 {
    query.strip_prefix("after=").and_then(|number| number.parse().ok()).unwrap_or_default()
}

impl ExtraRoutes for ServedPage {
    fn serves(&self, path: &str) -> bool {
        self.part(path).is_some()
    }

    fn respond(&self, head: &Parts, mcp: &str) -> Result<Response<Body>, Refusal> {
        if !matches!(head.method, Method::GET | Method::HEAD) {
            return Err(Refusal::method_not_allowed("GET, HEAD", "here"));
        }
        match self.part(head.uri.path()) {
            Some(PagePart::Page) => documents::page(mcp, self.history.is_some()),
            Some(PagePart::App) => documents::app(head.uri.query().unwrap_or_default()),
            Some(PagePart::History) => self.history(head),
            None => Err(Refusal::new(StatusCode::NOT_FOUND, "nothing is served here")),
        }
    }

    fn record(&self, head: &Parts, body: &[u8]) -> Option<Box<dyn Recording>> {
        // Also those of the page: a header that says so may be of anybody.
        self.history.as_ref().map(|history| history::record(history, head, body))
    }
}
