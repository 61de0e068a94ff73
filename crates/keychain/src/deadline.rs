//! Waiting for a keychain, which may ask a person, and for no longer than that makes sense.

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use mcp_runtime_protocol::{Error, Result};

/// Does something on a thread of its own, and waits for it for so long. After that it continues by
/// itself, since nothing can interrupt it.
///
/// Also what takes no time needs that thread: the Secret Service is asked by a runtime for async
/// code, which panics on the threads of another one.
pub(crate) fn within<T: Send + 'static>(
    limit: Duration,
    work: impl FnOnce() -> Result<T> + Send + 'static,
) -> Result<T> {
    let (done, result) = channel();
    let work = move || {
        // Nobody waits for it any more, if this fails.
        let _ = done.send(work());
    };
    let spawned = thread::Builder::new().name("keychain".to_owned()).spawn(work);
    spawned
        .map_err(|error| Error::other(format!("could not start the keychain thread: {error}")))?;
    result.recv_timeout(limit).map_err(|error| {
        Error::other(match error {
            RecvTimeoutError::Timeout => {
                format!("the keychain did not respond within {} s", limit.as_secs_f32())
            }
            RecvTimeoutError::Disconnected => {
                "a panic occurred while accessing the keychain".to_owned()
            }
        })
    })?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_longer_is_no_longer_waited_for() {
        let (hold, held) = channel::<()>();
        let work = move || held.recv().map_err(Error::other);
        let said = within(Duration::from_millis(50), work).unwrap_err().to_string();
        assert_eq!(said, "the keychain did not respond within 0.05 s");
        drop(hold);
    }

    #[test]
    fn a_panic_is_an_error() {
        let said = within::<()>(Duration::from_secs(10), || panic!("on purpose")).unwrap_err();
        assert_eq!(said.to_string(), "a panic occurred while accessing the keychain");
    }
}
