//! A session as a state machine: messages go in, actions come out. No sockets, no clock, no
//! futures. Over stdio a session is a connection; over HTTP it spans many.
//!
//! ```text
//!            initialize                    initialize again: error
//!   Fresh ───────────────▶ Legacy(version) ──────────┐
//!     │  modern requests        │  modern requests   │
//!     └── served in place ──────┴── served in place ─┘
//! ```
//!
//! A modern request (2026-07-28) is self-contained, so it is served in either state.

mod accept;
mod coalesced;
mod config;
mod in_flight;
#[cfg(feature = "http")]
pub(crate) mod replicated;

use std::sync::Arc;

use crate::caller::Caller;
use crate::jsonrpc::{ErrorObject, Incoming, IncomingResponse, RequestId};
use crate::negotiation::{
    self, BackChannel, CachedMeta, ClientFacts, ClientMessage, LogGate, Outgoing, Params,
    RequestContext, SharedInSession, Source, SubscriptionSet,
};
use crate::protocol::{CancelledParams, Method, ProgressToken, ProtocolVersion, SetLevelParams};
use crate::quota::Share;

pub(crate) use accept::{IncomingCall, Purpose};
pub(crate) use coalesced::Coalesced;
pub(crate) use config::SessionConfig;
pub(crate) use in_flight::full;
pub(crate) use in_flight::{CallId, InFlight, too_many};

/// The state of one session.
pub(crate) struct Session {
    config: Arc<SessionConfig>,
    caller: Caller,
    legacy: Option<Legacy>,
    cached_meta: Option<Arc<CachedMeta>>,
    in_flight: InFlight,
    /// What the client of a legacy session is subscribed to.
    subscriptions: Option<Arc<SubscriptionSet>>,
    /// The replica that request ids name, if there are several.
    replica: Option<Arc<str>>,
}

/// What `initialize` negotiated.
struct Legacy {
    version: ProtocolVersion,
    client: Arc<ClientFacts>,
    shared: Arc<SharedInSession>,
    back: BackChannel,
    initialized: bool,
    roots_changed: Arc<Coalesced>,
    /// The quota reserved for the `clientInfo` and `capabilities` of the client.
    _share: Option<Share>,
}

