//! Many servers of [Model Context Protocol](https://modelcontextprotocol.io) under one roof, for
//! whoever writes an agent.

mod names;
mod provider;
mod tools;

pub use mcp_runtime_client as client;

pub use names::name_for_models;
pub use provider::{Answer, Format, Provider, ToolCall};
pub use tools::{HostTool, LeftOut, Loss, Tools};
