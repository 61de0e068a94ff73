//! The notifications that a server sends to one client outside of calls.
//!
//! Every notification has its row in `protocol::method`; those of a running call are sent by
//! `notify`.

use std::future::{pending, poll_fn};
use std::sync::{Arc, Weak};

use tokio::sync::watch;

use super::extensions::{BroadcastStream, ExtensionBroadcast, TopicFilter};
use super::{Lists, Server, TaskService};
use crate::jsonrpc::write_notification;
use crate::negotiation::{SubscriptionSet, Topic};
use crate::protocol::{
    ElicitationCompleteParams, Meta, Method, NotificationParams, ProtocolVersion,
    ResourceUpdatedParams, Revise as _,
};
use crate::session::Session;
use crate::sync::Mutex;

/// Receives the changes that its client is subscribed to.
#[derive(Default)]
pub(crate) struct NotificationStream {
    lists: Option<ListChanges>,
    subscriptions: Option<Arc<SubscriptionSet>>,
    tasks: Option<Arc<dyn TaskService>>,
    extensions: Option<BroadcastStream>,
}

struct ListChanges {
    changes: watch::Receiver<Lists<u64>>,
    /// The changes that have already been announced.
    announced: Lists<u64>,
    wanted: Lists<bool>,
}

/// Something that has changed.
pub(crate) enum ServerNotification {
    /// A list, by the notification that announces it.
    List(Method),
    /// A topic that the client has subscribed to.
    Topic(Topic),
    /// An encoded message.
    Message(Vec<u8>),
    /// The broadcast of an extension.
    Extension(Arc<ExtensionBroadcast>),
}

/// The clients of a server that may have subscriptions.
#[derive(Default)]
pub(super) struct Subscribers(Mutex<Vec<Weak<SubscriptionSet>>>);

impl Subscribers {
    /// Notifies all clients that are subscribed to a topic.
    #[inline]
    pub(super) fn notify(&self, topic: &Topic) {
        for subscriptions in self.0.lock().iter().filter_map(Weak::upgrade) {
            subscriptions.notify(topic);
        }
    }

    /// Notifies all clients of all their topics, any of which may have changed.
    #[inline]
    pub(super) fn notify_all(&self) {
        for subscriptions in self.0.lock().iter().filter_map(Weak::upgrade) {
            subscriptions.notify_all();
        }
    }

    fn add(&self, subscriptions: &Arc<SubscriptionSet>) {
        let mut clients = self.0.lock();
        if clients.len() == clients.capacity() {
            clients.retain(|client| client.strong_count() > 0);
            let left = clients.len();
            clients.reserve(left + 1);
        }
        clients.push(Arc::downgrade(subscriptions));
    }
}

impl Server {
    /// Returns the notifications for a legacy session.
    pub(crate) fn notifications(&self, session: &mut Session) -> NotificationStream {
        let subscriptions = session.subscriptions();
        let extensions =
            self.extension_broadcasts(TopicFilter::Session(Arc::clone(&subscriptions)));
        NotificationStream::new(
            self,
            self.0.subscriptions.abilities.dynamic,
            subscriptions,
            extensions,
        )
    }

    /// Notifies the clients that are subscribed to a topic, on this replica and on others.
    #[inline]
    pub(super) fn announce(&self, topic: &Topic) {
        if let Some(clients) = &self.0.subscriptions.subscribers {
            clients.notify(topic);
        }
        if let Some(sharing) = &self.0.persistence.sharing {
            sharing.publish_topic(topic);
        }
    }
}

impl NotificationStream {
    /// Creates the stream of changes to the wanted lists and to the client's topics.
    pub(crate) fn new(
        server: &Server,
        wanted: Lists<bool>,
        subscriptions: Arc<SubscriptionSet>,
        extensions: Option<BroadcastStream>,
    ) -> Self {
        let lists = wanted.any().then(|| {
            let changes = server.0.subscriptions.changes.subscribe();
            let announced = *changes.borrow();
            ListChanges { changes, announced, wanted }
        });
        let subscriptions = server.0.subscriptions.subscribers.as_ref().map(|clients| {
            clients.add(&subscriptions);
            subscriptions
        });
        Self { lists, subscriptions, tasks: server.0.persistence.tasks.clone(), extensions }
    }

    /// Returns the notification that a task has changed.
    pub(super) async fn task_changed(
        &self,
        id: &str,
        version: ProtocolVersion,
        meta: Option<&Meta>,
    ) -> Option<Vec<u8>> {
        self.tasks.as_ref()?.changed(id, version, meta).await
    }

    /// Waits for notifications; several changes of the same thing are announced once.
    pub(crate) async fn next(&mut self) -> Vec<ServerNotification> {
        if self.lists.is_none() && self.subscriptions.is_none() && self.extensions.is_none() {
            return pending().await;
        }
        loop {
            let notifications = tokio::select! {
                biased;
                notifications = list_notifications(&mut self.lists) => notifications,
                notifications = topic_notifications(self.subscriptions.as_deref()) => notifications,
                notifications = extension_notifications(&mut self.extensions) => notifications,
            };
            if !notifications.is_empty() {
                return notifications;
            }
        }
    }
}

async fn list_notifications(lists: &mut Option<ListChanges>) -> Vec<ServerNotification> {
    if let Some(ListChanges { changes, announced, wanted }) = lists
        && changes.changed().await.is_ok()
    {
        let now = *changes.borrow_and_update();
        return now
            .since(std::mem::replace(announced, now), *wanted)
            .map(ServerNotification::List)
            .collect();
    }
    pending().await
}

async fn topic_notifications(subscriptions: Option<&SubscriptionSet>) -> Vec<ServerNotification> {
    let Some(subscriptions) = subscriptions else { return pending().await };
    let (topics, messages) = poll_fn(|cx| subscriptions.poll_notifications(cx)).await;
    topics
        .into_iter()
        .map(ServerNotification::Topic)
        .chain(messages.into_iter().map(ServerNotification::Message))
        .collect()
}

async fn extension_notifications(
    extensions: &mut Option<BroadcastStream>,
) -> Vec<ServerNotification> {
    let Some(extensions) = extensions else { return pending().await };
    vec![ServerNotification::Extension(extensions.next().await)]
}

impl ServerNotification {
    /// Appends the notification that announces it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion, meta: Option<&Meta>) {
        let own = || meta.cloned();
        match self {
            Self::Extension(broadcast) => broadcast.write(out, meta),
            Self::List(method) => {
                let mut params = NotificationParams::default();
                params.meta = own();
                write_notification(out, method.name(), &params);
            }
            Self::Topic(Topic::Resource(uri)) => {
                let mut params = ResourceUpdatedParams::new(uri.spelled());
                params.meta = own();
                params.revise(version);
                write_notification(out, Method::ResourceUpdated.name(), &params);
            }
            Self::Topic(Topic::Interaction(id)) => {
                let mut params = ElicitationCompleteParams::new(&**id);
                params.meta = own();
                write_notification(out, Method::ElicitationComplete.name(), &params);
            }
            Self::Message(message) => out.extend_from_slice(message),
            // The state of a task must be read first.
            Self::Topic(Topic::Task(_)) => {}
        }
    }
}
