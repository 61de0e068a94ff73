//! The examples, in processes of their own.

#![allow(
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    reason = "a test may panic, and has nothing to spare"
)]

mod agent;
mod agent_loop;
mod app;
mod audited;
mod auth;
mod authorization_server;
mod bridge;
mod client;
mod drive;
mod extension;
mod gateway;
mod hello;
mod host;
mod http;
mod indexer;
mod liars;
mod locks;
mod notes;
mod pets;
mod program;
mod replicas;