/// What a message asks for.
pub(crate) enum Action<'a> {
    /// Nothing: the notification was handled, or does not concern the session.
    Nothing,
    /// The server has to run something.
    Call(IncomingCall<'a>),
    /// The session itself answers: with an empty result unless there is an error.
    Answer { id: &'a RequestId, version: ProtocolVersion, error: Option<ErrorObject> },
    /// The server has to run something, without a response.
    Notified(IncomingCall<'a>),
    /// The roots of the client have changed.
    RootsChanged(Box<RequestContext>, Arc<Coalesced>),
    /// These calls are to be dropped without a response.
    Cancel(Vec<CallId>),
}

impl Session {
    pub(crate) fn new(config: Arc<SessionConfig>, caller: Caller) -> Self {
        let in_flight = InFlight::new(config.max_in_flight);
        let legacy = None;
        let cached_meta = None;
        let subscriptions = None;
        let replica = None;
        Self { config, caller, legacy, cached_meta, in_flight, subscriptions, replica }
    }

    /// Creates a session of which only the version is known.
    pub(crate) fn assumed(
        version: ProtocolVersion,
        config: Arc<SessionConfig>,
        caller: Caller,
    ) -> Self {
        let legacy = Legacy {
            initialized: true,
            ..Legacy::new(version, ClientFacts::default(), BackChannel::none())
        };
        Self { legacy: Some(legacy), ..Self::new(config, caller) }
    }

    /// The caller that sends its requests.
    pub(crate) fn caller(&self) -> &Caller {
        &self.caller
    }

    /// The subscriptions of the client of a legacy session, shared with the session.
    pub(crate) fn subscriptions(&mut self) -> Arc<SubscriptionSet> {
        Arc::clone(self.subscriptions.get_or_insert_default())
    }

    /// Parameters to be read, with the cached `_meta` of an earlier request.
    pub(crate) fn params<'a>(&self) -> Params<'a> {
        Params::with_cached_meta(self.cached_meta.clone())
    }

    /// What a message is for.
    pub(crate) fn purpose<'a>(&self, message: &'a ClientMessage<'_, '_>) -> Purpose<'a> {
        self.config.purpose(message)
    }

    /// Processes one message from `source`.
    pub(crate) fn receive<'a>(
        &mut self,
        message: &'a ClientMessage<'_, '_>,
        purpose: &Purpose<'_>,
        source: &Source,
    ) -> Action<'a> {
        match message {
            Incoming::Request { id, params, .. } => self.request(id, purpose, params, source),
            Incoming::Notification { params, .. } => self.notification(purpose, params, source),
            Incoming::Response(response) => {
                self.take_answer(response);
                Action::Nothing
            }
        }
    }

    /// The revision for messages that are not responses: that of the session, or else the newest.
    pub(crate) fn version(&self) -> ProtocolVersion {
        self.legacy.as_ref().map_or(ProtocolVersion::LATEST, |legacy| legacy.version)
    }

    /// The revision for the response to a request without the `_meta` of a modern one: such a
    /// request is a legacy one even before `initialize`.
    fn unmarked_version(&self) -> ProtocolVersion {
        let oldest = self.config.versions.first().copied().unwrap_or(ProtocolVersion::ASSUMED);
        self.legacy.as_ref().map_or(oldest, |legacy| legacy.version)
    }

    /// Whether the handshake is complete, so that unsolicited messages (list changes) may be sent.
    pub(crate) fn is_initialized(&self) -> bool {
        self.legacy.as_ref().is_some_and(|legacy| legacy.initialized)
    }

    /// Ends the session: the client sends no more messages, so no question will be answered.
    pub(crate) fn end(&self) {
        if let Some(outgoing) = self.outgoing() {
            outgoing.end();
        }
    }

    /// Calls that have been started and not finished.
    pub(crate) fn in_flight(&mut self) -> &mut InFlight {
        &mut self.in_flight
    }

    fn outgoing(&self) -> Option<&Arc<Outgoing>> {
        self.legacy.as_ref()?.back.outgoing()
    }

    fn take_answer(&self, response: &IncomingResponse<'_, &mut Option<&str>>) {
        if let (Some(outgoing), Some(id)) = (self.outgoing(), &response.id) {
            outgoing.answer(id, response.answer());
        }
    }

    fn request<'a>(
        &mut self,
        id: &'a RequestId,
        purpose: &Purpose<'_>,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Action<'a> {
        match self.accept(id, purpose, params, source) {
            Ok(Some(call)) => Action::Call(call),
            Ok(None) => Action::Answer { id, version: self.unmarked_version(), error: None },
            Err((version, error)) => {
                error.log_refusal(Some(purpose.name));
                Action::Answer { id, version, error: Some(error) }
            }
        }
    }

    fn initialize(
        &mut self,
        id: &RequestId,
        params: Option<&str>,
        source: &Source,
    ) -> Result<RequestContext, ErrorObject> {
        if let Some(legacy) = &self.legacy {
            return Err(ErrorObject::invalid_request(format!(
                "already initialized with version {}",
                legacy.version
            )));
        }
        let (version, client) = negotiation::initialize(params, &self.config.versions)
            .map_err(|error| self.config.hinted(error))?;
        let caller = self.caller.clone();
        Ok(self.open(version, client)?.context(id, None, source, &caller))
    }

    /// Stores what `initialize` negotiated.
    fn open(
        &mut self,
        version: ProtocolVersion,
        client: ClientFacts,
    ) -> Result<&Legacy, ErrorObject> {
        let share = self.config.keep(&client, &self.caller)?;
        let subscriptions = self.subscriptions();
        let outgoing = Arc::new(Outgoing::of_replica(self.replica.as_deref()));
        let back = BackChannel::requests(outgoing, Arc::clone(&subscriptions));
        let state = Legacy { _share: share, ..Legacy::new(version, client, back) };
        let legacy = self.legacy.insert(state);
        subscriptions.set_client(Arc::clone(&legacy.client), version);
        Ok(legacy)
    }

    fn set_level(&mut self, params: Option<&str>) -> Result<(), ErrorObject> {
        let params: SetLevelParams = decode("level")(params.unwrap_or("{}"))?;
        if let Some(legacy) = &self.legacy {
            legacy.shared.set_level(params.level);
        }
        Ok(())
    }

    /// Handles a notification. There is no response, so errors are not reported.
    fn notification<'a>(
        &mut self,
        purpose: &Purpose<'_>,
        params: &'a Params<'a>,
        source: &Source,
    ) -> Action<'a> {
        match purpose.method {
            Some(Method::Initialized) => {
                if let Some(legacy) = &mut self.legacy {
                    legacy.initialized = true;
                }
                Action::Nothing
            }
            Some(Method::Cancelled) => {
                let cancelled = params
                    .raw
                    .and_then(|params| serde_json::from_str(params).ok())
                    .and_then(|params: CancelledParams| params.request_id);
                cancelled.map_or(Action::Nothing, |id| Action::Cancel(self.in_flight.cancel(&id)))
            }
            Some(Method::RootsListChanged) => {
                let legacy = self.legacy.as_ref().filter(|legacy| legacy.initialized);
                legacy.map_or(Action::Nothing, |legacy| {
                    let context = legacy.context(&RequestId::from(0), None, source, &self.caller);
                    Action::RootsChanged(Box::new(context), Arc::clone(&legacy.roots_changed))
                })
            }
            Some(method @ Method::Extension(_)) => {
                let id = RequestId::from(0);
                let stands_alone = purpose.stands_alone;
                let context = self.resolve(&id, params, stands_alone, source).ok();
                let call = context.map(|context| IncomingCall { method, params, context });
                call.filter(IncomingCall::is_allowed).map_or(Action::Nothing, Action::Notified)
            }
            _ => Action::Nothing,
        }
    }
}

impl Legacy {
    fn new(version: ProtocolVersion, client: ClientFacts, back: BackChannel) -> Self {
        Self {
            version,
            client: Arc::new(client),
            shared: Arc::default(),
            back,
            initialized: false,
            roots_changed: Arc::default(),
            _share: None,
        }
    }

    fn context(
        &self,
        id: &RequestId,
        progress_token: Option<ProgressToken>,
        source: &Source,
        caller: &Caller,
    ) -> RequestContext {
        RequestContext {
            id: id.clone(),
            version: self.version,
            client: Arc::clone(&self.client),
            progress_token,
            log: LogGate::Session(Arc::clone(&self.shared)),
            peer: Arc::clone(&source.peer),
            transport: source.transport.clone(),
            back: self.back.clone(),
            caller: caller.clone(),
        }
    }
}

fn decode<T: serde::de::DeserializeOwned>(
    what: &'static str,
) -> impl Fn(&str) -> Result<T, ErrorObject> {
    move |text| {
        serde_json::from_str(text)
            .map_err(|error| ErrorObject::invalid_params(format!("`{what}`: {error}")))
    }
}
