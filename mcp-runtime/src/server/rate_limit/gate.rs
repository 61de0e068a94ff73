//! The gate before a tool with limits.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use super::Limiter;
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
    /// One permit for each call that may run, and their number.
    turns: Option<(Arc<Semaphore>, u32)>,
}

/// The permission to run a call, which counts as running until this is dropped.
#[derive(Default)]
pub(crate) struct Admission(Option<OwnedSemaphorePermit>);

impl Admission {
    /// Whether it holds a permit.
    pub(crate) fn is_counted(&self) -> bool {
        self.0.is_some()
    }
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
        let turns = concurrency.map(|most| {
            let places = usize::try_from(most.max(1)).unwrap_or(Semaphore::MAX_PERMITS);
            (Arc::new(Semaphore::new(places.min(Semaphore::MAX_PERMITS))), most)
        });
        Some(Gate { limiter: Arc::clone(self), tool: tool.into(), rates, turns })
    }
}

impl Gate {
    /// Admits a call when it is its turn, in the order of arrival.
    ///
    /// # Errors
    ///
    /// If the rate limit is exceeded, or the call has waited too long: the response to it.
    pub(crate) async fn admit(
        &self,
        caller: &Caller,
        time: Option<Duration>,
    ) -> Result<Admission, Response> {
        for (name, limit) in &self.rates {
            if let Some(wait) = self.limiter.take(name, *limit, caller).await {
                return Err(self.too_often(name, *limit, wait));
            }
        }
        let Some((turns, most)) = &self.turns else { return Ok(Admission::default()) };
        if let Ok(turn) = Arc::clone(turns).try_acquire_owned() {
            return Ok(Admission(Some(turn)));
        }
        let turn = timeout(time.unwrap_or(TURN_TIME), Arc::clone(turns).acquire_owned()).await;
        match turn {
            Ok(turn) => Ok(Admission(turn.ok())),
            Err(_) => {
                let text = format!(
                    "Too many calls of `{}` run: {most} at the same time. Try again later.",
                    self.tool
                );
                Err(refusal(text, FailureCause::Concurrency, None))
            }
        }
    }

    fn too_often(&self, name: &str, limit: RateLimit, wait: Duration) -> Response {
        let of = if name == ALL { "tools".to_owned() } else { format!("`{}`", self.tool) };
        let period = limit.per_unit.saturating_mul(limit.burst).as_secs_f64();
        // A seventh of a minute is not a whole number of any unit.
        let period = Duration::from_millis((period * 1000.0).round() as u64);
        let period = humantime::format_duration(period);
        let seconds = wait.as_millis().div_ceil(1000);
        let text = format!(
            "Too many calls of {of}: {} in {period} are allowed. Try again in {seconds} s.",
            limit.burst
        );
        refusal(text, FailureCause::Rate, Some(wait))
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
