//! The gate before a tool with limits.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::Limiter;
use super::turns::{Turn, Turns};
use crate::caller::Caller;
use crate::jsonrpc::FailureCause;
use crate::protocol::CallToolResult;
use crate::server::{Reply, Response};
use crate::store::RateLimit;

/// How long a call waits for its turn if the tool has no timeout.
const TURN_TIME: Duration = Duration::from_secs(30);

/// The name for the limit of all tools together; no tool has it.
const ALL: &str = "*";

/// The gate before a tool with limits.
pub(crate) struct Gate {
    limiter: Arc<Limiter>,
    tool: Arc<str>,
    rates: Vec<(Arc<str>, RateLimit)>,
    /// Which of its calls may run, if their number is limited.
    turns: Option<ToolTurns>,
}

/// The turns of the calls of a tool.
#[derive(Clone)]
pub(crate) struct ToolTurns {
    tool: Arc<str>,
    most: u32,
    turns: Arc<Turns>,
}

impl Limiter {
    /// The gate of a tool, by its own limits and those of the server; `None` without limits.
    pub(crate) fn gate(
        self: &Arc<Self>,
        tool: &str,
        rate: Option<RateLimit>,
        concurrency: Option<u32>,
    ) -> Option<Gate> {
        let settings = &self.settings;
        let rates = settings.rates.iter().filter(|(pattern, _)| pattern.is_for(tool));
        let rate = rate.or_else(|| rates.map(|(_, limit)| *limit).next_back());
        let most = settings.concurrencies.iter().filter(|(pattern, _)| pattern.is_for(tool));
        let concurrency = concurrency.or_else(|| most.map(|(_, most)| *most).next_back());
        let own = rate.map(|rate| (tool.into(), rate));
        let all = settings.rate.map(|rate| (ALL.into(), rate));
        let rates: Vec<_> = own.into_iter().chain(all).collect();
        if rates.is_empty() && concurrency.is_none() {
            return None;
        }
        let turns = concurrency.map(|most| ToolTurns {
            tool: tool.into(),
            most,
            turns: Turns::new(usize::try_from(most).unwrap_or(usize::MAX)),
        });
        Some(Gate { limiter: Arc::clone(self), tool: tool.into(), rates, turns })
    }
}

impl Gate {
    /// Takes one call from the limits on how often the tool may be called.
    ///
    /// # Errors
    ///
    /// If one of them is exhausted: the response to the call.
    pub(crate) async fn count(&self, caller: &Caller) -> Result<(), Response> {
        for (name, limit) in &self.rates {
            if let Some(wait) = self.limiter.take(name, *limit, caller).await {
                return Err(self.too_often(name, *limit, wait));
            }
        }
        Ok(())
    }

    /// The turns of its calls, if there is a limit on how many run at the same time.
    pub(crate) fn turns(&self) -> Option<&ToolTurns> {
        self.turns.as_ref()
    }

    fn too_often(&self, name: &str, limit: RateLimit, wait: Duration) -> Response {
        let of = if name == ALL { "tools".to_owned() } else { format!("`{}`", self.tool) };
        let period = limit.per_unit.saturating_mul(limit.burst).as_secs_f64();
        // A seventh of a minute is not a whole number of any unit.
        let rounded = Duration::from_millis((period * 1000.0).round() as u64);
        let period = humantime::format_duration(rounded);
        let seconds = wait.as_millis().div_ceil(1000);
        let text = format!(
            "Too many calls to {of}: {} in {period} are allowed. Try again in {seconds} s.",
            limit.burst
        );
        refusal(text, FailureCause::Rate, Some(wait))
    }
}

impl ToolTurns {
    /// Waits until it is the turn of a call, for as long as a call of a tool with this timeout may
    /// wait, or without limit while `has_time`.
    ///
    /// # Errors
    ///
    /// If it has waited too long: the response to the call.
    pub(crate) async fn wait(
        &self,
        caller: &Caller,
        timeout: Option<Duration>,
        has_time: impl Fn() -> bool,
    ) -> Result<Turn, Response> {
        let mut turn = pin!(self.turns.wait(caller));
        tokio::select! {
            biased;
            turn = &mut turn => return Ok(turn),
            () = sleep(timeout.unwrap_or(TURN_TIME)) => {}
        }
        if has_time() {
            return Ok(turn.await);
        }
        let Self { tool, most, .. } = self;
        let text = format!(
            "Too many concurrent calls to `{tool}`: at most {most} may run at the same time. Try \
             again later."
        );
        Err(refusal(text, FailureCause::Concurrency, None))
    }
}

/// An error for the model to read: after a protocol error, clients retry at once.
fn refusal(text: String, cause: FailureCause, wait: Option<Duration>) -> Response {
    let mut result = CallToolResult::error(text);
    if let Some(wait) = wait {
        let millis = u64::try_from(wait.as_micros().div_ceil(1000)).unwrap_or(u64::MAX);
        result.meta.insert("retryAfterMs", millis);
    }
    result.meta.set_cause(cause);
    Ok(Reply::Tool(result))
}
