use mcp_runtime_client::client;

client!("locks/output.lock");

fn main() {}
