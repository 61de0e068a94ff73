//! Liveness and readiness probes, for load balancers.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use http::request::Parts;
use http::{Method, Request, Response, StatusCode};
use serde_json::{Map, Value, json};
use tower_service::Service;

use super::Http;
use super::head::Head;
use super::options::HttpSettings;
use super::refusal::Refusal;
use super::response_body::Body;
use crate::caller::Caller;
use crate::debug::short_debug;
use crate::server::Server;
use crate::server::checks::CheckOutcome;
use crate::server::response::BoxFuture;

/// Reports whether a server is ready for requests, wherever it is mounted; see [`Http::readiness`].
#[derive(Clone)]
pub struct Readiness {
    server: Server,
    is_draining: Arc<AtomicBool>,
}

short_debug!(Readiness { server });

impl Http {
    /// Returns a service that answers 200 if the server is ready for requests, and 503 if one of
    /// its [checks](crate::ServerBuilder::check) fails, it does not listen to other replicas yet,
    /// or it is [draining](Self::drain). Use it for `/ready` when the server is mounted in another
    /// one. It reveals nothing about the checks.
    ///
    /// ```
    /// let http = mcp_runtime::server!().build()?.into_http();
    /// let readiness = http.readiness();
    /// // In axum: Router::new().route_service("/mcp", http).route_service("/ready", readiness)
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    pub fn readiness(&self) -> Readiness {
        Readiness { server: self.server.clone(), is_draining: Arc::clone(&self.is_draining) }
    }

    /// Marks the process as about to end: it is no longer ready, so that load balancers send
    /// requests elsewhere, but it still serves those that arrive. [`serve`](Self::serve) calls this
    /// itself.
    pub fn drain(&self) {
        self.is_draining.store(true, Ordering::Relaxed);
    }

    /// Whether a request is a probe.
    pub(super) fn is_probe(&self, head: &Parts) -> bool {
        let HttpSettings { health, ready, .. } = &*self.options;
        let paths = [health, ready].map(Option::as_deref);
        matches!(head.method, Method::GET | Method::HEAD) && paths.contains(&Some(head.uri.path()))
    }

    /// Answers a request if it is a probe. This precedes authentication, since a probe knows
    /// neither the host name nor a token of the server. Only callers that may use the server from
    /// this machine see the checks.
    pub(super) async fn probed(&self, head: &Head<'_>) -> Option<Response<Body>> {
        if !self.is_probe(head.parts) {
            return None;
        }
        if self.options.health.as_deref() == Some(head.parts.uri.path()) {
            return Some(Body::text(StatusCode::OK, "ok"));
        }
        // A request forwarded by a local proxy is not local.
        let is_passed_on = ["forwarded", "x-forwarded-for", "via"]
            .iter()
            .any(|name| head.parts.headers.contains_key(*name));
        let is_of_this_machine =
            matches!(self.connection_caller, Caller::Connection(_)) && !is_passed_on;
        let tells_checks = is_of_this_machine && self.options.host_and_origin.check(head).is_ok();
        Some(self.readiness().answer(tells_checks).await)
    }
}

impl Readiness {
    async fn answer(&self, tells_checks: bool) -> Response<Body> {
        // When the server is mounted in another one, nothing else starts these before the first
        // request.
        self.server.begin_tasks();
        self.server.begin_sharing();
        let report = self.server.checks().report().await;
        let is_draining = self.is_draining.load(Ordering::Relaxed);
        let is_ok = report.iter().all(|(_, outcome)| *outcome == CheckOutcome::Ok)
            && self.server.listens_to_replicas();
        let (status, word) = match (is_draining, is_ok) {
            (true, _) => (StatusCode::SERVICE_UNAVAILABLE, "draining"),
            (false, true) => (StatusCode::OK, "ok"),
            (false, false) => (StatusCode::SERVICE_UNAVAILABLE, "unavailable"),
        };
        let mut answer = json!({ "status": word });
        if tells_checks {
            let checks =
                report.iter().map(|(name, outcome)| (name.clone(), outcome.as_str().into()));
            answer["checks"] = Value::Object(checks.collect::<Map<_, _>>());
        }
        Body::json(status, answer.to_string())
    }
}

impl<B> Service<Request<B>> for Readiness {
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Result<Response<Body>, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let is_asked = matches!(*request.method(), Method::GET | Method::HEAD);
        let readiness = self.clone();
        Box::pin(async move {
            Ok(if is_asked {
                readiness.answer(false).await
            } else {
                Refusal::method_not_allowed("GET", "here").into_response()
            })
        })
    }
}
