use mcp_runtime_client::client;

client!("locks/twice.lock");

fn main() {}
