//! Many servers of [Model Context Protocol](https://modelcontextprotocol.io) under one roof, for
//! whoever writes an agent.
//!
//! [`Tools`] is a snapshot of the tools of all servers, which have names that models of all
//! providers can call. A [`ProviderFormat`] of it speaks the API of a provider: what goes into a
//! request, what the model calls, and what comes back.
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

mod names;
mod provider;
mod tools;

pub use mcp_runtime_client as client;

pub use names::name_for_models;
pub use provider::{CallAnswer, ModelCall, Provider, ProviderFormat};
pub use tools::{HostTool, LeftOut, Loss, Tools};
