//! Subscriptions to changes of what the server offers, and the modern stream that announces them.
//! What one client is subscribed to is recorded in `negotiation::subscription_set`.
//!
//! Source: [2026-07-28, "Subscriptions"](https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions). Legacy sessions subscribe to resources only; they are notified of changed lists without a subscription.

mod guards;

use std::sync::Arc;

use serde_json::Value;
use tokio::sync::watch;

use super::extensions::BroadcastStream;
use super::not_offered;
use super::notification_stream::Subscribers;
use super::notify::{notify, send};
use super::resources::not_found;
use super::response::{BoxFuture, Step};
use super::{
    Abilities, Context, Lists, NotificationStream, Reply, Response, Server, ServerNotification,
    SubscribeAll, TaskService,
};
use crate::jsonrpc::{ErrorObject, RequestId, SharedPeer};
use crate::negotiation::{Params, RequestContext, SubscriptionSet, Topic, check_count};
use crate::protocol::base::to_value;
use crate::protocol::meta::keys;
use crate::protocol::uri::ResourceUri;
use crate::protocol::{
    Meta, Method, ProtocolVersion, SubscribeParams, SubscriptionFilter,
    SubscriptionsAcknowledgedParams, SubscriptionsListenParams, SubscriptionsListenResult,
};
use crate::quota::Quota;

pub(in crate::server) use guards::{BoxGuard, SubscriptionGuards};

/// The maximum size of subscriptions in bytes, per caller and in total.
const SUBSCRIBED_PER_CALLER: usize = 2 * 1024 * 1024;
const SUBSCRIBED_IN_ALL: usize = 32 * 1024 * 1024;

/// The overhead of a subscription in bytes, besides its URI.
const TOPIC: usize = 512;

/// The maximum length of the URI of a subscription.
const LONGEST_URI: usize = 8 * 1024;

/// What clients are notified of.
pub(super) struct Subscriptions {
    pub(super) abilities: Abilities,
    /// Counts the changes of each list; never sends if no list can change.
    pub(super) changes: watch::Sender<Lists<u64>>,
    /// The subscribers, if there is anything to subscribe to.
    pub(super) subscribers: Option<Subscribers>,
    /// The quota for the subscriptions of callers.
    pub(super) quota: Arc<Quota>,
    pub(super) guards: Option<SubscriptionGuards>,
}

impl Subscriptions {
    pub(super) fn new(
        abilities: Abilities,
        can_notify: bool,
        guards: Option<SubscriptionGuards>,
    ) -> Self {
        Self {
            abilities,
            changes: watch::Sender::default(),
            subscribers: can_notify.then(Subscribers::default),
            quota: Quota::new(SUBSCRIBED_PER_CALLER, SUBSCRIBED_IN_ALL),
            guards,
        }
    }
}

impl Server {
    /// Notifies the clients that have subscribed to a resource that it has changed.
    ///
    /// ```
    /// use mcp_runtime::{Changes, resource, server};
    ///
    /// /// The time.
    /// #[resource("test://clock")]
    /// fn clock() -> String {
    ///     "12:00".to_owned()
    /// }
    ///
    /// let server = server!().resource::<clock>().changes(Changes::new().resource_updates()).build()?;
    /// server.resource_updated("test://clock");
    /// # Ok::<(), mcp_runtime::Error>(())
    /// ```
    ///
    /// No client is notified if the server was built without
    /// [`Changes::resource_updates`](super::Changes::resource_updates), and has no resource that
    /// announces its own changes.
    #[inline]
    pub fn resource_updated(&self, uri: &str) {
        self.announce(&Topic::Resource(ResourceUri::new(&*self.outermost_uri(uri))));
    }

