//! Why a turn ends.

use serde::Deserialize;
use serde_json::json;

use super::reply::reply;
use crate::protocol::StopReason;
use mcp_runtime::middleware::{Reply, Response};

impl StopReason {
    /// The response to the prompt.
    pub(super) fn response(self) -> Response {
        reply(&json!({ "stopReason": self }))
    }

    /// Reads the stop reason from the response to a prompt.
    pub(super) fn of(reply: &Reply) -> Self {
        #[derive(Default, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        struct Answer {
            stop_reason: StopReason,
        }
        match reply {
            Reply::Encoded(json) => {
                let answer = serde_json::from_str::<Answer>(json.get()).unwrap_or_default();
                answer.stop_reason
            }
            _ => Self::default(),
        }
    }
}

/// The return types of a function with [`#[agent]`](macro@crate::agent): a [`StopReason`], or
/// `()` for an ordinary end. A `Result` of either is allowed, too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the result of an agent",
    label = "neither `()` nor a `StopReason`",
    note = "return `()` or `Result<()>`, and write to the user with `Turn::say`"
)]
pub trait IntoStopReason {
    /// Why the turn ends.
    fn into_stop_reason(self) -> StopReason;

    /// The response to the prompt.
    ///
    /// # Errors
    ///
    /// Never, in practice.
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

/// Turns what the agent returned into the response to a prompt.
#[doc(hidden)]
#[macro_export]
macro_rules! __agent_result {
    ($returned:expr) => {{
        use $crate::__private::{PlainFailure as _, SplitPlain as _};
        match $crate::__private::Split($returned).split() {
            ::core::result::Result::Ok(value) => $crate::__private::IntoStopReason::respond(value),
            ::core::result::Result::Err(error) => {
                $crate::__private::Explains::response($crate::__private::Failure(error).error())
            }
        }
    }};
}
