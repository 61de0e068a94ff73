//! Commands for a program of [`mcp-runtime`](https://docs.rs/mcp-runtime) that is distributed to
//! people: it installs itself in their clients, says why it does not work there, and writes files
//! for registries, desktop apps and containers.
//!
//! ```no_run
//! use mcp_runtime::server;
//!
//! fn main() -> mcp_runtime::Result<()> {
//!     server!().subcommands(mcp_runtime_ship::subcommands()).run()
//! }
//! ```
//!
//! | command | what it does |
//! |---|---|
//! | `install`, `uninstall`, `installed` | enter the program with 23 clients, take it out again, list where it is |
//! | `doctor` | says why a server does not work, and how to fix it; [`doctor()`] does so in a test |
//! | `manifest` | writes `server.json`, a `.mcpb` bundle or a `Dockerfile` |
//! | `lock` | says what a new version breaks |
//!
//! With the feature `page`, [`page::dev()`](page) is one more: it serves HTTP with a page to try the
//! server, and shows what clients send.
//!
//! [The guide](https://docs.rs/mcp-runtime/latest/mcp_runtime/guide/ship/) leads from
//! `cargo install` to five clients, proxies and containers.

#![cfg_attr(docsrs, feature(doc_cfg))]

mod clients;
mod commands;
mod doctor;
mod doctor_test;
mod install;
mod manifest;
#[cfg(feature = "page")]
pub mod page;
mod secret_names;

pub use commands::subcommands;
pub use doctor_test::doctor;
