//! A circuit breaker: while the store is down, operations fail at once.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use mcp_runtime::store::StoreError;
use tokio::time::Instant;

/// The number of consecutive failures that open the breaker.
const FAILURES: u32 = 5;

/// The time after which one operation tries again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Counts consecutive failures.
#[derive(Default)]
pub(super) struct Breaker(Mutex<State>);

#[derive(Default)]
struct State {
    failures: u32,
    why: String,
    until: Option<Instant>,
}

impl Breaker {
    /// Checks whether an operation may try.
    pub(super) fn admit(&self) -> Result<(), StoreError> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match state.until {
            Some(until) if Instant::now() < until => Err(StoreError::Down(format!(
                "Redis is unavailable, and will be retried within a second: {}",
                state.why
            ))),
            Some(_) => {
                // This one tries, and the others wait for its outcome.
                state.until = Some(Instant::now() + RETRY_DELAY);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Records the outcome of an operation.
    pub(super) fn note<T>(&self, outcome: &Result<T, StoreError>) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match outcome {
            Err(error @ (StoreError::Down(_) | StoreError::Timeout)) => {
                state.failures = state.failures.saturating_add(1);
                if state.failures >= FAILURES {
                    if state.until.is_none() {
                        tracing::warn!(%error, "Redis is unavailable; retrying every second");
                    }
                    state.why = error.to_string();
                    state.until = Some(Instant::now() + RETRY_DELAY);
                }
            }
            Ok(_) | Err(StoreError::Refused(_)) => {
                if state.until.is_some() {
                    tracing::info!("Redis is available again");
                }
                *state = State::default();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_pauses_after_failures_in_a_row_and_lets_one_try_each_second() {
        let breaker = Breaker::default();
        let failed = || breaker.note::<()>(&Err(StoreError::Timeout));
        for _ in 0..FAILURES - 1 {
            breaker.admit().unwrap();
            failed();
        }
        breaker.note(&Ok(()));
        for _ in 0..FAILURES {
            breaker.admit().unwrap();
            failed();
        }
        let Err(StoreError::Down(why)) = breaker.admit() else { panic!("there is no pause") };
        assert!(why.contains("did not answer in time"), "{why}");
        for _ in 0..3 {
            tokio::time::advance(RETRY_DELAY).await;
            breaker.admit().unwrap();
            breaker.admit().unwrap_err();
        }
        breaker.note(&Ok(()));
        breaker.admit().unwrap();
        breaker.admit().unwrap();
    }
}
