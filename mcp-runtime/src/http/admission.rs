//! Who sends a request, and what it takes of the quotas of its caller while it runs.

use http::request::Parts;

use super::Http;
use super::head::Head;
use super::principal::Principal;
use crate::caller::Caller;
use crate::jsonrpc::ErrorObject;
use crate::negotiation::TransportRequest as _;
use crate::quota::{Account, Share};
use crate::session::{full, too_many};

/// The shares of quotas that are charged to the caller of a request while it runs.
pub(super) struct RunningShares {
    /// One of the running requests that are allowed.
    _count: Share,
    /// The bytes of its head, if it is large.
    head: Option<Share>,
}

/// The caller that middleware has found out: the principal, or else the one at the address.
#[inline]
pub(crate) fn caller_of(head: &Parts) -> Option<Caller> {
    let principal = head.extensions.get().map(Principal::name).map(Caller::Principal);
    principal.or_else(|| head.address().and_then(Caller::at))
}

impl Http {
    /// Returns the caller: the principal that middleware has set, or else the one at the address or
    /// on the connection.
    pub(super) fn caller(&self, head: &Head<'_>) -> Caller {
        caller_of(head.parts).unwrap_or_else(|| self.connection_caller.clone())
    }

    /// Admits a request that is not answered at once, and keeps its head meanwhile.
    ///
    /// # Errors
    ///
    /// When a limit on running requests is reached, per caller or in total, or a limit on the bytes
    /// they hold.
    pub(super) fn admit(
        &self,
        caller: &Caller,
        head: &Head<'_>,
    ) -> Result<RunningShares, ErrorObject> {
        let count = self.quotas.running(caller.clone()).count_one().map_err(too_many)?;
        let mut running = RunningShares { _count: count, head: None };
        let account = Account::new(self.server.bytes_in_flight(), caller.clone());
        if account.reserve_capped(&mut running.head, head.parts.weight()) {
            Ok(running)
        } else {
            Err(full())
        }
    }
}
