//! Logins whose store takes its time.

use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use mcp_runtime::{Error, Result, Secret};
use mcp_runtime_auth::{MemoryTokenStore, TokenStore};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::client;
use super::login::{lying, paths, person};

/// A keychain that asks a person before each access.
struct Locked {
    kept: MemoryTokenStore,
    ask: UnboundedSender<()>,
    allowed: Mutex<Receiver<()>>,
}

impl Locked {
    fn wait(&self) -> Result<()> {
        self.ask.send(()).map_err(Error::other)?;
        let allowed = self.allowed.lock().unwrap().recv_timeout(Duration::from_secs(10));
        allowed.map_err(Error::other)
    }
}

impl TokenStore for Locked {
    fn load(&self, name: &str) -> Result<Option<Secret<String>>> {
        self.wait()?;
        self.kept.load(name)
    }

    fn save(&self, name: &str, value: Option<Secret<String>>) -> Result<()> {
        self.wait()?;
        self.kept.save(name, value)
    }
}

/// On the one thread of the test, the person is a task like any other.
#[tokio::test]
async fn other_tasks_run_while_a_store_waits_for_a_person() {
    let (ask, mut asked): (_, UnboundedReceiver<()>) = unbounded_channel();
    let (allow, allowed) = channel();
    let asks = tokio::spawn(async move {
        let mut asks = 0;
        while asked.recv().await.is_some() {
            asks += 1;
            allow.send(()).unwrap();
        }
        asks
    });
    let store = Locked { kept: MemoryTokenStore::default(), ask, allowed: Mutex::new(allowed) };
    let server = lying(Arc::new(|_, _| ())).await;
    let http = server.http().authorize(person().store(store));
    let client = client().connect(http).await.unwrap();
    assert!(paths(&server).contains(&"/token".to_owned()));
    client.close().await;
    // The login and the registration were looked for, and kept; the login was looked for again
    // before the person was asked, as another program could have logged in.
    assert_eq!(asks.await.unwrap(), 5);
}
