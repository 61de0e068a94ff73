//! Checks whether the dependencies of a server are available.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, timeout};

use super::response::BoxFuture;
use crate::error::Result;

/// How long a check may take.
const CHECK_TIME: Duration = Duration::from_secs(1);

/// How long the outcome of the checks is cached: they run no more often, even if requested.
const OUTCOME_TTL: Duration = Duration::from_secs(5);

/// Checks whether something is available.
pub(super) type Check = Arc<dyn Fn() -> BoxFuture<Result<()>> + Send + Sync>;

/// The checks of a server, by name.
#[derive(Default)]
pub(crate) struct Checks {
    pub(super) all: Vec<(String, Check)>,
    /// Their last outcome, and its time. A request while they run waits for their outcome.
    last: tokio::sync::Mutex<Option<(Instant, CheckReport)>>,
}

/// The outcome of each check, in the order in which they were added.
pub(crate) type CheckReport = Arc<[(String, CheckOutcome)]>;

/// The outcome of a check; why it failed is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckOutcome {
    Ok,
    Failed,
    TimedOut,
}

impl Checks {
    pub(super) fn new(all: Vec<(String, Check)>) -> Self {
        Self { all, ..Self::default() }
    }

    /// Returns a recent outcome of the checks.
    pub(crate) async fn report(&self) -> CheckReport {
        let mut last = self.last.lock().await;
        if let Some((when, report)) = &*last
            && when.elapsed() < OUTCOME_TTL
        {
            return Arc::clone(report);
        }
        let report = self.run().await;
        *last = Some((Instant::now(), Arc::clone(&report)));
        report
    }

    async fn run(&self) -> CheckReport {
        // One task per check, so that one that panics or blocks does not affect the others.
        let mut tasks = JoinSet::new();
        for (position, (_, check)) in self.all.iter().enumerate() {
            let check = Arc::clone(check);
            tasks.spawn(async move { (position, timeout(CHECK_TIME, check()).await) });
        }
        let mut report: Vec<_> =
            self.all.iter().map(|(name, _)| (name.clone(), CheckOutcome::Failed)).collect();
        while let Some(done) = tasks.join_next().await {
            let Ok((position, result)) = done else { continue };
            let (name, outcome) = &mut report[position];
            *outcome = match result {
                Ok(Ok(())) => CheckOutcome::Ok,
                Ok(Err(error)) => {
                    tracing::warn!(check = %name, %error, "a check failed");
                    CheckOutcome::Failed
                }
                Err(_) => {
                    tracing::warn!(check = %name, "a check took longer than {CHECK_TIME:?}");
                    CheckOutcome::TimedOut
                }
            };
        }
        report.into()
    }
}

impl CheckOutcome {
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Failed => "failed",
            Self::TimedOut => "timed_out",
        }
    }
}
