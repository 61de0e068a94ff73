//! The state of a session, and how a turn has ended.

use serde::{Deserialize, Serialize};

use super::StopReason;

/// The state of a session: only version 2 announces it, and it is not kept.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum SessionState {
    Running,
    /// It is waiting for the user.
    RequiresAction,
    /// It is idle, after a turn that ended like this, if there was one.
    Idle(Option<TurnEnd>),
}

/// How a turn has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum TurnEnd {
    Stopped(StopReason),
    Failed { code: i64, message: String },
}
