//! Work that is done once, however often its handler is run again from the start.

use std::cell::Cell;
use std::future::{Future, poll_fn};
use std::pin::pin;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::to_raw_value;

use super::Asking;
use super::journal::Known;
use crate::error::{Error, Result};

/// How long a question of another task waits for such work, which may be waiting for that task.
pub(super) const ONCE_TIMEOUT: Duration = Duration::from_secs(30);

thread_local! {
    /// Whether what is polled on this thread is such work.
    static WORKING: Cell<bool> = const { Cell::new(false) };
}

impl Asking {
    pub(crate) async fn once<T: Serialize + DeserializeOwned>(
        &self,
        name: &str,
        work: impl Future<Output = T>,
    ) -> Result<T> {
        let (mark, known) = self.recall(&format!("once {name}"));
        match known {
            Some(Known::Json(known)) => {
                return serde_json::from_str(known.get()).map_err(|error| {
                    let text = format!("the value that `once({name:?})` stored is of another type");
                    Error::other(format!("{text}: {error}"))
                });
            }
            Some(Known::Begun) => {
                return Err(Error::other(format!(
                    "`once({name:?})` was begun and did not end; whether it was done is not known"
                )));
            }
            Some(Known::Late) | None => {}
        }
        self.begin(mark.as_ref()).await;
        // A round must not end before the result is stored: the next one would repeat the work.
        let _busy = Busy::new(self);
        let mut work = pin!(work);
        let done = poll_fn(|cx| {
            let _working = Working(WORKING.replace(true));
            work.as_mut().poll(cx)
        })
        .await;
        self.keep(mark, to_raw_value(&done).map_err(Error::other)?);
        self.saved().await;
        Ok(done)
    }
}

/// Refuses questions inside of the work: they could never be answered, as the round does not end.
pub(super) fn refuse_inside() -> Result<()> {
    if WORKING.get() {
        return Err(Error::other("nothing can be asked inside of `once`; ask before or after it"));
    }
    Ok(())
}

/// The error of a question that was never asked, as its round did not end.
pub(super) fn waited(limit: Duration) -> Error {
    Error::other(format!(
        "the question was not asked, as `once` was at work for {}: nothing can be asked inside of \
         `once`, by a task neither; ask before or after it",
        humantime::format_duration(limit)
    ))
}

struct Working(bool);

impl Drop for Working {
    fn drop(&mut self) {
        WORKING.set(self.0);
    }
}

struct Busy<'a>(&'a Asking);

impl<'a> Busy<'a> {
    fn new(asking: &'a Asking) -> Self {
        asking.set_busy(true);
        Self(asking)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.set_busy(false);
    }
}
