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
mod client;
mod client_side;
mod commands;
mod extensions;
mod fixture;
mod initialization;
mod lines;
mod negotiation;
mod options;
mod permission;
mod servers;
mod sessions;
mod store;
mod turns;
mod v2;
