//! A service of the program's own, as it is stored.

use std::future::poll_fn;
use std::sync::Arc;

use http::{Request, Response, StatusCode};
use tower_service::Service;

use super::body::RequestBody;
use crate::debug::short_debug;
use crate::http::response_body::{Body, BoxError};
use crate::server::handler::catch_panic;
use crate::server::response::BoxFuture;

/// A service of any type, cloned for each request.
#[derive(Clone)]
pub(crate) struct StoredService(
    Arc<dyn Fn(Request<RequestBody>) -> BoxFuture<Response<Body>> + Send + Sync>,
);

short_debug!(StoredService {});

impl StoredService {
    pub(super) fn new<S, B>(service: S) -> Self
    where
        S: Service<Request<RequestBody>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<BoxError>,
    {
        Self(Arc::new(move |request| {
            let mut service = service.clone();
            let response = async move {
                poll_fn(|cx| service.poll_ready(cx)).await?;
                service.call(request).await
            };
            Box::pin(async {
                match catch_panic(response).await {
                    Ok(Ok(response)) => response.map(Body::of),
                    Ok(Err(error)) => failed(&*error.into()),
                    Err(_) => failed(&*BoxError::from("it panicked")),
                }
            })
        }))
    }

    pub(super) async fn call(&self, request: Request<RequestBody>) -> Response<Body> {
        (self.0)(request).await
    }
}

/// The response for a service that has none: the client is not told why.
fn failed(error: &(dyn std::error::Error + Send + Sync)) -> Response<Body> {
    tracing::error!(error = %error, "the service of a route failed");
    Body::text(StatusCode::INTERNAL_SERVER_ERROR, "the server failed to respond")
}
