use mcp_runtime::acp::command;

#[command]
async fn rename(_from: String, _to: String) {}

fn main() {}
