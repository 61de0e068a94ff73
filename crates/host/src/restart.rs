//! When a server is started again.

use std::time::Duration;

use mcp_runtime_protocol::random;

/// Who lives for this long is healthy: what happened before does not count.
const HEALTHY: Duration = Duration::from_secs(30);

/// Who lives for less than this has ended quickly.
const QUICK: Duration = Duration::from_secs(10);

/// After so many quick ends in a row, a program is given up.
const QUICK_ENDS: u32 = 5;

/// How long to wait before a program is started again, at first and at most.
const PROGRAM: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(30));

/// How long to wait before a URL is tried again, at first and at most.
const URL: (Duration, Duration) = (Duration::from_millis(500), Duration::from_secs(60));

/// The ends of a server, and when it is started again.
#[derive(Debug)]
pub(crate) struct Restarts {
    is_url: bool,
    quick_ends: u32,
    pause: Duration,
}

impl Restarts {
    /// A server that has not ended yet: a program, or what is behind a URL.
    pub(crate) fn new(is_url: bool) -> Self {
        Self { is_url, quick_ends: 0, pause: Self::limits(is_url).0 }
    }

    /// How long to wait after an end before the server is started again; `None` if it is given up.
    /// What the server has wanted counts, if it has.
    pub(crate) fn after(&mut self, lived: Duration, wanted: Option<Duration>) -> Option<Duration> {
        let (least, most) = Self::limits(self.is_url);
        // The first answer of a URL shows that it is there again.
        if lived >= HEALTHY || (self.is_url && !lived.is_zero()) {
            *self = Self::new(self.is_url);
        }
        if lived < QUICK {
            self.quick_ends += 1;
        }
        if self.quick_ends >= QUICK_ENDS && !self.is_url {
            return None;
        }
        if let Some(wanted) = wanted {
            return Some(wanted.max(least));
        }
        let pause = self.pause.max(least);
        self.pause = (2 * self.pause).min(most);
        Some(jittered(pause))
    }

    /// How long a server has lived whose pings are not answered: one behind a URL may answer every
    /// handshake.
    pub(crate) fn lived(&self, time: Duration) -> Duration {
        if self.is_url && time < HEALTHY { Duration::ZERO } else { time }
    }

    fn limits(is_url: bool) -> (Duration, Duration) {
        if is_url { URL } else { PROGRAM }
    }
}

/// The time, 20 % more or less, so that servers that ended together do not start together.
fn jittered(time: Duration) -> Duration {
    let [random] = random::bytes::<1>().unwrap_or([128]);
    time.mul_f64(0.8 + 0.4 * f64::from(random) / 255.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pauses after ends, in milliseconds without what was added at random.
    fn pauses(restarts: &mut Restarts, lived: u64, ends: usize) -> Vec<Option<u128>> {
        let after = |_| {
            let lived = Duration::from_secs(lived);
            let pause = restarts.after(lived, None)?.as_millis();
            let (least, _) = Restarts::limits(restarts.is_url);
            let steps = (0..7).map(|step| least.as_millis() << step).chain([30_000, 60_000]);
            steps.into_iter().find(|step| (step * 8 / 10 - 1..=step * 12 / 10).contains(&pause))
        };
        (0..ends).map(after).collect()
    }

    #[test]
    fn a_program_that_ends_at_once_is_given_up() {
        let mut restarts = Restarts::new(false);
        let pauses = pauses(&mut restarts, 0, 7);
        assert_eq!(pauses, [Some(250), Some(500), Some(1000), Some(2000), None, None, None]);
    }

    #[test]
    fn a_healthy_program_is_back_at_once_however_often_it_ends() {
        let mut restarts = Restarts::new(false);
        pauses(&mut restarts, 0, 4);
        assert_eq!(pauses(&mut restarts, 60, 50), [Some(250); 50]);
    }

    #[test]
    fn a_url_is_never_given_up() {
        let mut restarts = Restarts::new(true);
        let waited = pauses(&mut restarts, 0, 20);
        assert_eq!(&waited[..3], [Some(500), Some(1000), Some(2000)]);
        assert_eq!(waited[19], Some(60_000));
        assert_eq!(pauses(&mut restarts, 1, 1), [Some(500)]);
    }

    #[test]
    fn a_url_that_answers_handshakes_alone_is_opened_less_and_less_often() {
        let mut restarts = Restarts::new(true);
        let mut waited = Vec::new();
        for lived in [2, 12, 29, 31] {
            let lived = restarts.lived(Duration::from_secs(lived));
            waited.push(pauses(&mut restarts, lived.as_secs(), 1)[0]);
        }
        assert_eq!(waited, [Some(500), Some(1000), Some(2000), Some(500)]);
    }

    #[test]
    fn what_a_server_wants_counts() {
        let mut restarts = Restarts::new(true);
        for (wanted, pause) in [(2, 2_000), (0, 500), (300, 300_000)] {
            let wanted = Some(Duration::from_secs(wanted));
            let after = restarts.after(Duration::ZERO, wanted).unwrap();
            assert_eq!(after, Duration::from_millis(pause));
        }
    }
}
