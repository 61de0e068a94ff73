//! Clients of [Model Context Protocol](https://modelcontextprotocol.io) servers, in all revisions
//! from 2024-11-05 to 2026-07-28.
//!
//! ```no_run
//! use mcp_runtime_client::{Client, Result, Stdio};
//! use serde_json::json;
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<()> {
//!     let client = Client::builder("agent", "1.0").connect(Stdio::spawn("./adder")).await?;
//!     for tool in client.list_tools().await? {
//!         println!("{}", tool.name);
//!     }
//!     let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
//!     println!("{sum}");
//!     client.close().await;
//!     Ok(())
//! }
//! ```
//!
//! A client connects to whatever is a [`Connect`]: [`Stdio`] starts a program, `HttpTransport` is a
//! server at a URL, a reader and a writer will do, and so will a server of
//! [`mcp-runtime`](https://docs.rs/mcp-runtime), in memory. [`ClientBuilder`] has all settings, such
//! as who answers what a server asks. [`protocol`] has the types of the protocol, and
//! [`mcp-runtime-auth`](https://docs.rs/mcp-runtime-auth) logs in to servers.
//!
//! # Features
//!
//! None of them is on by default.
//!
//! | feature | what it is for |
//! |---|---|
//! | `http` | servers at a URL, over Streamable HTTP, with TLS |
//! | `macros` | `client!`: typed clients from locks, with a method for each tool |
//! | `otel` | spans in OpenTelemetry traces |

#![expect(deprecated, reason = "what MCP has deprecated still works")]
#![cfg_attr(not(feature = "http"), allow(dead_code, reason = "only HTTP uses it"))]

mod approval;
mod apps;
mod builder;
mod cache;
mod call;
mod change;
mod completion;
mod connect;
mod connection;
mod deadline;
mod decode;
mod elicitation;
mod encoded_request;
mod era;
mod extensions;
mod handle;
mod handlers;
mod identity;
mod incoming;
mod input_requests;
mod json_rpc;
mod known_tools;
mod link;
mod list_page;
mod listeners;
mod lists;
mod logging;
mod members;
mod offers;
mod open_questions;
mod pagination;
mod pending_requests;
mod prepared_call;
mod progress;
mod prompts;
mod protocol_adapter;
mod question_tasks;
mod rare_warning;
mod request_builder;
mod resources;
mod result;
mod roots;
mod round_trips;
mod send_request;
mod server_facts;
mod server_task;
mod settings;
mod signs_of_life;
mod span;
mod startup;
mod subscription;
mod subscriptions;
mod tasks;
mod tool_listing;
mod tools;
mod transport;
#[doc(hidden)]
pub mod typed;

#[cfg(feature = "macros")]
pub use mcp_runtime_client_macros::client;
#[doc(inline)]
pub use mcp_runtime_protocol as protocol;
use mcp_runtime_protocol::{clock, debug, error, jsonrpc, random, sync};

pub use mcp_runtime_protocol::{Approve, Connect, Error, Offers, Opened, Result};

pub use builder::ClientBuilder;
pub use cache::CacheUse;
pub use change::Change;
pub use handle::Client;
pub use list_page::ExtensionPage;
pub use lists::Items;
#[cfg(feature = "http")]
pub use mcp_runtime_https::Network;
pub use request_builder::{RequestBuilder, RoundResult};
pub use roots::RootList;
pub use subscription::Subscription;
pub use tasks::{Started, TaskHandle, TaskUpdates};
pub use transport::Stdio;
#[cfg(feature = "http")]
pub use transport::http::{
    Authorize, AuthorizeFuture, CardRemote, HttpRefusal, HttpTransport, OutgoingRequest, ServerCard,
};
#[doc(hidden)]
pub use {
    elicitation::result as elicit_result,
    handlers::{NotificationHandler, RequestHandler, boxed, boxed_form, notify, run_handler},
    json_rpc::{OpenRequest, Rpc, RpcLimits},
    prepared_call::PreparedCall,
    protocol_adapter::{AdapterAnswer, ProtocolAdapter},
};
