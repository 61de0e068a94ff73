//! A server behind a relay, and the connections to it.
//!
//! A server of 2026-07-28 keeps nothing between requests: all callers share the first connection. A
//! server of an older revision may keep something for its session, so that no two callers may have
//! the same one: the first caller gets the first connection, and each other one its own, until its
//! session ends. The same holds for callers of an older revision if the server is to serve them in
//! one.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use mcp_runtime::protocol::{LoggingLevel, ProtocolVersion};
use mcp_runtime::{Context, Error, FromContext as _, Result, SessionState};
use mcp_runtime_client::{Client, ClientBuilder};
use mcp_runtime_host::{CallError, CallOutcome, Clients};
use mcp_runtime_protocol::sync;
use mcp_runtime_tools::ToolEdits;
use tokio::sync::{Mutex, OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout};

use crate::backend::Backend;
use crate::turns::CallTurns;

/// How many connections of callers there are to a server, besides the first.
const MOST: usize = 16;

/// How long a connection of a caller is kept unused when another caller needs one.
const IDLE: Duration = Duration::from_secs(300);

/// How long a server may take to set its log level.
const LOG_LEVEL: Duration = Duration::from_secs(3);

/// A server behind a relay.
pub(crate) struct Behind {
    pub(crate) name: String,
    /// Keeps the first connection.
    pub(crate) clients: Clients,
    /// The turns of the calls on the first connection.
    turns: CallTurns,
    answer_timeout: Duration,
    pub(crate) edits: Option<ToolEdits>,
    /// Whether callers are served in a revision of their own era.
    is_same_era: bool,
    /// Whether a caller has the first connection.
    is_first_taken: AtomicBool,
    room: Arc<Semaphore>,
    /// Where callers have connections of their own, to end those that are idle.
    slots: sync::Mutex<Vec<Weak<LinkSlot>>>,
    /// The connection of callers who cannot be told apart.
    shared: Arc<LinkSlot>,
}

/// A connection to a server behind.
pub(crate) struct Link {
    pub(crate) client: Client,
    pub(crate) turns: CallTurns,
    /// Keeps the connection if it is one of the caller's own.
    own: Option<Arc<OwnLink>>,
}

/// The place for the connection of a caller to a server behind.
type LinkSlot = Mutex<Option<TakenLink>>;

enum TakenLink {
    First,
    Own(Arc<OwnLink>),
}

/// A connection of a caller's own.
struct OwnLink {
    client: Client,
    turns: CallTurns,
    last_used: sync::Mutex<Instant>,
    _room: OwnedSemaphorePermit,
}

/// The connections of a caller to all servers behind.
#[derive(Default)]
struct CallerLinks(sync::Mutex<Vec<(Weak<Behind>, Arc<LinkSlot>)>>);

impl CallerLinks {
    /// That to one of the servers.
    fn to(&self, behind: &Arc<Behind>) -> Arc<LinkSlot> {
        let mut links = self.0.lock();
        links.retain(|(to, _)| to.strong_count() > 0);
        let to_this = Arc::downgrade(behind);
        if let Some((_, slot)) = links.iter().find(|(to, _)| to.ptr_eq(&to_this)) {
            return Arc::clone(slot);
        }
        let slot = Arc::<LinkSlot>::default();
        links.push((to_this, Arc::clone(&slot)));
        slot
    }
}

/// Lets a server behind send all of its log messages: which are passed on is decided for each call.
pub(crate) async fn log_all(server: &str, client: &Client) {
    if !client.server_capabilities().logging || client.version().is_modern() {
        return;
    }
    #[expect(deprecated, reason = "log messages of older servers are passed on")]
    let set = client.set_log_level(LoggingLevel::Debug);
    match timeout(LOG_LEVEL, set).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => {
            tracing::debug!(server, %error, "cannot set the log level of a relayed server")
        }
        Err(_) => tracing::debug!(server, "a relayed server did not set its log level in time"),
    }
}

/// Makes a client forward what its server asks.
fn forwarding(turns: &CallTurns, client: ClientBuilder) -> ClientBuilder {
    // A response for one caller must not be served to the others.
    turns.answering(client).without_cache()
}

