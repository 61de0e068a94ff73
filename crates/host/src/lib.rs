//! A client of many [Model Context Protocol](https://modelcontextprotocol.io) servers, for programs
//! that are agents.
//!
//! ```no_run
//! use mcp_runtime_host::Clients;
//! use mcp_runtime_host::client::{Result, Stdio};
//! use serde_json::json;
//!
//! #[tokio::main(flavor = "current_thread")]
//! async fn main() -> Result<()> {
//!     let clients = Clients::builder("agent", "1.0")
//!         .server("notes", || Stdio::spawn("notes"))
//!         .server("time", || Stdio::spawn("uvx").arg("mcp-server-time"))
//!         .connect()
//!         .await?;
//!     for tool in clients.tools().iter() {
//!         println!("{}", tool.name);
//!     }
//!     let found = clients.call("notes__search", json!({ "text": "rust" })).await?;
//!     println!("{}", found.text());
//!     clients.close().await;
//!     Ok(())
//! }
//! ```
//!
//! [`Clients`] starts the servers of a group and starts them again when they end, keeps their lists
//! of tools fresh, and calls their tools by names that every model provider takes
//! ([`name_for_models`]). One server that hangs or fails keeps none of the others from being used.
//!
//! [`Tools`] is a snapshot of the tools of all servers. A [`ProviderFormat`] of it speaks the API of a
//! model provider: what goes into a request, what the model calls, and what comes back.
//!
//! ```
//! use mcp_runtime_host::client::protocol::Tool;
//! use mcp_runtime_host::{Provider, Tools};
//! use serde_json::json;
//!
//! let search = Tool::new("search", json!({ "type": "object" }));
//! let tools = Tools::new([("github", vec![search])]);
//! assert_eq!(tools.anthropic()[0]["name"], "github__search");
//!
//! let format = tools.format(Provider::OpenAiResponses).strict();
//! let request = json!({ "model": "gpt-5", "input": [], "tools": format.tools() });
//! # assert_eq!(request["tools"][0]["strict"], true);
//! for left_out in format.left_out() {
//!     eprintln!("{left_out}");
//! }
//! ```

mod approval;
mod builder;
mod call;
mod clients;
mod config;
mod consents;
mod conversions;
mod error;
mod group;
mod left_out;
mod locks;
mod model_api;
mod permissions;
mod provider;
mod recipe;
mod refresh;
mod restart;
mod running;
mod server_settings;
mod sleep;
mod start;
mod state;
mod supervisor;
mod tools;
mod turn;

pub use mcp_runtime_client as client;

pub use builder::ClientsBuilder;
pub use call::HostCall;
pub use clients::Clients;
pub use config::{Config, ConfigServer};
pub use error::{CallError, CallOutcome};
pub use left_out::{LeftOut, Loss};
#[doc(inline)]
pub use mcp_runtime_protocol::tool_names::name_for_models;
pub use permissions::{Ask, Consent, Permissions};
pub use provider::{CallAnswer, ModelCall, Provider, ProviderFormat};
pub use state::{HostEvent, HostEvents, ServerState, ServerStatus};
pub use tools::{HostTool, Tools};
