//! The turn and its parts, as context parameters of handlers.

use super::prompt::Prompt;
use super::session::Session;
use super::turn::Turn;
use mcp_runtime::{Context, FromContext};
use mcp_runtime_protocol::Result;

/// Where there is a turn.
const TURNS: Option<&str> = Some("a turn of an agent");

impl FromContext for Turn {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;
    const ONLY_IN: Option<&'static str> = TURNS;

    async fn from_context(context: &Context) -> Result<Self> {
        Self::of(context).cloned()
    }

    fn is_available(context: &Context) -> bool {
        Self::of(context).is_ok()
    }
}

impl FromContext for Session {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;
    const ONLY_IN: Option<&'static str> = TURNS;

    async fn from_context(context: &Context) -> Result<Self> {
        Turn::of(context).map(|turn| turn.session().clone())
    }

    fn is_available(context: &Context) -> bool {
        Turn::of(context).is_ok()
    }
}

impl FromContext for Prompt {
    const ASKS: bool = false;
    const READS_REQUEST: bool = false;
    const IS_READY: bool = true;
    const ONLY_IN: Option<&'static str> = TURNS;

    async fn from_context(context: &Context) -> Result<Self> {
        Turn::of(context).map(|turn| turn.prompt().clone())
    }

    fn is_available(context: &Context) -> bool {
        Turn::of(context).is_ok()
    }
}
