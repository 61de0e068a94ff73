use mcp_runtime_client::client;

client!("locks/reference.lock");

fn main() {}
