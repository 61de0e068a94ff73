//! Whether a server is there, although it does not answer: one that is busy answers no ping.

use std::time::Duration;

use tokio::time::{Instant, sleep_until, timeout_at};

use super::handle::Client;
use crate::error::Error;

impl Client {
    /// Pings the server, and returns why it is gone, or `None` at the first sign of life. So many
    /// pings in a row have to fail, each within this time; any message shows that the server lives,
    /// also an error, and as long as a request that was sent before may still be answered in its time,
    /// the server may be busy with that.
    #[doc(hidden)]
    pub async fn gone(&self, limit: Duration, tries: usize) -> Option<Error> {
        let connection = self.connection();
        let heard = connection.heard();
        let last = connection.last_request();
        let mut why = Error::other("the server does not answer");
        let mut failures = 0;
        loop {
            let next = Instant::now() + limit;
            match timeout_at(next, self.ping()).await {
                Ok(Ok(())) => return None,
                Ok(Err(error)) if is_answer(&error) => return None,
                Ok(Err(error)) => why = error,
                Err(_) => {}
            }
            failures += 1;
            if connection.heard() != heard {
                return None;
            }
            if failures >= tries {
                if !connection.waits_since(last) {
                    return Some(why);
                }
                sleep_until(next).await;
            }
        }
    }
}

/// Whether an error is an answer of the server itself, and not of what stands before it, or for
/// the want of a login.
fn is_answer(error: &Error) -> bool {
    let is_of_server = |status| status < 500 && !matches!(status, 401 | 403 | 404 | 408);
    error.rpc().is_some() || error.http_status().is_some_and(is_of_server)
}
