//! What outlives a request: in memory, or in a store that replicas share.

use std::sync::Arc;

use super::Server;
use super::asking::Retries;
use super::replicas::OwnedReplicaLink;
use super::tasks::TaskService;

/// What outlives a request.
pub(super) struct Persistence {
    /// The task service, if the calls of a tool may become tasks.
    pub(super) tasks: Option<Arc<dyn TaskService>>,
    /// The calls that wait for answers.
    pub(super) retries: Retries,
    /// What replicas share, if there are any.
    pub(super) sharing: Option<OwnedReplicaLink>,
}

impl Server {
    pub(crate) fn retries(&self) -> &Retries {
        &self.0.persistence.retries
    }
}
