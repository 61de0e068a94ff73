//! Serves requests on paths of the program's own. Where all responses leave is said in the module
//! above `routes`.

use bytes::Buf;
use http::{Request, Response, StatusCode};

use super::{RequestBody, RouteAccess, StoredService};
use crate::transport::http::Http;
use crate::transport::http::access::BesideEndpoint;
use crate::transport::http::cors::Cors;
use crate::transport::http::head::{Head, OwnedHead};
use crate::transport::http::peer::Peer;
use crate::transport::http::principal::RemoteAddress;
use crate::transport::http::refusal::Refusal;
use crate::transport::http::request_body::too_large;
use crate::transport::http::response_body::{Body, BoxError};

/// The methods that a page of an allowed origin may use on a route.
const METHODS: &str = "GET, HEAD, POST, PUT, PATCH, DELETE";

impl Http {
    /// Whether something of the program's own may serve a path, or looks at what is served.
    #[inline]
    pub(in crate::transport::http) fn has_routes(&self) -> bool {
        self.routes.is_some()
    }

    /// Responds to a request on a connection of ours: through the layers, or else by its path.
    pub(in crate::transport::http) async fn respond_standalone<B>(
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
        if self.serves(head.parts().uri.path()) {
            return self.answer(&mut head, body).await;
        }
        if let Some(response) = self.respond_for_itself(&head).await {
            return response;
        }
        match self.respond_route(head, body).await {
            Ok(response) => response,
            Err((head, _)) => self.nothing_here(&head),
        }
    }

    /// Responds by a route of the program's own.
    ///
    /// # Errors
    ///
    /// The request, if there is no route for it.
    pub(in crate::transport::http) async fn respond_route<B>(
        &self,
        mut head: OwnedHead,
        body: B,
    ) -> Result<Response<Body>, (OwnedHead, B)>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let path = head.parts().uri.path();
        let found = self.routes.as_ref().and_then(|routes| {
            // Mounted in another server, MCP is at any path.
            let fallback = routes.fallback.as_ref().filter(|_| self.peer.is_some());
            routes.find(path).or(fallback.map(|service| (service, RouteAccess::Open)))
        });
        let Some((service, access)) = found else { return Err((head, body)) };
        let cors = match access {
            RouteAccess::CrossOrigin => Cors::Off,
            RouteAccess::Open | RouteAccess::Protected => self.cors_of(head.parts()),
        };
        if cors.is_asked_by(head.parts()) {
            let asked = Head::read(&head);
            let checked = self.check_host_and_origin(&asked);
            let answer = checked.and_then(|()| self.allow(&asked, METHODS));
            return Ok(cors.add_to(self.finish(&head, answer)));
        }
        let body = match self.admit_to_route(access, &mut head, body).await {
            Ok(unread) => unread,
            Err(response) => return Ok(cors.add_to(response)),
        };
        let response = self.call_route(service, head, body).await;
        Ok(cors.add_to(response.unwrap_or_else(|refusal| self.refused(refusal))))
    }

    /// Checks the host, the origin if the request may change something, and the authorization if the
    /// route is protected.
    async fn admit_to_route<B>(
        &self,
        access: RouteAccess,
        head: &mut OwnedHead,
        body: B,
    ) -> Result<B, Response<Body>>
    where
        B: http_body::Body,
        B::Error: Into<BoxError>,
    {
        let any_origin = access == RouteAccess::CrossOrigin || head.parts().method.is_safe();
        let checked = self.options.host_and_origin.check_unless(any_origin, &Head::read(head));
        checked.map_err(|refusal| self.refused(refusal))?;
        if access != RouteAccess::Protected {
            return Ok(body);
        }
        match &self.authorizer {
            Some(authorizer) => {
                head.parts_mut().extensions.insert(BesideEndpoint);
                self.authorize(&**authorizer, head, body).await
            }
            None => {
                let message = "the route is for authorized requests, and nothing authorizes them";
                Err(self.refused(Refusal::new(StatusCode::FORBIDDEN, message)))
            }
        }
    }

    async fn call_route<B>(
        &self,
        service: &StoredService,
        head: OwnedHead,
        body: B,
    ) -> Result<Response<Body>, Refusal>
    where
        B: http_body::Body + Send + 'static,
        B::Data: Buf + Send,
        B::Error: Into<BoxError>,
    {
        let read = Head::read(&head);
        let running = self.admit(&self.caller(&read), &read).map_err(Refusal::busy)?;
        let limit = self.options.limits.max_body;
        if body.size_hint().lower() > limit as u64 {
            return Err(too_large(limit));
        }
        let (body, exceeded) = RequestBody::new(body).within(limit, self.options.limits.body_time);
        let response = service.call(Request::from_parts(head.into_parts(), body)).await;
        match exceeded.refusal() {
            Some(refusal) => Err(refusal),
            None => Ok(response.map(|body| body.holding(running))),
        }
    }
}
