//! Agents: the Agent Client Protocol, spoken by a process.

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
