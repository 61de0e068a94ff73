//! Limits and timeouts of a server.

use std::time::Duration;

use super::ServerBuilder;

impl ServerBuilder {
    /// Lists at most this many features per page; the default is all of them.
    pub fn page_size(mut self, size: usize) -> Self {
        self.page_size = size.max(1);
        self
    }

    /// Runs at most this many requests of one connection at the same time (1024); others fail with
    /// an error.
    ///
    /// Over HTTP the limit applies per session, and per principal, network address, or connection
    /// from the same machine; the limit for all callers together is 8 times as high.
    pub fn max_in_flight(mut self, limit: usize) -> Self {
        self.max_in_flight = limit;
        self
    }

    /// Holds at most this many bytes of parameters of running requests (40 MiB); others fail with
    /// an error.
    ///
    /// Over HTTP a third of that, or one message of the maximum size, is available per principal,
    /// network address, or connection from the same machine.
    pub fn max_bytes_in_flight(mut self, bytes: usize) -> Self {
        self.max_bytes_in_flight = bytes;
        self
    }

    /// Accepts messages of at most this many bytes (16 MiB).
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.max_message_size = bytes;
        self
    }

    /// Returns results of at most this many bytes from tools that have no `max_result` of their own,
    /// and from prompts and resources. A larger one is an error, which tells the model its size; by
    /// default there is no limit.
    pub fn max_result_size(mut self, bytes: usize) -> Self {
        self.limits.max_result = Some(bytes);
        self
    }

    /// Waits this long for running calls when the server shuts down (1 second); over standard input
    /// and output, calls that are cut off are answered with an error.
    ///
    /// Clients kill a process that is still running two or three seconds after they closed its
    /// input.
    pub fn drain_timeout(mut self, limit: Duration) -> Self {
        self.drain = limit;
        self
    }

    /// Gives a client this long to answer a question (10 minutes), unless the question says
    /// otherwise.
    pub fn answer_timeout(mut self, limit: Duration) -> Self {
        self.answer_time = limit;
        self
    }

    /// Forgets the [`SessionState`](crate::SessionState) of a principal that has not used it for
    /// this long (1 hour), if there is no session that it ends with.
    pub fn session_state_timeout(mut self, limit: Duration) -> Self {
        self.state_idle = limit;
        self
    }

    /// Keeps the [`SessionState`](crate::SessionState) of at most this many principals (10,000), if
    /// there are no sessions that it ends with; the least recently used one is dropped.
    pub fn max_session_states(mut self, count: usize) -> Self {
        self.state_most = count;
        self
    }
}
