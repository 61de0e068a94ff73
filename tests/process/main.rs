//! A server as a process: its command line, and what a handler, a client or the environment cannot do to it.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]

mod cli;
mod containment;
