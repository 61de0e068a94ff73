//! Middleware: tower layers around every request.

use std::future::poll_fn;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use tower_service::Service;

use super::response::{BoxFuture, Step};
use super::{Context, Reply};
use crate::debug::short_debug;
use crate::error::{BoxError, Result};
use crate::jsonrpc::{ErrorObject, string};
use crate::negotiation::Params;
use crate::protocol::Method;

/// A request on its way through the middleware.
#[derive(Clone)]
#[non_exhaustive]
pub struct Request {
    /// The context of the request, with its caller.
    pub context: Context,
    /// The method to call.
    pub method: Method,
    /// The parameters, as JSON text.
    pub params: Option<String>,
}

short_debug!(Request { context, method });

impl Request {
    /// The name of the tool, if this is a call of one that names it.
    #[inline]
    pub fn tool_name(&self) -> Option<String> {
        if self.method != Method::CallTool {
            return None;
        }
        tool_in(self.params.as_deref())
    }
}

/// The name of the tool in the parameters of a call.
#[inline]
pub(super) fn tool_in(params: Option<&str>) -> Option<String> {
    let params = Params::scan(params).ok()?;
    Some(string(params.name?)?.into_owned())
}

/// The service that a layer wraps: it turns a [`Request`] into a [`Reply`].
///
/// It is the service that `L: tower::Layer<RequestService>` gets in
/// [`ServerBuilder::layer`](super::ServerBuilder::layer).
#[derive(Clone)]
pub struct RequestService(Arc<Serve>);

short_debug!(RequestService {});

type Serve = dyn Fn(Request) -> BoxFuture<Result<Reply, BoxError>> + Send + Sync;

impl RequestService {
    /// The innermost service: the server itself.
    pub(super) fn innermost() -> Self {
        Self(Arc::new(|request| {
            let server = request.context.server().clone();
            server.serve_innermost(request)
        }))
    }

    /// A service with layers around it, with its type erased.
    pub(super) fn layered<S>(service: S) -> Self
    where
        S: Service<Request, Response = Reply> + Clone + Send + Sync + 'static,
        S::Error: Into<BoxError>,
        S::Future: Send,
    {
        Self(Arc::new(move |request| {
            let mut service = service.clone();
            Box::pin(async move {
                poll_fn(|cx| service.poll_ready(cx)).await.map_err(Into::into)?;
                service.call(request).await.map_err(Into::into)
            })
        }))
    }

    /// A service that passes the calls of some tools to one service, and everything else to another.
    #[inline]
    pub(super) fn of_tools(names: Vec<String>, service: Self, others: Self) -> Self {
        Self(Arc::new(move |request| {
            let is_one = request.tool_name().is_some_and(|name| names.contains(&name));
            let Self(serve) = if is_one { &service } else { &others };
            serve(request)
        }))
    }

    /// Passes a request on.
    ///
    /// # Errors
    ///
    /// When the response is an error of the protocol.
    pub async fn run(self, request: Request) -> Result<Reply> {
        (self.0)(request).await.map_err(|error| error_object(error).into())
    }

    pub(super) fn step(&self, mut context: Context, method: Method, params: &Params<'_>) -> Step {
        context.set_meta(params);
        self.begin(context, method, params.raw.map(str::to_owned))
    }

    /// Runs a request whose context has its `_meta`.
    pub(super) fn begin(
        &self,
        mut context: Context,
        method: Method,
        params: Option<String>,
    ) -> Step {
        // A layer may tell the client something after its inner service has returned.
        let end = context.take_end();
        let reply = (self.0)(Request { context, method, params });
        Step::of_request(method, async move {
            let _end = end;
            reply.await.map_err(error_object)
        })
    }
}

/// The error of the protocol that a layer returns, or the one that tells of its own.
fn error_object(error: BoxError) -> ErrorObject {
    match error.downcast::<ErrorObject>() {
        Ok(error) => *error,
        Err(error) => ErrorObject::internal(error.to_string()),
    }
}

impl Service<Request> for RequestService {
    type Response = Reply;
    type Error = BoxError;
    type Future = BoxFuture<Result<Reply, BoxError>>;

    fn poll_ready(&mut self, _: &mut TaskContext<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        (self.0)(request)
    }
}
