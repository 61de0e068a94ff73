use mcp_runtime_acp::command;

#[derive(serde::Deserialize, mcp_runtime::Schema)]
struct Names {}

#[command]
async fn rename(#[args] _names: Names) {}

fn main() {}
