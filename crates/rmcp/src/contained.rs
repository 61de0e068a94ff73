//! Panics of a server of rmcp, which end the request instead of leaving it without a response.

use std::borrow::Cow;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

use rmcp::model::{ClientNotification, ClientRequest, ProtocolVersion, ServerConfig, ServerResult};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ErrorData, RoleServer, Service};

/// A server whose panics end the request in which they happen: rmcp runs each in a task of its own,
/// and does not respond if that panics.
pub(crate) struct Contained<S>(pub(crate) S);

impl<S: Service<RoleServer>> Service<RoleServer> for Contained<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        catch_panic(|| self.0.handle_request(request, context)).await
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.0.supported_protocol_versions()
    }
}

/// Runs what handles a request; a panic is an error, without what it says, which may be private.
async fn catch_panic<T, F>(handle: impl FnOnce() -> F) -> Result<T, ErrorData>
where
    F: Future<Output = Result<T, ErrorData>>,
{
    // The future itself may be made by code that panics.
    let mut handled = pin!(async { handle().await });
    poll_fn(|cx| {
        catch_unwind(AssertUnwindSafe(|| handled.as_mut().poll(cx))).unwrap_or_else(|_| {
            tracing::error!("an rmcp handler panicked");
            Poll::Ready(Err(ErrorData::internal_error("the handler panicked", None)))
        })
    })
    .await
}
