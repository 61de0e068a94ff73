//! What one client cannot do to a server and its other clients, over the real process.

mod batches;
mod bodies;
mod capabilities;
mod in_flight;
mod inboxes;
mod sessions;
mod streams;
mod subscriptions;
mod unread;
mod web;

const SERVER: &str = env!("CARGO_BIN_EXE_attacked-server");
