//! Why a turn ends.

use serde::{Deserialize, Serialize};

/// Why a turn ends: what a function with [`#[agent]`](macro@crate::agent) may return.
///
/// Source: [ACP, "Prompt Turn", Stop Reasons](https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StopReason {
    /// The agent has finished.
    #[default]
    EndTurn,
    /// The token limit of the model has been reached.
    MaxTokens,
    /// The maximum number of model requests in a turn has been reached.
    MaxTurnRequests,
    /// The agent refuses to continue.
    Refusal,
    /// The client has cancelled the turn.
    Cancelled,
}
