//! Serves requests by their path: MCP, routes of the program's own, and what else is beside it.

use bytes::Buf;
use http::request::Parts;
use http::{Request, Response, StatusCode};

use super::{RequestBody, RouteAccess, StoredService};
use crate::http::Http;
use crate::http::access::BesideEndpoint;
use crate::http::cors::Cors;
use crate::http::head::{Head, OwnedHead};
use crate::http::peer::Peer;
use crate::http::principal::RemoteAddress;
use crate::http::refusal::Refusal;
use crate::http::request_body::too_large;
use crate::http::response_body::{Body, BoxError};

/// The methods that a page of an allowed origin may use on a route.
const METHODS: &str = "GET, HEAD, POST, PUT, PATCH, DELETE";

impl Http {
    /// Whether something of the program's own may serve a path, or looks at what is served.
    #[inline]
    pub(in crate::http) fn has_routes(&self) -> bool {
        self.routes.is_some()
    }

    /// Responds to a request through the layers, if there are some, and by its path.
    pub(in crate::http) async fn respond_within_layers<B>(
        &self,
        head: OwnedHead,
        body: B,
    ) -> Response<Body>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let Some(layered) = &self.layered else {
            return self.respond_by_path(head, body).await;
        };
        let mut parts = head.into_parts();
        if let Some(address) = self.peer.and_then(Peer::address)
            && parts.extensions.get::<RemoteAddress>().is_none()
        {
            parts.extensions.insert(RemoteAddress(address));
        }
        layered.call(Request::from_parts(parts, RequestBody::new(body))).await
    }

    async fn respond_by_path<B>(&self, mut head: OwnedHead, body: B) -> Response<Body>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let parts = head.parts();
        if self.is_for_mcp(parts) {
            self.answer(&mut head, body).await
        } else if let Some((service, access)) = self.route_for(parts) {
            self.respond_route(service, access, head, body).await
        } else {
            self.respond_beside(&head).await
        }
    }

    fn is_for_mcp(&self, head: &Parts) -> bool {
        let path = head.uri.path();
        match self.peer {
            Some(_) => self.serves(path),
            // Mounted in another server, MCP is wherever nothing else is.
            None => self.document_at(path).is_none() && self.route_for(head).is_none(),
        }
    }

    /// The route that serves a request, unless it is for a document or a probe.
    fn route_for(&self, head: &Parts) -> Option<(&StoredService, RouteAccess)> {
        let routes = self.routes.as_ref()?;
        let path = head.uri.path();
        let is_standalone = self.peer.is_some();
        if self.document_at(path).is_some() || is_standalone && self.is_probe(head) {
            return None;
        }
        let fallback = routes.fallback.as_ref().filter(|_| is_standalone);
        routes.find(path).or(fallback.map(|service| (service, RouteAccess::Open)))
    }

    async fn respond_route<B>(
        &self,
        service: &StoredService,
        access: RouteAccess,
        head: OwnedHead,
        body: B,
    ) -> Response<Body>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let cors = match access {
            RouteAccess::CrossOrigin => Cors::Off,
            RouteAccess::Open | RouteAccess::Protected => self.cors_of(head.parts()),
        };
        let response = if cors.is_asked_by(head.parts()) {
            let asked = Head::read(&head);
            self.check_host_and_origin(&asked).and_then(|()| self.allow(&asked, METHODS))
        } else {
            self.call_route(service, access, head, body).await
        };
        self.send(&cors, response)
    }

    /// Checks the host, the origin if the request may change something, and the authorization if the
    /// route is protected.
    async fn admit_to_route<B>(
        &self,
        access: RouteAccess,
        head: &mut OwnedHead,
        body: B,
    ) -> Result<B, Refusal>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        let any_origin = access == RouteAccess::CrossOrigin || head.parts().method.is_safe();
        self.options.host_and_origin.check_unless(any_origin, &Head::read(head))?;
        if access != RouteAccess::Protected {
            return Ok(body);
        }
        match &self.authorizer {
            Some(authorizer) => {
                head.parts_mut().extensions.insert(BesideEndpoint);
                self.authorize(&**authorizer, head, body).await
            }
            None => {
                let message = "the route requires authorization, but the server has none";
                Err(Refusal::new(StatusCode::FORBIDDEN, message))
            }
        }
    }

    async fn call_route<B>(
        &self,
        service: &StoredService,
        access: RouteAccess,
        mut head: OwnedHead,
        body: B,
    ) -> Result<Response<Body>, Refusal>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let body = self.admit_to_route(access, &mut head, body).await?;
        let read = Head::read(&head);
        let caller = self.caller(&read);
        let running = self.admit(&caller, &read).map_err(Refusal::busy)?;
        let limit = self.options.limits.max_body;
        if body.size_hint().lower() > limit as u64 {
            return Err(too_large(limit));
        }
        let time = self.options.limits.body_time;
        let account = self.quotas.bodies(caller);
        let (body, charge) = RequestBody::new(body).within(limit, time, account);
        let response = service.call(Request::from_parts(head.into_parts(), body)).await;
        match charge.refusal() {
            Some(refusal) => Err(refusal),
            None => Ok(response.map(|body| body.holding((running, charge)))),
        }
    }
}
