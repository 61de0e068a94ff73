use mcp_runtime::acp::command;

#[command(hnit = "what")]
async fn review() {}

fn main() {}
