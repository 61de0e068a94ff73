//! Agents: the Agent Client Protocol, spoken by a process.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![allow(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod authentication;
mod both;
mod calls;
mod cancellation;
mod cases;
mod client;
mod client_side;
mod closed_sessions;
mod commands;
mod extensions;
mod fixture;
mod idempotency;
mod initialization;
mod lines;
mod negotiation;
mod options;
mod permission;
mod prompt;
mod servers;
mod sessions;
mod shown;
mod store;
mod subagents;
mod system_prompt;
mod turns;
mod unavailable_servers;
mod v2;
