//! The timeouts and memory limits of a client.

use std::time::Duration;

use super::ClientBuilder;

impl ClientBuilder {
    /// Sets how long to wait for a response, or for progress if that is watched: a minute by
    /// default. The time in which the server waits for an answer of this client does not count.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = limit;
        self
    }

    /// Sets how long to wait for a response in total: an hour by default.
    pub fn max_time(mut self, limit: Duration) -> Self {
        self.settings.max_time = limit;
        self
    }

    /// Sets how many rounds of questions a modern server may ask during one request: ten by
    /// default.
    pub fn max_rounds(mut self, rounds: usize) -> Self {
        self.settings.max_rounds = rounds;
        self
    }

    /// Sets the maximum size of a message from the server, in bytes: 16 MiB by default. Over stdio,
    /// a longer message ends the connection; over HTTP, only its request.
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.settings.max_message_size = bytes;
        self
    }

    /// Sets how much memory a result may need once it is read, in bytes: 64 MiB by default. The
    /// pages of a list count together, and so do the open questions.
    pub fn max_result(mut self, bytes: usize) -> Self {
        self.settings.max_result = bytes;
        self
    }
}
