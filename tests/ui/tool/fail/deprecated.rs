// What MCP has deprecated is marked, with what to do instead; the macro adds no warning of its own.
#![deny(deprecated)]

use mcp_runtime::protocol::{CreateMessageParams, IncludeContext};
use mcp_runtime::tool;

/// Uses all of it.
#[tool]
async fn old(log: mcp_runtime::Log, roots: mcp_runtime::Roots, sample: mcp_runtime::Sample) {
    let _ = (log, roots, sample);
    let mut params = CreateMessageParams::from("Well?");
    params.include_context = Some(IncludeContext::ThisServer);
}

/// Says that it means to.
#[expect(deprecated)]
#[tool]
async fn meant(_log: mcp_runtime::Log) {}

fn main() {}
