//! How a client is asked while its request is served.

use std::sync::Arc;

use super::{Outgoing, SubscriptionSet};

/// How a client is asked while its request is served.
///
/// The revision determines the way; code that depends on it requests what it needs.
#[derive(Clone)]
pub(crate) struct BackChannel(AskMode);

#[derive(Clone)]
enum AskMode {
    Requests(Arc<Outgoing>, Arc<SubscriptionSet>),
    Results,
    None,
}

impl BackChannel {
    /// With requests of the server, in a session that receives notifications, too (legacy).
    pub(crate) fn requests(outgoing: Arc<Outgoing>, subscriptions: Arc<SubscriptionSet>) -> Self {
        Self(AskMode::Requests(outgoing, subscriptions))
    }

    /// With a result that asks, which the client answers with a new request (2026-07-28).
    pub(crate) const fn results() -> Self {
        Self(AskMode::Results)
    }

    /// Not at all: no state of the client is kept between requests.
    #[allow(dead_code, reason = "only HTTP and the lint have such requests")]
    pub(crate) const fn none() -> Self {
        Self(AskMode::None)
    }

    /// The requests of the server, if it asks with requests.
    pub(crate) fn outgoing(&self) -> Option<&Arc<Outgoing>> {
        match &self.0 {
            AskMode::Requests(outgoing, _) => Some(outgoing),
            AskMode::Results | AskMode::None => None,
        }
    }

    /// The subscriptions of the client of a session.
    pub(crate) fn subscriptions(&self) -> Option<&Arc<SubscriptionSet>> {
        match &self.0 {
            AskMode::Requests(_, subscriptions) => Some(subscriptions),
            AskMode::Results | AskMode::None => None,
        }
    }

    /// Whether answers arrive with a new request, for which the handler may run again.
    pub(crate) fn asks_in_results(&self) -> bool {
        matches!(self.0, AskMode::Results)
    }
}
