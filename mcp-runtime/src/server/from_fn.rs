//! Middleware that is a function.

use std::fmt;
use std::task::{Context as TaskContext, Poll};

use tower_layer::Layer;
use tower_service::Service;

use super::Reply;
use super::layer::{Request, RequestService};
use super::response::BoxFuture;
use crate::error::Result;
use crate::jsonrpc::ErrorObject;

/// Makes a layer from an async function, which gets the request and the next service.
///
/// ```
/// use mcp_runtime::middleware::{Reply, Request, RequestService, from_fn};
/// use mcp_runtime::{ErrorObject, Result, server};
///
/// async fn only_at_work(request: Request, next: RequestService) -> Result<Reply> {
///     if request.context.caller().principal().is_none() {
///         return Err(ErrorObject::invalid_request("log in first").into());
///     }
///     next.run(request).await
/// }
///
/// let server = server!().layer(from_fn(only_at_work));
/// ```
///
/// What a closure captures is cloned for each request.
pub fn from_fn<F, R>(function: F) -> FromFn<F>
where
    F: FnOnce(Request, RequestService) -> R + Clone + Send + Sync + 'static,
    R: Future<Output = Result<Reply>> + Send + 'static,
{
    FromFn(function)
}

/// A layer that is a function. See [`from_fn`].
#[derive(Clone)]
pub struct FromFn<F>(F);

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("FromFn").finish_non_exhaustive()
    }
}

impl<F: Clone> Layer<RequestService> for FromFn<F> {
    type Service = FromFnService<F>;

    fn layer(&self, inner: RequestService) -> Self::Service {
        FromFnService { function: self.0.clone(), inner }
    }
}

/// The service of a layer that is a function. See [`from_fn`].
#[derive(Clone)]
pub struct FromFnService<F> {
    function: F,
    inner: RequestService,
}

impl<F> fmt::Debug for FromFnService<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFnService").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<F, R> Service<Request> for FromFnService<F>
where
    F: FnOnce(Request, RequestService) -> R + Clone,
    R: Future<Output = Result<Reply>> + Send + 'static,
{
    type Response = Reply;
    type Error = ErrorObject;
    type Future = BoxFuture<Result<Reply, ErrorObject>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), ErrorObject>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let reply = (self.function.clone())(request, self.inner.clone());
        Box::pin(async move { reply.await.map_err(ErrorObject::from) })
    }
}
