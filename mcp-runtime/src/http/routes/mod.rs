//! Services of the program's own beside MCP, and layers around both.

mod body;
mod serve;
mod service;

use std::sync::Arc;

use http::{Request, Response};
use tower_layer::Layer;
use tower_service::Service;

use super::Http;
use super::options::HttpSettings;
use super::peer::Peer;
use super::response_body::BoxError;
use crate::error::{Error, Result};
pub use body::RequestBody;
pub(super) use service::StoredService;

/// Why a path cannot be served.
pub(super) const NO_PATH: &str = "a path must begin with `/`";
pub(super) const TAKEN: &str = "another route already uses this path";

/// A layer, as it is stored: what it makes of a service.
type StoredLayer = Arc<dyn Fn(Http) -> StoredService + Send + Sync>;

/// The routes of a program, and its layers from the innermost.
#[derive(Clone, Default)]
pub(super) struct Routes {
    routes: Vec<Route>,
    fallback: Option<StoredService>,
    layers: Vec<StoredLayer>,
}

#[derive(Clone)]
struct Route {
    /// `/webhook`, or `/files/*` for all paths below `/files/`.
    path: String,
    access: RouteAccess,
    service: StoredService,
}

/// Who may use a route.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RouteAccess {
    /// Anybody, but only pages of allowed origins may change something.
    Open,
    /// Anybody, and pages of any origin: the service decides.
    CrossOrigin,
    /// Whoever is authorized as for MCP.
    Protected,
}

impl Route {
    /// The start of the paths that it serves, if they are several.
    fn prefix(&self) -> Option<&str> {
        self.path.strip_suffix('*').filter(|prefix| prefix.ends_with('/'))
    }

    /// How well it fits a path: one for the path itself fits better than a prefix, and a long
    /// prefix better than a short one.
    fn fit(&self, path: &str) -> Option<usize> {
        if self.path == path {
            return Some(usize::MAX);
        }
        self.prefix().filter(|prefix| path.starts_with(prefix)).map(str::len)
    }
}

impl Routes {
    /// The service for a path, and who may use it.
    fn find(&self, path: &str) -> Option<(&StoredService, RouteAccess)> {
        let fitting = self.routes.iter().filter_map(|route| Some((route.fit(path)?, route)));
        let (_, best) = fitting.max_by_key(|(fit, _)| *fit)?;
        Some((&best.service, best.access))
    }
}

impl Http {
    /// Serves a path of your own beside MCP: a webhook, a file that proves who owns a domain.
    ///
    /// ```no_run
    /// use std::convert::Infallible;
    ///
    /// use http::{Request, Response};
    /// use mcp_runtime::http::{Body, RequestBody};
    /// use tower::service_fn;
    ///
    /// # async fn run() -> mcp_runtime::Result<()> {
    /// let proof = service_fn(async |_: Request<RequestBody>| {
    ///     Ok::<_, Infallible>(Response::new("it is ours".to_owned()))
    /// });
    /// let http = mcp_runtime::server!().build()?.into_http();
    /// http.route("/.well-known/proof", proof).serve(([127, 0, 0, 1], 8000).into()).await
    /// # }
    /// ```
    ///
    /// The path is compared as it is sent; `/files/*` serves all paths below `/files/`. What MCP is
    /// served at, probes and the documents of an authorizer come first. A handler of axum is a
    /// service, too: `axum::routing::post(handler)`, or a whole router as
    /// [`fallback`](Self::fallback).
    ///
    /// Anybody may use it; see [`protected_route`](Self::protected_route). The host is checked as for
    /// MCP, and the origin, too, unless the method is `GET`, `HEAD` or `OPTIONS`; see
    /// [`cross_origin_route`](Self::cross_origin_route). The limits of
    /// [`max_body_size`](super::HttpLimits::max_body_size) and
    /// [`body_timeout`](super::HttpLimits::body_timeout) apply. If the
    /// service fails or panics, the client gets 500.
    #[must_use]
    pub fn route<S, B>(self, path: impl Into<String>, service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        self.add_route(path.into(), RouteAccess::Open, StoredService::new(service))
    }

