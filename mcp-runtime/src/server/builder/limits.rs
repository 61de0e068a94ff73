//! How much a server takes, holds and waits.

use std::time::Duration;

use super::ServerBuilder;

impl ServerBuilder {
    /// Lists at most this many features at once; otherwise all of them.
    pub fn page_size(mut self, size: usize) -> Self {
        self.page_size = size.max(1);
        self
    }

    /// Runs at most this many requests of one connection at the same time (1024); others are
    /// answered with an error.
    ///
    /// Over HTTP it is so many of one session, and so many of one principal, of one address of the
    /// network, or of one connection of this machine; all callers together have 8 times as many.
    pub fn max_in_flight(mut self, limit: usize) -> Self {
        self.max_in_flight = limit;
        self
    }

    /// Holds at most this many bytes of the parameters of requests that run (40 MiB); others are
    /// answered with an error.
    ///
    /// Over HTTP a third of that, or one message of the greatest size, is for one principal,
    /// address of the network, or connection of this machine.
    pub fn max_bytes_in_flight(mut self, bytes: usize) -> Self {
        self.max_held = bytes;
        self
    }

    /// Takes messages of at most this many bytes (16 MiB).
    pub fn max_message_size(mut self, bytes: usize) -> Self {
        self.max_frame = bytes;
        self
    }

    /// Waits this long for running calls when the server is to end (1 second); those that are cut
    /// off over standard input and output are answered with an error.
    ///
    /// Clients kill a process that is still there two or three seconds after they closed its
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

    /// Forgets the [`SessionState`](crate::SessionState) of a principal that has not used it for this long (1 hour), where
    /// there are no sessions with which it ends.
    pub fn session_state_timeout(mut self, limit: Duration) -> Self {
        self.state_idle = limit;
        self
    }

    /// Keeps the [`SessionState`](crate::SessionState) of at most this many principals (10,000), where there are no
    /// sessions with which it ends; whoever has not used it for the longest time loses it.
    pub fn max_session_states(mut self, count: usize) -> Self {
        self.state_most = count;
        self
    }
}
