use mcp_runtime_acp::agent;
use mcp_runtime::tool;

#[agent]
#[tool]
async fn both() {}

fn main() {}