impl Behind {
    /// Connects to a server, and waits for it.
    ///
    /// # Errors
    ///
    /// When it is required and cannot be reached.
    pub(crate) async fn connect(name: String, backend: Backend) -> Result<Arc<Self>> {
        let answer_timeout = backend.answer_timeout;
        let edits = backend.edits.clone();
        let is_same_era = backend.is_same_era;
        let turns = CallTurns::new(answer_timeout);
        let answering = turns.clone();
        let group = Clients::builder(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .wait(backend.wait)
            .ready_timeout(backend.wait)
            .each(move |_, client| forwarding(&answering, client));
        Ok(Arc::new(Self {
            clients: backend.join(group, &name).connect().await?,
            name,
            turns,
            answer_timeout,
            edits,
            is_same_era,
            is_first_taken: AtomicBool::new(false),
            room: Arc::new(Semaphore::new(MOST)),
            slots: sync::Mutex::default(),
            shared: Arc::default(),
        }))
    }

    /// The error of a server that is not there. Why is in the log, and not for callers, since it may
    /// have what the program has written to its standard error.
    fn not_reachable(&self, error: &CallError) -> Error {
        tracing::warn!(server = self.name, %error, "a relayed server is not reachable");
        Error::other(format!("`{}` is not reachable", self.name))
    }

    /// The error of a request over a connection; what the server itself has answered is passed on.
    pub(crate) fn failed(&self, link: &Link, request: &str, error: Error) -> Error {
        if error.rpc().is_some() || link.own.is_some() && !error.is_closed() {
            return error;
        }
        match self.clients.failed(&self.name, request, error) {
            failed if failed.outcome() == CallOutcome::NotSent => self.not_reachable(&failed),
            failed => Error::other(failed.to_string()),
        }
    }

    /// The connection that the requests of a caller take.
    ///
    /// # Errors
    ///
    /// When the server cannot be reached soon, or has too many callers.
    pub(crate) async fn link(self: &Arc<Self>, context: &Context) -> Result<Link> {
        let slot = match Option::<SessionState<CallerLinks>>::from_context(context).await? {
            Some(links) => links.to(self),
            None => Arc::clone(&self.shared),
        };
        let live = slot.lock().await.as_ref().and_then(TakenLink::live);
        if let Some(own) = live.filter(|own| self.suits(context, &own.client)) {
            return Ok(own);
        }
        // Nothing is locked meanwhile: callers who share a place do not wait one after the other.
        let ready = self.clients.ready(&self.name).await;
        let client = ready.map_err(|error| self.not_reachable(&error))?;
        let first = Link { client, turns: self.turns.clone(), own: None };
        let is_modern = first.client.version().is_modern();
        if is_modern && self.suits(context, &first.client) {
            return Ok(first);
        }
        let mut taken = slot.lock().await;
        if taken.is_none() && !is_modern && !self.is_first_taken.swap(true, Ordering::Relaxed) {
            *taken = Some(TakenLink::First);
        }
        if let Some(TakenLink::First) = &*taken {
            return Ok(first);
        }
        // Another request of the caller may have opened it meanwhile.
        if let Some(own) = taken.as_ref().and_then(TakenLink::live) {
            return Ok(own);
        }
        // One that has ended makes room for the new one.
        *taken = None;
        // Boxed, as is all that few requests need: what is not is copied for each of them.
        let own = Arc::new(Box::pin(self.open(is_modern)).await?);
        *taken = Some(TakenLink::Own(Arc::clone(&own)));
        self.note(Arc::downgrade(&slot));
        Ok(Link::own(&own))
    }

    /// Whether a caller may be served over a connection in this revision.
    fn suits(&self, context: &Context, client: &Client) -> bool {
        !self.is_same_era || client.version().is_modern() == context.version().is_modern()
    }

    /// Opens a connection of a caller's own, in an older revision if the server would not choose one.
    async fn open(&self, is_modern: bool) -> Result<OwnLink> {
        let room = self.room().ok_or_else(|| {
            Error::other(format!(
                "`{}` already serves {MOST} other callers, which is the limit; try again later",
                self.name
            ))
        })?;
        let turns = CallTurns::new(self.answer_timeout);
        let configure = |client| match forwarding(&turns, client) {
            client if is_modern => client.version(ProtocolVersion::LATEST_LEGACY),
            client => client,
        };
        let connected = self.clients.connect_again(&self.name, configure).await;
        let client = connected.map_err(|error| self.not_reachable(&error))?;
        log_all(&self.name, &client).await;
        Ok(OwnLink { client, turns, last_used: sync::Mutex::new(Instant::now()), _room: room })
    }

    /// Notes where a caller has a connection of its own, and forgets callers that are gone.
    fn note(&self, slot: Weak<LinkSlot>) {
        let mut slots = self.slots.lock();
        slots.retain(|other| other.strong_count() > 0 && !other.ptr_eq(&slot));
        slots.push(slot);
    }

    /// Room for one more connection; ends those that are idle if there is none.
    fn room(&self) -> Option<OwnedSemaphorePermit> {
        let room = || Arc::clone(&self.room).try_acquire_owned().ok();
        room().or_else(|| {
            for slot in self.slots.lock().iter().filter_map(Weak::upgrade) {
                if let Ok(mut taken) = slot.try_lock() {
                    taken.take_if(|taken| taken.is_idle());
                }
            }
            room()
        })
    }
}

impl Link {
    fn own(own: &Arc<OwnLink>) -> Self {
        *own.last_used.lock() = Instant::now();
        Self { client: own.client.clone(), turns: own.turns.clone(), own: Some(Arc::clone(own)) }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if let Some(own) = &self.own {
            *own.last_used.lock() = Instant::now();
        }
    }
}

impl TakenLink {
    /// The connection of a caller's own, if that has not ended.
    fn live(&self) -> Option<Link> {
        let Self::Own(own) = self else { return None };
        (!own.client.has_ended()).then(|| Link::own(own))
    }

    /// Whether it is a connection of a caller's own that nobody has used for a while.
    fn is_idle(&self) -> bool {
        let Self::Own(own) = self else { return false };
        Arc::strong_count(own) == 1 && own.last_used.lock().elapsed() > IDLE
    }
}
