//! The client for tests: the one for programs, with somebody who answers and a record of notifications.

use std::fmt;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::User;
use crate::client::{self, Inbox, Link};
use crate::error::{Error, Result};
use crate::protocol::{InputRequest, InputResponse};
use crate::sync::Mutex;

/// A client for tests, which [`connect`](super::connect) gives.
///
/// It has everything that a [client](client::Client) has, keeps the notifications of its server, and
/// asks for all of them: log messages of `info` and above, and the progress of every request.
/// Nothing is taken from a cache, and an answer may take an hour. A client of your own
/// [builder](client::Client::builder), where that is not what you test, connects to servers in memory
/// as well.
pub struct TestClient {
    client: client::Client,
    person: Arc<Person>,
    /// Whoever waits for the next notification holds this.
    arrived: tokio::sync::Mutex<UnboundedReceiver<Notification>>,
}

/// A notification that arrived.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Notification {
    /// The name of the method.
    pub method: String,
    /// The parameters; null where there are none.
    pub params: Value,
}

impl Deref for TestClient {
    type Target = client::Client;

    fn deref(&self) -> &client::Client {
        &self.client
    }
}

impl TestClient {
    pub(super) async fn connect(
        builder: client::ClientBuilder,
        server: impl client::Connect,
        user: User,
    ) -> Result<Self> {
        let capabilities = user.capabilities();
        let person = Arc::new(Person { user: Mutex::new(user), end: OnceLock::new() });
        let (notifications, arrived) = unbounded_channel();
        let asked = Arc::clone(&person);
        let builder = builder
            .capabilities(capabilities)
            .on_question(move |question| {
                let answer = asked.answer(&question);
                async { answer }
            })
            .on_notification(move |method, params| {
                let (method, params) = (method.to_owned(), params.clone());
                let _ = notifications.send(Notification { method, params });
            });
        let client = builder.connect(Watched { server, by: Arc::clone(&person) }).await?;
        Ok(Self { client, person, arrived: tokio::sync::Mutex::new(arrived) })
    }

    /// Takes the notifications that have arrived.
    ///
    /// Those that a call sent are here when its result is.
    pub fn notifications(&self) -> Vec<Notification> {
        // Somebody who waits for the next one has taken all the others.
        let Ok(mut arrived) = self.arrived.try_lock() else {
            return Vec::new();
        };
        std::iter::from_fn(|| arrived.try_recv().ok()).collect()
    }

    /// Waits for the next notification and takes it.
    ///
    /// # Errors
    ///
    /// When the connection has ended.
    pub async fn next_notification(&self) -> Result<Notification> {
        let next = async { self.arrived.lock().await.recv().await };
        tokio::select! {
            biased;
            Some(notification) = next => Ok(notification),
            why = self.client.closed() => Err(why),
        }
    }

    /// Takes the messages of the forms and URLs that the [user](User) was asked.
    pub fn asked(&self) -> Vec<String> {
        std::mem::take(&mut self.person.user.lock().asked)
    }

    /// Ends the connection, and waits until the server is done with what it still runs.
    pub async fn close(self) {
        self.client.close().await;
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}

/// The user of a client, and what ends its connection.
struct Person {
    user: Mutex<User>,
    end: OnceLock<End>,
}

type End = Box<dyn Fn(&Error) + Send + Sync>;

impl Person {
    /// Answers a question. One that the script has no answer for ends the connection: an error
    /// would go to the server, whose handler might take it for a no.
    fn answer(&self, question: &InputRequest) -> Result<InputResponse> {
        let answer = catch_unwind(AssertUnwindSafe(|| self.user.lock().answer(question)));
        let answer = answer.unwrap_or_else(|_| Err("panicked".to_owned()));
        answer.map_err(|why| {
            let error = Error::other(format!("the script of the test has {why}"));
            if let Some(end) = self.end.get() {
                end(&error);
            }
            error
        })
    }
}

/// A way to a server that somebody can end.
struct Watched<S> {
    server: S,
    by: Arc<Person>,
}

impl<S: client::Connect> client::Connect for Watched<S> {
    fn open(self, inbox: Inbox) -> Result<Link> {
        let _ = self.by.end.set(Box::new(inbox.end()));
        self.server.open(inbox)
    }
}
