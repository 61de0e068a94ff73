//! Follows, for one client, what changes at a server.

use std::collections::BTreeSet;
use std::future::pending;
use std::sync::Arc;

use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::sync::{broadcast, watch};

use super::{Lists, Server};
use crate::jsonrpc::write_notification;
use crate::protocol::{
    Meta, Method, NotificationParams, ProtocolVersion, ResourceUpdatedParams, Revise as _,
};
use crate::session::{Session, Subscribed};

/// Sees the changes that its client wants to hear of.
pub(crate) struct Follower {
    lists: Option<ListsFollower>,
    updates: Option<broadcast::Receiver<Arc<str>>>,
    subscribed: Arc<Subscribed>,
}

struct ListsFollower {
    changes: watch::Receiver<Lists<u64>>,
    /// What it has told already.
    told: Lists<u64>,
    wanted: Lists<bool>,
}

/// Something that has changed.
pub(crate) enum News {
    /// A list, by the notification that tells it.
    List(Method),
    /// A resource.
    Updated(Box<str>),
}

impl Server {
    /// Follows what a legacy session is told of, and lets it subscribe to resources where it can.
    pub(crate) fn follower(&self, session: &mut Session) -> Follower {
        let can_subscribe = self.0.updates.is_some();
        let subscribed = if can_subscribe { session.allow_subscriptions() } else { Arc::default() };
        Follower::new(self, self.0.dynamic, subscribed)
    }
}

impl Follower {
    /// Follows the lists that are wanted, and the resources that are subscribed to.
    pub(crate) fn new(server: &Server, wanted: Lists<bool>, subscribed: Arc<Subscribed>) -> Self {
        let lists = wanted.any().then(|| {
            let changes = server.0.changes.subscribe();
            let told = *changes.borrow();
            ListsFollower { changes, told, wanted }
        });
        let updates = server.0.updates.as_ref().map(broadcast::Sender::subscribe);
        Self { lists, updates, subscribed }
    }

    /// Waits until there is news; what changed several times meanwhile is told once.
    pub(crate) async fn news(&mut self) -> Vec<News> {
        if self.lists.is_none() && self.updates.is_none() {
            return pending().await;
        }
        loop {
            let news = tokio::select! {
                biased;
                news = list_news(&mut self.lists) => news,
                news = resource_news(&mut self.updates, &self.subscribed) => news,
            };
            if !news.is_empty() {
                return news;
            }
        }
    }
}

async fn list_news(lists: &mut Option<ListsFollower>) -> Vec<News> {
    if let Some(ListsFollower { changes, told, wanted }) = lists
        && changes.changed().await.is_ok()
    {
        let now = *changes.borrow_and_update();
        return now.since(std::mem::replace(told, now), *wanted).map(News::List).collect();
    }
    pending().await
}

async fn resource_news(
    updates: &mut Option<broadcast::Receiver<Arc<str>>>,
    subscribed: &Subscribed,
) -> Vec<News> {
    let Some(updates) = updates else { return pending().await };
    let mut uris = BTreeSet::new();
    let mut next = match updates.recv().await {
        Ok(uri) => Ok(uri),
        Err(RecvError::Lagged(missed)) => Err(TryRecvError::Lagged(missed)),
        Err(RecvError::Closed) => return pending().await,
    };
    loop {
        match next {
            Ok(uri) if subscribed.contains(&uri) => drop(uris.insert(Box::from(&*uri))),
            Ok(_) => {}
            // Nobody knows which ones were missed.
            Err(TryRecvError::Lagged(_)) => uris.extend(subscribed.all()),
            Err(_) => return uris.into_iter().map(News::Updated).collect(),
        }
        next = updates.try_recv();
    }
}

impl News {
    /// Appends the notification that tells it.
    pub(crate) fn write(&self, out: &mut Vec<u8>, version: ProtocolVersion, meta: Option<&Meta>) {
        let meta = meta.cloned();
        match self {
            Self::List(method) => {
                write_notification(out, method.name(), &NotificationParams { meta });
            }
            Self::Updated(uri) => {
                let mut params = ResourceUpdatedParams::new(&**uri);
                params.meta = meta;
                params.revise(version);
                write_notification(out, Method::ResourceUpdated.name(), &params);
            }
        }
    }
}
