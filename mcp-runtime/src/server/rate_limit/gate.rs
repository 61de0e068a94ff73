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

/// The end of the name for the limit of all tools of a server together; no tool has it.
const ALL: &str = "*";

/// The gate before a tool with limits.
pub(crate) struct Gate {
    rates: Vec<Rate>,
    /// Which of its calls may run, if their number is limited.
    turns: Option<ToolTurns>,
}

/// A limit on how often a tool may be called, alone or together with others.
struct Rate {
    limiter: Arc<Limiter>,
    /// What counts the calls: the tool, or all of a server.
    name: Arc<str>,
    limit: RateLimit,
}

/// The turns of the calls of a tool.
#[derive(Clone)]
pub(crate) struct ToolTurns {
    tool: Arc<str>,
    most: u32,
    turns: Arc<Turns>,
}

impl Limiter {
    /// The gate of a tool, by its own limits, those of the server, where it has a local name, and those
    /// of a server that is mounted in this one; `None` without limits.
    pub(crate) fn gate(
        self: &Arc<Self>,
        tool: &str,
        local: &str,
        (rate, concurrency): (Option<RateLimit>, Option<u32>),
        inner: Option<Gate>,
    ) -> Option<Gate> {
        let settings = &self.settings;
        let rates = settings.rates.iter().filter(|(pattern, _)| pattern.is_for(local));
        let rate = rate.or_else(|| rates.map(|(_, limit)| *limit).next_back());
        let most = settings.concurrencies.iter().filter(|(pattern, _)| pattern.is_for(local));
        let concurrency = concurrency.or_else(|| most.map(|(_, most)| *most).next_back());
        let rate_of =
            |name: &str, limit| Rate { limiter: Arc::clone(self), name: name.into(), limit };
        let mut rates = Vec::new();
        let mut turns = None;
        if let Some(limit) = rate {
            rates.push(rate_of(tool, limit));
        }
        if let Some(limit) = settings.rate {
            let server = tool.strip_suffix(local).unwrap_or_default();
            rates.push(rate_of(&(server.to_owned() + ALL), limit));
        }
        if let Some(mut inner) = inner {
            rates.append(&mut inner.rates);
            turns = inner.turns;
        }
        if let Some(most) = concurrency
            && turns.as_ref().is_none_or(|inner| most < inner.most)
        {
            let turns_of_tool = Turns::new(usize::try_from(most).unwrap_or(usize::MAX));
            turns = Some(ToolTurns { tool: tool.into(), most, turns: turns_of_tool });
        }
        let has_limits = !rates.is_empty() || turns.is_some();
        has_limits.then(|| Gate { rates, turns })
    }
}

impl Gate {
    /// Takes one call from the limits on how often the tool may be called.
    ///
    /// # Errors
    ///
    /// If one of them is exhausted: the response to the call.
    pub(crate) async fn count(&self, caller: &Caller) -> Result<(), Response> {
        for Rate { limiter, name, limit } in &self.rates {
            if let Some(wait) = limiter.take(name, *limit, caller).await {
                return Err(too_often(name, *limit, wait));
            }
        }
        Ok(())
    }

    /// Takes over the turns of the gate that this one replaces: calls that are running still count.
    #[inline]
    pub(crate) fn replace(&mut self, before: &Self) {
        if let (Some(turns), Some(before)) = (&mut self.turns, &before.turns)
            && turns.most == before.most
        {
            turns.clone_from(before);
        }
    }

    /// The turns of its calls, if there is a limit on how many run at the same time.
    pub(crate) fn turns(&self) -> Option<&ToolTurns> {
        self.turns.as_ref()
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

fn too_often(name: &str, limit: RateLimit, wait: Duration) -> Response {
    let of = match name.strip_suffix(ALL) {
        Some("") => "tools".to_owned(),
        _ => format!("`{name}`"),
    };
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