    /// As [`route`](Self::route), for requests that are authorized as those for MCP are: their
    /// extensions have the [`Principal`](super::Principal) and the [`Scopes`](super::Scopes).
    #[must_use]
    pub fn protected_route<S, B>(self, path: impl Into<String>, service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        self.add_route(path.into(), RouteAccess::Protected, StoredService::new(service))
    }

    /// As [`route`](Self::route), for pages of any origin, such as a form on another site. The service
    /// also answers preflights: put the layer for CORS of tower-http around it.
    #[must_use]
    pub fn cross_origin_route<S, B>(self, path: impl Into<String>, service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        self.add_route(path.into(), RouteAccess::CrossOrigin, StoredService::new(service))
    }

    /// Serves all paths that nothing else serves, such as by a router of axum; otherwise as
    /// [`route`](Self::route). Applies when [serving](Self::serve) standalone.
    #[must_use]
    pub fn fallback<S, B>(mut self, service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        self.routes_mut().fallback = Some(StoredService::new(service));
        self
    }

    /// Puts a layer of tower around everything that is served: MCP, probes, routes, and what is
    /// refused. The last one that is added is the outermost. Applies when
    /// [serving](Self::serve) standalone; there is one service for each connection.
    ///
    /// The extensions of a request have the [`RemoteAddress`](super::RemoteAddress) of its client.
    /// A layer that limits the time of a response also ends streams.
    #[must_use]
    pub fn layer<L, B>(mut self, layer: L) -> Self
    where
        L: Layer<Self> + Send + Sync + 'static,
        L::Service:
            Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request<RequestBody>>>::Error: Into<BoxError>,
        <L::Service as Service<Request<RequestBody>>>::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        let layer = Arc::new(move |http| StoredService::new(layer.layer(http)));
        self.routes_mut().layers.push(layer);
        self
    }

    fn add_route(mut self, path: String, access: RouteAccess, service: StoredService) -> Self {
        self.routes_mut().routes.push(Route { path, access, service });
        self
    }

    fn routes_mut(&mut self) -> &mut Routes {
        Arc::make_mut(self.routes.get_or_insert_default())
    }

    /// Checks that each route and each document can be reached.
    ///
    /// # Errors
    ///
    /// When its path is served otherwise, or is none.
    pub(super) fn check_routes(&self) -> Result<()> {
        let HttpSettings { path, http_sse, health, ready, .. } = &*self.options;
        let ours = [Some(path), http_sse.as_ref(), health.as_ref(), ready.as_ref()];
        self.check_documents(&ours)?;
        let ours = || ours.into_iter().flatten();
        let routes = self.routes.as_ref().map_or(&[][..], |routes| &routes.routes);
        for (place, route) in routes.iter().enumerate() {
            let is_taken = ours().any(|ours| *ours == route.path)
                || routes[..place].iter().any(|other| other.path == route.path);
            let problem = if !route.path.starts_with('/') {
                NO_PATH
            } else if is_taken {
                TAKEN
            } else if self.document_at(&route.path).is_some() {
                "a document already uses this path"
            } else if route.access == RouteAccess::Protected && !self.is_protected() {
                "it requires authorization, but the server has none: call `Http::protect`"
            } else {
                continue;
            };
            return Err(Error::other(format!("route `{}`: {problem}", route.path)));
        }
        Ok(())
    }

    /// Creates the service for one connection, with its layers around it.
    pub(super) fn with_layers(self, peer: Peer) -> Self {
        let routes = self.routes.clone();
        let layers = routes.iter().flat_map(|routes| &routes.layers);
        let standalone = Self { peer: Some(peer), ..self };
        layers.fold(standalone, |http, layer| {
            let layered = Some(layer(http.clone()));
            Self { layered, ..http }
        })
    }
}
