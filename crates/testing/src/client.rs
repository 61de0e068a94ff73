//! The client for tests: the regular client, with a user who answers and a record of notifications.

use std::fmt;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use super::User;
use mcp_runtime_client as client;
use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result};
use mcp_runtime_protocol::{InputRequest, InputResponse};

/// A client for tests, from [`connect`](super::connect).
///
/// It has everything that a [client](mcp_runtime_client::Client) has, keeps the notifications of
/// its server, and requests all of them: log messages of `info` and above, and the progress of
/// every request. It does not use a cache, and a response may take an hour. If that is not what you
/// want to test, a client of your own [builder](mcp_runtime_client::Client::builder) connects to
/// servers in memory as well.
pub struct TestClient {
    client: client::Client,
    person: Arc<Person>,
    /// Locked by the task that waits for the next notification.
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
                let method = method.to_owned();
                let params = params.clone();
                let _ = notifications.send(Notification { method, params });
            });
        let client = builder.connect(server).await?;
        let _ = person.end.set(Box::new(client.ender()));
        Ok(Self { client, person, arrived: tokio::sync::Mutex::new(arrived) })
    }

    /// Takes the notifications that have arrived so far.
    ///
    /// Those of a call have arrived when its result has.
    pub fn notifications(&self) -> Vec<Notification> {
        // A task that waits for the next one has already taken all others.
        let Ok(mut arrived) = self.arrived.try_lock() else {
            return Vec::new();
        };
        std::iter::from_fn(|| arrived.try_recv().ok()).collect()
    }

    /// Waits for the next notification and takes it.
    ///
    /// # Errors
    ///
    /// When the connection is closed.
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

    /// Closes the connection, and waits until the server has finished its running calls.
    pub async fn close(self) {
        self.client.close().await;
    }
}

impl fmt::Debug for TestClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}

/// The user of a client, and a way to close its connection.
struct Person {
    user: Mutex<User>,
    end: OnceLock<End>,
}

type End = Box<dyn Fn(&Error) + Send + Sync>;

impl Person {
    /// Answers a question. One without an answer in the script closes the connection: an error
    /// would go to the server, whose handler might take it for a refusal.
    fn answer(&self, question: &InputRequest) -> Result<InputResponse> {
        let answer = catch_unwind(AssertUnwindSafe(|| self.user.lock().answer(question)))
            .unwrap_or_else(|_| Err("panicked".to_owned()));
        answer.map_err(|why| {
            let error = Error::other(format!("the test has {why}"));
            if let Some(end) = self.end.get() {
                end(&error);
            }
            error
        })
    }
}
