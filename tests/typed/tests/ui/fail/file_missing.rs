use mcp_runtime_client::client;

client!("locks/missing.lock");

fn main() {}
