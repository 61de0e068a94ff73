//! The page, as it is served.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::sync::Arc;
use std::task::{Context, Poll};

use http::header::{ALLOW, ORIGIN};
use http::request::Parts;
use http::{HeaderValue, Method, Request, Response, StatusCode};
use tower_service::Service;

use super::documents;
use super::history::History;
use super::refusal::refusal;
use super::token::PageToken;

/// The documents of the page, and what they ask for.
#[derive(Clone)]
pub(super) struct ServedPage(Arc<Parameters>);

struct Parameters {
    /// What the paths begin with, without a slash at the end.
    path: String,
    /// The path of MCP.
    mcp: Arc<str>,
    token: Option<PageToken>,
    history: Option<Arc<History>>,
}

impl ServedPage {
    pub(super) fn new(
        path: &str,
        mcp: Arc<str>,
        token: Option<PageToken>,
        history: Option<Arc<History>>,
    ) -> Self {
        Self(Arc::new(Parameters { path: path.to_owned(), mcp, token, history }))
    }

    /// The paths at which it is served.
    pub(super) fn paths(&self) -> Vec<String> {
        let path = &self.0.path;
        let mut paths = ["/", "/app", "/history"].map(|end| format!("{path}{end}")).to_vec();
        if !path.is_empty() {
            paths.push(path.clone());
        }
        paths
    }

    fn respond(&self, head: &Parts) -> Response<String> {
        let Parameters { path, mcp, history, .. } = &*self.0;
        if !matches!(head.method, Method::GET | Method::HEAD) {
            let mut response = refusal(StatusCode::METHOD_NOT_ALLOWED, "only GET is allowed here");
            response.headers_mut().insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
            return response;
        }
        // The page asks for its documents without one: only those of other origins name theirs.
        if head.headers.contains_key(ORIGIN) {
            return refusal(
                StatusCode::FORBIDDEN,
                "requests from pages of other origins are not allowed",
            );
        }
        match head.uri.path().strip_prefix(path.as_str()) {
            Some("/app") => documents::app(head.uri.query().unwrap_or_default()),
            Some("/history") => self.history(head),
            _ => documents::page(mcp, history.is_some()),
        }
    }

    fn history(&self, head: &Parts) -> Response<String> {
        let Some(history) = &self.0.history else {
            return refusal(StatusCode::FORBIDDEN, "no history is kept");
        };
        match &self.0.token {
            None => refusal(StatusCode::FORBIDDEN, "the history requires a token"),
            Some(token) if !token.is_in(head) => token.challenge(),
            Some(_) => {
                documents::json(history.to_json(after(head.uri.query().unwrap_or_default())))
            }
        }
    }
}

/// The last event that the page has seen.
fn after(query: &str) -> u64 {
    query.strip_prefix("after=").and_then(|number| number.parse().ok()).unwrap_or_default()
}

impl<B> Service<Request<B>> for ServedPage {
    type Response = Response<String>;
    type Error = Infallible;
    type Future = Ready<Result<Response<String>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        ready(Ok(self.respond(&request.into_parts().0)))
    }
}
