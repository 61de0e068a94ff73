//! Agents: the Agent Client Protocol, spoken by a process.

mod both;
mod calls;
mod client;
mod fixture;
mod initialization;
mod lines;
mod negotiation;
mod permission;
mod sessions;
mod turns;
mod v2;
