use mcp_runtime_acp::command;

#[command]
async fn rename(_from: String, _to: String) {}

fn main() {}
