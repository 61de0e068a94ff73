//! Hints, by `NOTIFY`: texts of at most 8000 bytes, which all connections with `LISTEN` receive.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcp_runtime::store::{HintSender, Hints, StoreError};
use tokio::sync::watch;
use tokio_postgres::{AsyncMessage, Error, NoTls};

/// The delay before another attempt.
const PAUSE: Duration = Duration::from_millis(500);

/// The subscribers in this process.
#[derive(Debug, Default)]
pub(crate) struct Listeners {
    senders: Mutex<Vec<(String, HintSender)>>,
    listens: watch::Sender<bool>,
    started: OnceLock<()>,
}

/// A hint as text: its recipient, or an empty line for all, and its content.
pub(crate) fn payload(to: Option<&str>, hint: &[u8]) -> Result<String, StoreError> {
    let payload = format!("{}\n{}", to.unwrap_or_default(), STANDARD.encode(hint));
    match payload.len() {
        0..8000 => Ok(payload),
        _ => Err(StoreError::Refused("a hint is too long for NOTIFY".to_owned())),
    }
}

impl Listeners {
    pub(crate) async fn listen(self: &Arc<Self>, url: &str, replica: &str) -> Hints {
        let (sender, hints) = Hints::channel();
        self.senders().push((replica.to_owned(), sender));
        self.started.get_or_init(|| {
            tokio::spawn(keep(Arc::downgrade(self), url.to_owned()));
        });
        // A subscriber that is not connected in time is notified later that hints were lost.
        let mut listens = self.listens.subscribe();
        let _ = tokio::time::timeout(PAUSE * 4, listens.wait_for(|listens| *listens)).await;
        hints
    }

    fn senders(&self) -> std::sync::MutexGuard<'_, Vec<(String, HintSender)>> {
        self.senders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, payload: &str) {
        let Some((to, hint)) = payload.split_once('\n') else { return };
        let Ok(hint) = STANDARD.decode(hint) else { return };
        let hint: Arc<[u8]> = hint.into();
        let is_for = |replica: &str| to.is_empty() || to == replica;
        self.senders()
            .retain(|(replica, sender)| !is_for(replica) || sender.send(Arc::clone(&hint)));
    }
}

/// Keeps a listening connection open until the store is dropped.
async fn keep(listeners: Weak<Listeners>, url: String) {
    let mut is_first = true;
    while listeners.strong_count() > 0 {
        if let Err(error) = hear(&listeners, &url, is_first).await {
            tracing::warn!(%error, "cannot receive notifications from PostgreSQL");
        }
        is_first = false;
        if let Some(listeners) = listeners.upgrade() {
            listeners.listens.send_replace(false);
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn hear(listeners: &Weak<Listeners>, url: &str, is_first: bool) -> Result<(), Error> {
    let (client, mut connection) = tokio_postgres::connect(url, NoTls).await?;
    let listen = async {
        client.batch_execute("LISTEN mcp_hints").await?;
        if let Some(listeners) = listeners.upgrade() {
            if !is_first {
                listeners.senders().retain(|(_, sender)| sender.lost());
            }
            listeners.listens.send_replace(true);
        }
        // The connection ends when the client does.
        while listeners.strong_count() > 0 {
            tokio::time::sleep(PAUSE).await;
        }
        Ok(())
    };
    let told = async {
        while let Some(message) = poll_fn(|context| connection.poll_message(context)).await {
            if let (AsyncMessage::Notification(told), Some(listeners)) =
                (message?, listeners.upgrade())
            {
                listeners.tell(told.payload());
            }
        }
        Ok(())
    };
    tokio::select! {
        done = listen => done,
        done = told => done,
    }
}
