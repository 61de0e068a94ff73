//! Changes of what the server offers, and the modern stream that tells of them.
//!
//! Source: 2026-07-28, "Subscriptions". Legacy sessions are told without asking.

use serde_json::Value;
use tokio::sync::watch;

use super::handler::Step;
use super::notify::notify;
use super::{Context, Reply, Response, Server};
use crate::jsonrpc::{ErrorObject, RequestId};
use crate::negotiation::Params;
use crate::protocol::meta::keys;
use crate::protocol::{
    Meta, Method, NotificationParams, SubscriptionFilter, SubscriptionsAcknowledgedParams,
    SubscriptionsListenParams, SubscriptionsListenResult,
};

/// How often each list has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Changes {
    pub(crate) tools: u64,
}

impl Changes {
    /// The notifications that tell what changed since.
    pub(crate) fn since(self, before: Self) -> impl Iterator<Item = Method> {
        (self.tools != before.tools).then_some(Method::ToolListChanged).into_iter()
    }
}

impl Server {
    /// Follows the changes; `None` where nothing can change.
    pub(crate) fn changes(&self) -> Option<watch::Receiver<Changes>> {
        self.can_change().then(|| self.0.changes.subscribe())
    }

    /// Opens a stream of changes; it ends when the client cancels it or the connection ends.
    pub(super) fn listen(
        &self,
        context: Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let params: SubscriptionsListenParams = serde_json::from_str(params.raw.unwrap_or("{}"))
            .map_err(|error| ErrorObject::invalid_params(format!("`params`: {error}")))?;
        // Only what can happen is agreed to.
        let mut agreed = SubscriptionFilter::default();
        if self.can_change() && params.notifications.tools_list_changed == Some(true) {
            agreed.tools_list_changed = Some(true);
        }
        let changes = self.changes().filter(|_| agreed.tools_list_changed.is_some());
        Ok(Step::Pending(Box::pin(stream(context, agreed, changes))))
    }
}

async fn stream(
    context: Context,
    agreed: SubscriptionFilter,
    changes: Option<watch::Receiver<Changes>>,
) -> Response {
    let request = context.request();
    let meta = subscription(&request.id);
    let mut result = SubscriptionsListenResult::default();
    result.meta.entries = meta.clone();
    let mut acknowledged = SubscriptionsAcknowledgedParams::new(agreed);
    acknowledged.meta = Some(meta.clone());
    notify(&request.peer, request.version, Method::SubscriptionsAcknowledged, acknowledged).await;
    tokio::select! {
        biased;
        () = request.peer.closing() => {}
        () = tell(&context, changes, &meta) => {}
    }
    Ok(Reply::Listen(result))
}

async fn tell(context: &Context, changes: Option<watch::Receiver<Changes>>, meta: &Meta) {
    let Some(mut changes) = changes else {
        return std::future::pending().await;
    };
    let request = context.request();
    let mut before = *changes.borrow_and_update();
    while changes.changed().await.is_ok() {
        let now = *changes.borrow_and_update();
        for method in now.since(before) {
            let params = NotificationParams { meta: Some(meta.clone()) };
            notify(&request.peer, request.version, method, params).await;
        }
        before = now;
    }
}

/// Every message of a subscription names it by the id of the request that opened it.
fn subscription(id: &RequestId) -> Meta {
    let id = serde_json::to_value(id).unwrap_or(Value::Null);
    Meta::from_iter([(keys::SUBSCRIPTION_ID.to_owned(), id)])
}
