use mcp_runtime_client::client;

client!("locks/tools.lock");

fn main() {}
