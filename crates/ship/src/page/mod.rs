//! A web page beside MCP on which a person tries the server: reads what it offers, fills in forms,
//! calls tools, answers its questions, and sees the recent requests of its clients.
//!
//! [`dev`] is a command that serves it on a free port, and with `--watch` builds the program again
//! when one of its files changes; `--page` among the [`options`] of `--http` serves it for others:
//!
//! ```no_run
//! use mcp_runtime::server;
//! use mcp_runtime_ship::page;
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().subcommands([page::dev()]).http_options(page::options()).run()
//! }
//! ```
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/page/) says what it can do, and
//! what it may. The page is not a proxy: it sends requests to MCP at its own origin, and can do
//! nothing that these cannot.

mod browser;
mod dev;
mod documents;
mod history;
mod options;
mod recorder;
mod redact;
mod refusal;
mod service;
mod token;
mod urls;
#[cfg(all(unix, not(mcp_portable)))]
mod watch;

use std::fmt;
use std::sync::Arc;

use mcp_runtime::Result;
use mcp_runtime::http::Http;

pub use dev::dev;
use history::History;
pub use options::options;
use recorder::RecordLayer;
use service::ServedPage;
use token::PageToken;

/// A web page beside MCP in which a person tries out the server.
///
/// It is one document without dependencies: nothing is loaded from elsewhere, and messages of the
/// server or its clients are only ever shown as text.
#[derive(Clone, Default)]
pub struct Page {
    path: String,
    token: Option<PageToken>,
    keeps_history: bool,
}

impl fmt::Debug for Page {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page").field("path", &self.path).finish_non_exhaustive()
    }
}

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
    /// [token](Self::token): only for development, and only when the server is
    /// [served standalone](Http::serve).
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

    /// Serves the page beside a server.
    ///
    /// ```no_run
    /// use mcp_runtime_ship::page::Page;
    ///
    /// # fn serve() -> mcp_runtime::Result<()> {
    /// let (page, token) = Page::new().path("/try").random_token();
    /// println!("http://127.0.0.1:8000/try#{token}");
    /// let http = page.add_to(mcp_runtime::server!().build()?.into_http())?;
    /// // In axum:
    /// // Router::new().route_service("/mcp", http.clone()).route_service("/try", http.clone())
    /// //     .route_service("/try/{*rest}", http)
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Set the [path](Http::path) of MCP before; if the service is mounted in a router, mount it at
    /// the path of the page, too. Everyone who may use the server may use the page; on a network
    /// address, give the page a token, or [protect](Http::protect) the server.
    ///
    /// # Errors
    ///
    /// Never, so far.
    pub fn add_to(self, http: Http) -> Result<Http> {
        let Self { path, token, keeps_history } = self;
        let mcp: Arc<str> = http.served_path().into();
        let history = keeps_history.then(Arc::<History>::default);
        let recorder = history.clone().zip(token.clone());
        let page = ServedPage::new(&path, Arc::clone(&mcp), token.clone(), history);
        let mut http =
            page.paths().into_iter().fold(http, |http, path| http.route(path, page.clone()));
        if let Some((history, token)) = recorder {
            http = http.layer(RecordLayer::new(history, token, mcp));
        }
        match token {
            Some(token) => {
                let scopes = http.scopes_of_handlers();
                http.protect(token.authorizer(scopes))
            }
            None => Ok(http),
        }
    }
}
