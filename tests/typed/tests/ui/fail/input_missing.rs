use mcp_runtime_client::client;

client!("locks/input.lock");

fn main() {}
