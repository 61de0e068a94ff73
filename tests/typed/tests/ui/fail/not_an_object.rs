use mcp_runtime_client::client;

client!("locks/list.lock");

fn main() {}
