//! The login to a server: as this program uses it, and as its store has it, where other programs may
//! change it.

use std::any::Any;
use std::sync::Arc;
use std::time::Duration;

use mcp_runtime_protocol::sync::Mutex;
use mcp_runtime_protocol::{Error, Result, Secret};
use tokio::sync::{OnceCell, OwnedMutexGuard};
use tokio::time::{Instant, sleep};

use super::dpop::DpopKey;
use super::record::LoginRecord;
use super::records::Records;

/// How long another program may refresh the login. It takes no longer if it has not been stopped.
const LOCK_TIMEOUT: Duration = Duration::from_secs(60);
/// How often the lock is tried.
const LOCK_INTERVAL: Duration = Duration::from_millis(20);

/// The login to a server, of which there is one at a time.
#[derive(Clone)]
pub(super) struct LoginSession {
    pub(super) store: Records,
    pub(super) state: Arc<Mutex<LoginState>>,
    /// Set once the stored login is in the state.
    loaded: Arc<OnceCell<()>>,
    /// Held while the login is changed, by whoever has the lock of the store, too.
    changing: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Default)]
pub(super) struct LoginState {
    pub(super) current: Option<Arc<CurrentLogin>>,
    /// What the store had when we last read or wrote it.
    stored: Option<Secret<String>>,
    /// The nonce that the server expects in proofs.
    pub(super) nonce: Option<String>,
    /// The refresh token that gave no others, for a reason that we do not know to be final.
    pub(super) useless: Option<String>,
    /// When the authorization server wants to be asked again.
    pub(super) busy_until: Option<Instant>,
}

/// The login that is currently in use.
pub(super) struct CurrentLogin {
    pub(super) record: LoginRecord,
    pub(super) key: Option<DpopKey>,
}

/// The right to change a login, which one program at a time has.
pub(super) struct LoginLock {
    _store: Option<Box<dyn Any + Send>>,
    _program: OwnedMutexGuard<()>,
}

impl CurrentLogin {
    pub(super) fn new(record: LoginRecord) -> Result<Self> {
        let key = record.key.as_deref().map(DpopKey::from_text).transpose()?;
        Ok(Self { record, key })
    }

    /// A record of a newer version may not be readable: then a new login is needed.
    fn read(text: &str) -> Option<Self> {
        Self::new(serde_json::from_str(text).ok()?).ok()
    }
}

impl LoginSession {
    pub(super) fn new(store: Records) -> Self {
        Self { store, state: Arc::default(), loaded: Arc::default(), changing: Arc::default() }
    }

    /// The login as we know it; the store is asked the first time.
    pub(super) async fn current(&self, server: &str) -> Result<Option<Arc<CurrentLogin>>> {
        self.loaded.get_or_try_init(|| async { self.reload(server).await.map(drop) }).await?;
        Ok(self.state.lock().current.clone())
    }

    /// The login, after a look at what other programs have made of it. A login that is no longer
    /// stored, or never could be, is used for as long as it works.
    pub(super) async fn reload(&self, server: &str) -> Result<Option<Arc<CurrentLogin>>> {
        let stored = self.store.load(name(server)).await?;
        let mut state = self.state.lock();
        let text =
            |secret: &Option<Secret<String>>| secret.as_ref().map(|text| text.expose().clone());
        if text(&stored) != text(&state.stored) {
            let login = text(&stored).and_then(|text| CurrentLogin::read(&text));
            if let Some(login) = login {
                state.current = Some(Arc::new(login));
            }
            state.stored = stored;
        }
        Ok(state.current.clone())
    }

    /// Waits for the right to change the login.
    pub(super) async fn lock(&self, server: &str) -> Result<LoginLock> {
        let _program = Arc::clone(&self.changing).lock_owned().await;
        let until = Instant::now() + LOCK_TIMEOUT;
        loop {
            let _store = match self.store.try_lock(name(server)).await {
                Ok(None) if Instant::now() < until => {
                    sleep(LOCK_INTERVAL).await;
                    continue;
                }
                Ok(None) => {
                    return Err(Error::other(format!(
                        "another program has been refreshing the login for {} s",
                        LOCK_TIMEOUT.as_secs()
                    )));
                }
                Ok(lock) => lock,
                // As in a folder that takes no files, where nothing is saved either.
                Err(error) => {
                    tracing::warn!(%error, "could not lock the saved login; changing it without a lock");
                    None
                }
            };
            return Ok(LoginLock { _store, _program });
        }
    }

    /// Uses a login from now on, and saves it. Whoever calls it has the lock.
    pub(super) async fn keep(
        &self,
        server: &str,
        record: LoginRecord,
    ) -> Result<Arc<CurrentLogin>> {
        let text = serde_json::to_string(&record).map_err(Error::other)?;
        let login = Arc::new(CurrentLogin::new(record)?);
        self.state.lock().current = Some(Arc::clone(&login));
        self.save(server, Some(text)).await;
        Ok(login)
    }

    /// Ends a login whose refresh token was refused, unless there is another one by now, which is
    /// returned: a store may have no locks. Whoever calls it has the lock.
    pub(super) async fn end(
        &self,
        server: &str,
        refused: &CurrentLogin,
    ) -> Result<Option<Arc<CurrentLogin>>> {
        let now = self.reload(server).await?;
        if let Some(now) = now
            && now.record.refresh_token != refused.record.refresh_token
        {
            return Ok(Some(now));
        }
        self.state.lock().current = None;
        self.save(server, None).await;
        Ok(None)
    }

    async fn save(&self, server: &str, text: Option<String>) {
        let stored = text.map(Secret::new);
        match self.store.save(name(server), stored.clone()).await {
            Ok(()) => self.state.lock().stored = stored,
            Err(error) => tracing::warn!(%error, "could not save the login"),
        }
    }
}

/// Runs something to its end, even if the future that waits for it is dropped, as that of a call is
/// that takes too long.
pub(super) async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T>> + Send + 'static,
) -> Result<T> {
    tokio::spawn(work).await.map_err(Error::other)?
}

/// The name under which the login to a server is stored.
fn name(server: &str) -> String {
    format!("login {server}")
}
