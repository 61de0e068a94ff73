//! Why a turn ends.

use serde::Serialize;
use serde_json::json;

use crate::jsonrpc::ErrorObject;
use crate::server::{Reply, Response};

/// Why a turn ends: what a function with [`#[agent]`](macro@crate::acp::agent) may return.
///
/// Source: [ACP, "Prompt Turn", Stop Reasons](https://agentclientprotocol.com/protocol/prompt-turn#stop-reasons).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StopReason {
    /// The agent is done.
    #[default]
    EndTurn,
    /// The model may not say more.
    MaxTokens,
    /// The agent may not ask its model more often in one turn.
    MaxTurnRequests,
    /// The agent refuses to go on.
    Refusal,
    /// The client has cancelled the turn.
    Cancelled,
}

impl StopReason {
    /// The answer to the prompt.
    pub(super) fn response(self) -> Response {
        let result = serde_json::value::to_raw_value(&json!({ "stopReason": self }));
        result.map(|json| Reply::Encoded(json.into())).map_err(|_| {
            // It is a constant.
            ErrorObject::internal("the result is not JSON")
        })
    }
}

/// What a function with [`#[agent]`](macro@crate::acp::agent) may return: a [`StopReason`], or `()`
/// where the turn is simply done. A `Result` of it may be returned, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say why a turn ends",
    label = "neither `()` nor a `StopReason`",
    note = "return `()` or `Result<()>`, and say things by `Turn::say`"
)]
pub trait IntoStopReason {
    /// Why the turn ends.
    fn into_stop_reason(self) -> StopReason;

    /// The answer to the prompt.
    ///
    /// # Errors
    ///
    /// None that can be met.
    #[doc(hidden)]
    fn respond(self) -> Response
    where
        Self: Sized,
    {
        self.into_stop_reason().response()
    }
}

impl IntoStopReason for () {
    fn into_stop_reason(self) -> StopReason {
        StopReason::EndTurn
    }
}

impl IntoStopReason for StopReason {
    fn into_stop_reason(self) -> StopReason {
        self
    }
}

/// The answer to a prompt from what the agent returned.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_result {
    ($returned:expr) => {{
        #[allow(unused_imports, reason = "which of the traits is used depends on the type")]
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => $crate::__private::IntoStopReason::respond(value),
            ::core::result::Result::Err(error) => {
                $crate::__private::Explains::response($crate::__private::Failure(error).error())
            }
        }
    }};
}
