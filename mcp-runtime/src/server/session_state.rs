//! State that a server keeps for its client between requests.

use std::collections::HashMap;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

use super::{Context, FromContext};
use crate::caller::Caller;
use crate::error::Result;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::SharedValues;
use crate::sync::Mutex;

/// A value that the requests of one client share: one per type, which starts as its default.
///
/// What counts as one client depends on the revision:
///
/// * up to 2025-11-25 it is the session: over stdio the process, over HTTP the session that
///   `initialize` opened. The value ends with the session.
/// * from 2026-07-28 on there are no sessions. Over HTTP it is the principal, on any connection;
///   the value ends when it has not been used for
///   [a while](crate::Limits::session_state_timeout). Over stdio there is only one client.
///
/// If neither is known, as over HTTP without an authenticated principal, the call fails;
/// `Option<SessionState<T>>` is `None` in that case. A value is never shared between principals. It
/// is local to one process: state that several processes share, or that must not be lost, belongs
/// in a database, keyed by the [principal](Caller).
///
/// ```
/// use std::sync::Mutex;
///
/// use mcp_runtime::{SessionState, tool};
///
/// /// Puts something into the cart, and says what is in it.
/// #[tool]
/// fn add_to_cart(item: String, cart: SessionState<Mutex<Vec<String>>>) -> Vec<String> {
///     let mut cart = cart.lock().unwrap();
///     cart.push(item);
///     cart.clone()
/// }
/// ```
#[derive(Debug)]
pub struct SessionState<T>(Arc<T>);

impl<T> Deref for SessionState<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for SessionState<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T: Default + Send + Sync + 'static> FromContext for SessionState<T> {
    const ASKS: bool = false;
    const READS_META: bool = false;
    const IS_READY: bool = true;

    fn is_available(context: &Context) -> bool {
        context.values_of_session().is_some() || context.is_of_one_client()
    }

    async fn from_context(context: &Context) -> Result<Self> {
        let value = match context.values_of_session() {
            Some(values) => Some(values.get_or_default()),
            None => context.is_of_one_client().then(|| context.values_of_caller().get_or_default()),
        };
        value.map(Self).ok_or_else(|| {
            ErrorObject::invalid_request(
                "the handler needs a session or an authenticated caller, and the request has \
                 neither",
            )
            .into()
        })
    }
}

impl Context {
    /// The values that the requests of the session share, if it persists: a session without a back
    /// channel exists for a single request.
    fn values_of_session(&self) -> Option<&SharedValues> {
        let request = self.request();
        request.back.outgoing()?;
        request.log.session().map(|session| &session.values)
    }

    /// Whether the caller is known to be one client: unauthenticated callers over HTTP cannot be
    /// distinguished.
    pub(super) fn is_of_one_client(&self) -> bool {
        let request = self.request();
        request.transport.is_none() || request.caller.principal().is_some()
    }

    #[inline]
    fn values_of_caller(&self) -> Arc<SharedValues> {
        self.server().0.callers.values(&self.request().caller)
    }
}

/// The values that callers share between requests without a session.
pub(super) struct CallerValues {
    idle: Duration,
    max_callers: usize,
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    callers: HashMap<Caller, CallerEntry>,
    swept: Option<Instant>,
}

struct CallerEntry {
    values: Arc<SharedValues>,
    last_used: Instant,
}

impl CallerValues {
    pub(super) fn new(idle: Duration, max_callers: usize) -> Self {
        Self { idle, max_callers: max_callers.max(1), table: Mutex::default() }
    }

    #[inline]
    fn values(&self, caller: &Caller) -> Arc<SharedValues> {
        let now = Instant::now();
        let is_idle = |used: &CallerEntry| now - used.last_used > self.idle;
        let mut table = self.table.lock();
        // User code must not run under the lock, so expired values are dropped after it.
        let mut ended = Vec::new();
        let swept = *table.swept.get_or_insert(now);
        if now - swept > self.idle {
            table.swept = Some(now);
            ended.extend(table.callers.extract_if(|_, used| is_idle(used)));
        }
        if table.callers.get(caller).is_some_and(is_idle) {
            ended.extend(table.callers.remove_entry(caller));
        }
        if table.callers.len() >= self.max_callers && !table.callers.contains_key(caller) {
            let oldest = table
                .callers
                .iter()
                .min_by_key(|(_, used)| used.last_used)
                .map(|(caller, _)| caller.clone());
            ended.extend(oldest.and_then(|caller| table.callers.remove_entry(&caller)));
        }
        let fresh = || CallerEntry { values: Arc::default(), last_used: now };
        let used = table.callers.entry(caller.clone()).or_insert_with(fresh);
        used.last_used = now;
        let values = Arc::clone(&used.values);
        drop(table);
        values
    }
}
