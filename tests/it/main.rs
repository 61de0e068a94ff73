//! Behaviour tests, all in one binary.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]
#![expect(clippy::unwrap_used, reason = "a helper of a test fails the test")]
#![expect(
    clippy::needless_pass_by_value,
    clippy::too_many_arguments,
    reason = "a handler is given what it asks for"
)]

mod apps;
mod architecture;
mod arguments;
mod asking;
mod assistants;
mod attacks;
mod audited;
mod authenticated;
mod callers;
mod circles;
mod debug;
mod documents;
mod elicit;
mod extensions;
mod features;
mod guide;
mod habits;
mod hidden_names;
mod http;
mod limited;
mod limits;
mod lints;
mod middleware;
mod negotiation;
mod observed;
mod other_protocol;
mod page;
mod relayed;
mod replicas;
mod resource_tools;
mod result_limits;
mod search;
mod skills;
mod spans;
mod store;
mod surface;
mod tasks;
mod tool_edits;
mod traced;
mod turns;
mod type_names;
mod types;
mod vectors;
