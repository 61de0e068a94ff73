//! Changes of what the server offers, and the modern stream that tells of them.
//!
//! Source: 2026-07-28, "Subscriptions". Legacy sessions are told without asking.

use std::sync::Arc;

use serde_json::Value;

use super::handler::Step;
use super::notify::{notify, send};
use super::{Context, Follower, Lists, Reply, Response, Server};
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::Params;
use crate::protocol::meta::keys;
use crate::protocol::{
    Meta, Method, ProtocolVersion, SubscriptionFilter, SubscriptionsAcknowledgedParams,
    SubscriptionsListenParams, SubscriptionsListenResult,
};
use crate::session::Subscribed;

impl Server {
    /// Tells the clients that have subscribed to a resource that it is another now.
    ///
    /// ```
    /// use mcp_runtime::{resource, server};
    ///
    /// /// The time.
    /// #[resource("test://clock")]
    /// fn clock() -> String {
    ///     "12:00".to_owned()
    /// }
    ///
    /// let server = server!().resource::<clock>().resource_updates().build()?;
    /// server.resource_updated("test://clock");
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// Nobody is told where the server was built without
    /// [`resource_updates`](super::ServerBuilder::resource_updates).
    pub fn resource_updated(&self, uri: &str) {
        if let Some(updates) = &self.0.updates {
            // That nobody listens is no error.
            let _ = updates.send(uri.into());
        }
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
        let wanted = params.notifications;
        let Lists([tools, prompts, resources]) = self.0.dynamic;
        let can_update = self.0.updates.is_some();
        let agreed = SubscriptionFilter {
            tools_list_changed: wanted.tools_list_changed.filter(|_| tools),
            prompts_list_changed: wanted.prompts_list_changed.filter(|_| prompts),
            resources_list_changed: wanted.resources_list_changed.filter(|_| resources),
            resource_subscriptions: wanted.resource_subscriptions.filter(|_| can_update),
        };
        let uris = agreed.resource_subscriptions.clone().unwrap_or_default();
        let lists = Lists(
            [agreed.tools_list_changed, agreed.prompts_list_changed, agreed.resources_list_changed]
                .map(|agreed| agreed == Some(true)),
        );
        let follower = Follower::new(self, lists, Arc::new(Subscribed::of(uris)));
        Ok(Step::Pending(Box::pin(stream(context, agreed, follower))))
    }
}

async fn stream(context: Context, agreed: SubscriptionFilter, mut follower: Follower) -> Response {
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
        () = tell(&request.peer, request.version, &mut follower, Some(&meta)) => {}
    }
    Ok(Reply::Listen(result))
}

/// Tells a client of changes for as long as it is there.
pub(crate) async fn tell(
    peer: &SharedPeer,
    version: ProtocolVersion,
    follower: &mut Follower,
    meta: Option<&Meta>,
) {
    loop {
        for news in follower.news().await {
            let mut message = Vec::new();
            news.write(&mut message, version, meta);
            send(peer, &message).await;
        }
    }
}

/// Every message of a subscription names it by the id of the request that opened it.
fn subscription(id: &RequestId) -> Meta {
    let id = serde_json::to_value(id).unwrap_or(Value::Null);
    Meta::from_iter([(keys::SUBSCRIPTION_ID.to_owned(), id)])
}
