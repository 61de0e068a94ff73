//! Work that is done once, however often its handler is run again from the start.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;

use super::CallQuestions;
use super::journal::JournalEntry;
use crate::error::{Error, Result};

/// How long a question of another task waits for such work, which may be waiting for that task.
pub(super) const ONCE_TIMEOUT: Duration = Duration::from_secs(30);

thread_local! {
    /// Whether what is polled on this thread is such work.
    static WORKING: Cell<bool> = const { Cell::new(false) };
}

impl CallQuestions {
    pub(crate) async fn once<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        work: impl Future<Output = T>,
    ) -> Result<T> {
        let (mark, known) = self.recall(&format!("once {name}"));
        match known {
            Some(JournalEntry::Json(known)) => {
                return serde_json::from_str(known.get()).map_err(|error| {
                    let text = format!("the value that `once({name:?})` stored is of another type");
                    Error::other(format!("{text}: {error}"))
                });
            }
            Some(JournalEntry::Begun) => {
                return Err(Error::other(format!(
                    "`once({name:?})` was started but did not finish; whether it had an effect is unknown"
                )));
            }
            Some(JournalEntry::Late) | None => {}
        }
        self.begin(mark.as_ref()).await;
        // A round must not end before the result is stored: the next one would repeat the work.
        let _busy = BusyGuard::new(self);
        let mut work = pin!(work);
        let done = poll_fn(|cx| {
            let _guard = WorkGuard(WORKING.replace(true));
            work.as_mut().poll(cx)
        })
        .await;
        self.keep(mark, to_raw_value(&done).map_err(Error::other)?);
        self.saved().await;
        Ok(done)
    }
}

/// Refuses questions inside the work: they could never be answered, as the round does not end.
#[inline]
pub(super) fn refuse_inside() -> Result<()> {
    if WORKING.get() {
        return Err(Error::other("no question can be asked inside `once`; ask before or after it"));
    }
    Ok(())
}

/// The error of a question that was never asked, as its round did not end.
pub(super) fn never_asked_error(limit: Duration) -> Error {
    Error::other(format!(
        "the question was not asked, because `once` was running for {}: no question can be asked \
         while `once` runs, not even by another task; ask before or after it",
        humantime::format_duration(limit)
    ))
}

/// Restores what [`WORKING`] was before the work was polled.
struct WorkGuard(bool);

impl Drop for WorkGuard {
    #[inline]
    fn drop(&mut self) {
        WORKING.set(self.0);
    }
}

struct BusyGuard<'a>(&'a CallQuestions);

impl<'a> BusyGuard<'a> {
    fn new(asking: &'a CallQuestions) -> Self {
        asking.set_busy(true);
        Self(asking)
    }
}

impl Drop for BusyGuard<'_> {
    fn drop(&mut self) {
        self.0.set_busy(false);
    }
}
