//! A client of servers of every revision, over every transport, which also answers their questions.
//!
//! ```
//! use mcp_runtime::client::Client;
//! use mcp_runtime::json;
//! use mcp_runtime::{server, tool};
//!
//! /// Adds two numbers.
//! #[tool]
//! fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> mcp_runtime::Result<()> {
//! // A server in the same process; `Stdio::spawn("program")` starts one as a child process, and
//! // `HttpTransport::new(url)` connects to one over HTTP.
//! let client = Client::builder("agent", "1.0").connect(server!().tool::<add>()).await?;
//! let tools = client.list_tools().await?;
//! assert_eq!(tools[0].name, "add");
//! let sum: i64 = client.call("add", json!({ "a": 1, "b": 2 })).await?;
//! assert_eq!(sum, 3);
//! client.close().await;
//! # Ok(())
//! # }
//! ```
//!
//! # Inside
//!
//! A module imports only from modules to its left:
//!
//! `protocol_adapter` · `era` · `members` · `result` · `change` · `roots` · `elicitation` ·
//! `handlers` · `progress` · `cache` · `call` · `approval` · `settings` · `identity` ·
//! `server_facts` · `deadline` · `pending_requests` · `open_questions` · `question_tasks` ·
//! `listeners` · `known_tools` · `encoded_request` · `link` · `connection` · `decode` · `span` ·
//! `send_request` · `subscription` · `list_page` · `pagination` · `tool_listing` · `input_requests` ·
//! `server_task` · `round_trips` · `handle` · `request_builder` · `lists` · `subscriptions` ·
//! `extensions` · `tools` · `prompts` · `resources` · `tasks` · `apps` · `skills` · `completion` ·
//! `logging` · `startup` · `incoming` · `transport` · `json_rpc` · `connect` · `builder`
//!
//! The modules up to `link` hold the parts of a connection; those up to `round_trips` send over it;
//! then come the methods of [`Client`], the handling of incoming messages, and how a client is
//! connected.

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
#[cfg(feature = "acp")]
mod json_rpc;
mod known_tools;
mod link;
mod list_page;
mod listeners;
mod lists;
mod logging;
mod members;
mod open_questions;
mod pagination;
mod pending_requests;
mod progress;
mod prompts;
mod protocol_adapter;
mod question_tasks;
mod request_builder;
mod resources;
mod result;
mod roots;
mod round_trips;
mod send_request;
mod server_facts;
mod server_task;
mod settings;
#[cfg(feature = "skills")]
mod skills;
mod span;
mod startup;
mod subscription;
mod subscriptions;
mod tasks;
mod tool_listing;
mod tools;
mod transport;

#[cfg(feature = "http-client")]
pub use crate::https::Network;
#[cfg(feature = "lock")]
pub(crate) use approval::Approval;
pub use builder::ClientBuilder;
pub use cache::CacheUse;
pub use change::Change;
pub use handle::Client;
pub use link::Link;
pub use lists::Items;
pub use request_builder::{RequestBuilder, RoundResult};
pub use roots::RootList;
#[cfg(feature = "skills")]
pub use skills::{ClientSkills, LoadedSkill, SkillRefused};
pub use subscription::Subscription;
pub use tasks::{Started, TaskHandle, TaskUpdates};
#[cfg(feature = "testing")]
pub(crate) use transport::serve_in_memory;
#[cfg(feature = "http-client")]
pub use transport::{Authorize, AuthorizeFuture, HttpRefusal, HttpTransport, OutgoingRequest};
pub use transport::{Connect, Inbox, Stdio};
#[cfg(feature = "acp")]
pub(crate) use {
    elicitation::result as elicit_result,
    handlers::{NotificationHandler, RequestHandler, boxed, boxed_form, notify, run_handler},
    json_rpc::{OpenRequest, Rpc, RpcLimits},
    protocol_adapter::{AdapterAnswer, ProtocolAdapter},
};