    /// Opens a stream of changes; it ends when the client cancels it or the connection ends.
    pub(super) fn listen(
        &self,
        context: Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let raw = params.raw.unwrap_or("{}");
        if raw.len() > SUBSCRIBED_PER_CALLER {
            return Err(ErrorObject::invalid_params(format!(
                "`params` may be at most {SUBSCRIBED_PER_CALLER} bytes long, not {}",
                raw.len()
            )));
        }
        let params: SubscriptionsListenParams = serde_json::from_str(raw)
            .map_err(|error| ErrorObject::invalid_params(format!("`params`: {error}")))?;
        // Only notifications that can occur are agreed to.
        let mut wanted = params.notifications;
        let of_extensions = self.wanted_topics(&context, &mut wanted)?;
        let Lists([tools, prompts, resources]) = self.0.subscriptions.abilities.dynamic;
        let mut agreed = SubscriptionFilter::default();
        agreed.tools_list_changed = wanted.tools_list_changed.filter(|_| tools);
        agreed.prompts_list_changed = wanted.prompts_list_changed.filter(|_| prompts);
        agreed.resources_list_changed = wanted.resources_list_changed.filter(|_| resources);
        agreed.other = wanted.other;
        let subscribe = self.offered(Method::Subscribe).ok().and_then(|now| now.services.subscribe);
        let uris = subscribe.zip(wanted.resource_subscriptions);
        let count = uris.as_ref().map_or(0, |(_, uris)| uris.len());
        check_count("resourceSubscriptions", "resources", count)?;
        let tasks = wanted.task_ids.zip(self.0.persistence.tasks.clone());
        if let Some((ids, tasks)) = &tasks {
            tasks.check_listener(&context, ids)?;
        }
        let broadcasts = self.extension_broadcasts(of_extensions);
        let stream = stream(self.clone(), context, (agreed, broadcasts), uris, tasks);
        Ok(Step::of_request(Method::SubscriptionsListen, stream))
    }

    /// Subscribes the client of a legacy session to a resource.
    #[inline]
    pub(super) fn subscribe(
        &self,
        context: Context,
        params: &Params<'_>,
    ) -> Result<Step, ErrorObject> {
        let (subscriptions, uri) = self.subscription_to(&context, Method::Subscribe, params)?;
        let server = self.clone();
        Ok(Step::of_request(Method::Subscribe, async move {
            Reply::settled(server.add_subscription(&uri, &subscriptions, &context).await.err())
        }))
    }

    /// Unsubscribes the client of a legacy session from a resource.
    #[inline]
    pub(super) fn unsubscribe(
        &self,
        context: &Context,
        params: &Params<'_>,
    ) -> Result<Reply, ErrorObject> {
        let (subscriptions, uri) = self.subscription_to(context, Method::Unsubscribe, params)?;
        subscriptions.remove(&Topic::Resource(ResourceUri::new(uri)));
        Reply::settled(None)
    }

    /// Parses a request to subscribe or unsubscribe a legacy client; returns its set and the URI.
    #[inline]
    fn subscription_to(
        &self,
        context: &Context,
        method: Method,
        params: &Params<'_>,
    ) -> Result<(Arc<SubscriptionSet>, Box<str>), ErrorObject> {
        self.offered(method)?;
        let subscriptions =
            context.request().back.subscriptions().ok_or_else(|| not_offered(method))?;
        let params: SubscribeParams = serde_json::from_str(params.raw.unwrap_or("{}"))
            .map_err(|error| ErrorObject::invalid_params(format!("`uri`: {error}")))?;
        Ok((Arc::clone(subscriptions), params.uri.into()))
    }

    /// Subscribes the client of a legacy session to these resources only, as it requested from
    /// another replica.
    #[inline]
    pub(crate) async fn set_subscriptions(&self, request: RequestContext, wanted: &[String]) {
        let Some(subscriptions) = request.back.subscriptions().cloned() else { return };
        let has = subscriptions.resources();
        for uri in has.iter().filter(|uri| !wanted.contains(uri)) {
            subscriptions.remove(&Topic::Resource(ResourceUri::new(uri.as_str())));
        }
        let context = Context::new(self.clone(), request);
        for uri in wanted.iter().filter(|uri| !has.contains(uri)) {
            if let Err(error) = self.add_subscription(uri, &subscriptions, &context).await {
                tracing::warn!(%error, "could not subscribe a client to a resource; this replica will not notify it");
            }
        }
    }

    /// Subscribes a client to resources; returns those to which it can be subscribed.
    #[inline]
    pub(super) fn subscribe_all(
        context: Context,
        subscriptions: Arc<SubscriptionSet>,
        uris: Vec<String>,
    ) -> BoxFuture<Vec<String>> {
        Box::pin(async move {
            let mut agreed = Vec::new();
            for uri in uris {
                let server = context.server();
                if server.add_subscription(&uri, &subscriptions, &context).await.is_ok() {
                    agreed.push(uri);
                }
            }
            agreed
        })
    }

