//! The server of the official conformance suite; the suite dictates what is here, word for word.

#![expect(deprecated, reason = "what MCP has deprecated is tested, too")]

mod asking;
mod dialect;
mod prompts;
mod resources;
mod tools;

use mcp_runtime::{Changes, Result, server};
use mcp_runtime_skills::skills;

/// A picture of one point, in base64.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";

fn main() -> Result<()> {
    let server = server!()
        .changes(Changes::new().tools().prompts().resource_updates())
        .handlers(tools::Tools)
        .handlers(asking::Asking)
        .handlers(mcp_test_support::tasks::Jobs)
        .tool::<dialect::json_schema_2020_12_tool>()
        .handlers(prompts::Prompts)
        .handlers(resources::Resources)
        .extension(skills!("skills"));
    mcp_test_support::serve(server)
}
