use mcp_runtime_client::client;

client!("locks/other.lock");

fn main() {}