    /// Subscribes a client to a resource that it may read, and starts watching it.
    #[inline]
    async fn add_subscription(
        &self,
        uri: &str,
        subscriptions: &Arc<SubscriptionSet>,
        context: &Context,
    ) -> Result<(), ErrorObject> {
        if uri.len() > LONGEST_URI {
            let message =
                format!("`uri` may be at most {LONGEST_URI} bytes long, not {}", uri.len());
            return Err(ErrorObject::invalid_params(message));
        }
        let watching =
            self.current().watch_resource(context.clone(), uri).ok_or_else(|| not_found(uri))?;
        let spelled = ResourceUri::new(uri);
        // The URI is stored with the topics, with the changes, and with the watcher.
        let share = self
            .0
            .subscriptions
            .quota
            .reserve_own_part(&context.request().caller, TOPIC + 3 * spelled.size());
        let topic = Topic::Resource(spelled);
        match share {
            Some(share) if subscriptions.add(topic.clone()) => {
                subscriptions.keep_share(&topic, share)
            }
            Some(_) | None => {
                let message = "too many subscriptions; end one of them";
                return Err(ErrorObject::invalid_params(message));
            }
        }
        let guards = self.0.subscriptions.guards.as_ref().filter(|_| !watching.is_watched);
        let mut begun = watching.begin(subscriptions, &topic).await;
        if let (Ok(()), Some(guards)) = (&begun, guards) {
            begun = guards.begin(context, uri, subscriptions, &topic).await;
        }
        begun.inspect_err(|_| subscriptions.remove(&topic))
    }
}

async fn stream(
    server: Server,
    context: Context,
    (mut agreed, of_extensions): (SubscriptionFilter, Option<BroadcastStream>),
    uris: Option<(SubscribeAll, Vec<String>)>,
    tasks: Option<(Vec<String>, Arc<dyn TaskService>)>,
) -> Response {
    let subscriptions = Arc::<SubscriptionSet>::default();
    let lists = Lists(
        [agreed.tools_list_changed, agreed.prompts_list_changed, agreed.resources_list_changed]
            .map(|agreed| agreed == Some(true)),
    );
    let mut notifications =
        NotificationStream::new(&server, lists, Arc::clone(&subscriptions), of_extensions);
    if let Some((subscribe, uris)) = uris {
        let agreeing = subscribe(context.shared(), Arc::clone(&subscriptions), uris);
        agreed.resource_subscriptions = Some(agreeing.await);
    }
    if let Some((ids, tasks)) = tasks {
        agreed.task_ids = Some(tasks.listen(&context, &subscriptions, ids).await?);
    }
    let request = context.request();
    let meta = subscription(&request.id);
    let mut result = SubscriptionsListenResult::default();
    result.meta = meta.clone().into();
    let mut acknowledged = SubscriptionsAcknowledgedParams::new(agreed);
    acknowledged.meta = Some(meta.clone());
    notify(&request.peer, request.version, Method::SubscriptionsAcknowledged, acknowledged).await;
    tokio::select! {
        biased;
        () = request.peer.closing() => {}
        () = send_notifications(&request.peer, request.version, &mut notifications, Some(&meta)) => {}
    }
    Ok(Reply::Listen(result))
}

/// Notifies a client of changes; runs until it is dropped.
pub(crate) async fn send_notifications(
    peer: &SharedPeer,
    version: ProtocolVersion,
    notifications: &mut NotificationStream,
    meta: Option<&Meta>,
) {
    loop {
        for notification in notifications.next().await {
            let mut message = Vec::new();
            match notification {
                ServerNotification::Topic(Topic::Task(id)) => {
                    let Some(changed) = notifications.task_changed(&id, version, meta).await else {
                        continue;
                    };
                    message = changed;
                }
                notification => notification.write(&mut message, version, meta),
            }
            send(peer, &message).await;
        }
    }
}

/// The `_meta` of the messages of a subscription: the id of the request that opened it.
fn subscription(id: &RequestId) -> Meta {
    let id = to_value(id).unwrap_or(Value::Null);
    Meta::from_iter([(keys::SUBSCRIPTION_ID.to_owned(), id)])
}
