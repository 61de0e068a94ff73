//! Follows, for one client, what changes at a server.

use std::future::{pending, poll_fn};
use std::sync::{Arc, Weak};

use tokio::sync::watch;

use super::extensions::{ExtensionNews, NewsFollower, Wanted};
use super::{Lists, Server, TaskService};
use crate::jsonrpc::write_notification;
use crate::negotiation::{Interests, Topic};
use crate::protocol::{
    ElicitationCompleteParams, Meta, Method, NotificationParams, ProtocolVersion,
    ResourceUpdatedParams, Revise as _,
};
use crate::session::Session;
use crate::sync::Mutex;

/// Sees the changes that its client wants to hear of.
#[derive(Default)]
pub(crate) struct Follower {
    lists: Option<ListsFollower>,
    interests: Option<Arc<Interests>>,
    tasks: Option<Arc<dyn TaskService>>,
    extensions: Option<NewsFollower>,
}

struct ListsFollower {
    changes: watch::Receiver<Lists<u64>>,
    /// The changes it has announced already.
    announced: Lists<u64>,
    wanted: Lists<bool>,
}

/// Something that has changed.
pub(crate) enum News {
    /// A list, by the notification that announces it.
    List(Method),
    /// What the client is interested in.
    Of(Topic),
    /// A message as it is sent.
    Message(Vec<u8>),
    /// What an extension announces.
    Extension(Arc<ExtensionNews>),
}

/// The clients of a server that may be interested in something.
#[derive(Default)]
pub(super) struct Clients(Mutex<Vec<Weak<Interests>>>);

impl Clients {
    /// Tells all who want to hear of it.
    pub(super) fn notify(&self, topic: &Topic) {
        for interests in self.0.lock().iter().filter_map(Weak::upgrade) {
            interests.notify(topic);
        }
    }

    /// Tells all of all that they want to hear of, which may have changed.
    pub(super) fn notify_all(&self) {
        for interests in self.0.lock().iter().filter_map(Weak::upgrade) {
            interests.notify_all();
        }
    }

    fn add(&self, interests: &Arc<Interests>) {
        let mut clients = self.0.lock();
        if clients.len() == clients.capacity() {
            clients.retain(|client| client.strong_count() > 0);
            let left = clients.len();
            clients.reserve(left + 1);
        }
        clients.push(Arc::downgrade(interests));
    }
}

impl Server {
    /// Follows what a legacy session is notified of.
    pub(crate) fn follower(&self, session: &mut Session) -> Follower {
        let interests = session.interests();
        let extensions = self.follow_extensions(Wanted::Session(Arc::clone(&interests)));
        Follower::new(self, self.0.abilities.dynamic, interests, extensions)
    }

    /// Tells the clients that want to hear of something, of this replica and of others.
    pub(super) fn announce(&self, topic: &Topic) {
        if let Some(clients) = &self.0.clients {
            clients.notify(topic);
        }
        if let Some(sharing) = &self.0.sharing {
            sharing.publish_topic(topic);
        }
    }
}

impl Follower {
    /// Follows the lists that are wanted, and what its client is interested in.
    pub(crate) fn new(
        server: &Server,
        wanted: Lists<bool>,
        interests: Arc<Interests>,
        extensions: Option<NewsFollower>,
    ) -> Self {
        let lists = wanted.any().then(|| {
            let changes = server.0.changes.subscribe();
            let announced = *changes.borrow();
            ListsFollower { changes, announced, wanted }
        });
        let interests = server.0.clients.as_ref().map(|clients| {
            clients.add(&interests);
            interests
        });
        Self { lists, interests, tasks: server.0.tasks.clone(), extensions }
    }

    /// The notification that a task has changed.
    pub(super) async fn task_changed(
        &self,
        id: &str,
        version: ProtocolVersion,
        meta: Option<&Meta>,
    ) -> Option<Vec<u8>> {
        self.tasks.as_ref()?.changed(id, version, meta).await
    }

    /// Waits until there is news; what changed several times meanwhile is announced once.
    pub(crate) async fn news(&mut self) -> Vec<News> {
        if self.lists.is_none() && self.interests.is_none() && self.extensions.is_none() {
            return pending().await;
        }
        loop {
            let news = tokio::select! {
                biased;
                news = list_news(&mut self.lists) => news,
                news = topic_news(self.interests.as_deref()) => news,
                news = extension_news(&mut self.extensions) => news,
            };
            if !news.is_empty() {
                return news;
            }
        }
    }
}

async fn list_news(lists: &mut Option<ListsFollower>) -> Vec<News> {
    if let Some(ListsFollower { changes, announced, wanted }) = lists
        && changes.changed().await.is_ok()
    {
        let now = *changes.borrow_and_update();
        return now.since(std::mem::replace(announced, now), *wanted).map(News::List).collect();
    }
    pending().await
}

async fn topic_news(interests: Option<&Interests>) -> Vec<News> {
    let Some(interests) = interests else { return pending().await };
    let (topics, messages) = poll_fn(|cx| interests.poll_news(cx)).await;
    topics.into_iter().map(News::Of).chain(messages.into_iter().map(News::Message)).collect()
}

async fn extension_news(extensions: &mut Option<NewsFollower>) -> Vec<News> {
    let Some(extensions) = extensions else { return pending().await };
    vec![News::Extension(extensions.next().await)]
}

impl News {
    /// Appends the notification that announces it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion, meta: Option<&Meta>) {
        let own = || meta.cloned();
        match self {
            Self::Extension(news) => news.write(out, meta),
            Self::List(method) => {
                write_notification(out, method.name(), &NotificationParams { meta: own() });
            }
            Self::Of(Topic::Resource(uri)) => {
                let mut params = ResourceUpdatedParams::new(&**uri);
                params.meta = own();
                params.revise(version);
                write_notification(out, Method::ResourceUpdated.name(), &params);
            }
            Self::Of(Topic::Interaction(id)) => {
                let mut params = ElicitationCompleteParams::new(&**id);
                params.meta = own();
                write_notification(out, Method::ElicitationComplete.name(), &params);
            }
            Self::Message(message) => out.extend_from_slice(message),
            // What a task is has to be read first.
            Self::Of(Topic::Task(_)) => {}
        }
    }
}
