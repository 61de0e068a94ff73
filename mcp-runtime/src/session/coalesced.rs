//! Coalesces requests for work: if it is requested while it runs, it runs once more.

use std::sync::atomic::{AtomicU8, Ordering};

/// Whether work runs, and whether it has to run again.
#[derive(Default)]
pub(crate) struct Coalesced(AtomicU8);

const IDLE: u8 = 0;
const RUNNING: u8 = 1;
const AGAIN: u8 = 2;

impl Coalesced {
    /// Requests the work; returns whether the caller has to start it.
    pub(crate) fn ask(&self) -> bool {
        let next = |state| Some(if state == IDLE { RUNNING } else { AGAIN });
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) == Ok(IDLE)
    }

    /// Ends a run of the work; returns whether it was requested meanwhile, and has to run again.
    pub(crate) fn done(&self) -> bool {
        let next = |state| Some(if state == AGAIN { RUNNING } else { IDLE });
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, next) == Ok(AGAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::Coalesced;

    #[test]
    fn however_often_it_is_asked_for_it_runs_once_more() {
        let work = Coalesced::default();
        assert!(work.ask() && !work.ask() && !work.ask());
        assert!(work.done() && !work.done());
        assert!(work.ask() && !work.done());
    }
}
