use mcp_runtime_acp::command;

#[command(hnit = "what")]
async fn review() {}

fn main() {}
