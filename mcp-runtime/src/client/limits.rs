//! How long a client waits, and how much it takes from its server.

use std::time::Duration;

use super::builder::ClientBuilder;

impl ClientBuilder {
    /// Sets how long to wait for an answer, or for progress where it is watched: at first a minute.
    /// The time in which the server waits for an answer of this client does not count.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.settings.timeout = limit;
        self
    }

    /// Sets how long to wait for an answer in all: at first an hour.
    pub fn max_time(mut self, limit: Duration) -> Self {
        self.settings.max_time = limit;
        self
    }

    /// Sets how often a modern server may ask during one request: at first ten times.
    pub fn max_rounds(mut self, rounds: usize) -> Self {
        self.settings.max_rounds = rounds;
        self
    }

    /// Sets how long a message of the server may be, in bytes: at first 16 MiB. Over standard output a
    /// longer one ends the connection, over HTTP its request.
    pub fn max_message(mut self, bytes: usize) -> Self {
        self.settings.max_message = bytes;
        self
    }

    /// Sets how much memory a result may take once it is read, in bytes: at first 64 MiB. The pages
    /// of a list count together, and so do the questions that are open.
    pub fn max_result(mut self, bytes: usize) -> Self {
        self.settings.max_result = bytes;
        self
    }
}
