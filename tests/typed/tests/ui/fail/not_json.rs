use mcp_runtime_client::client;

client!("locks/text.lock");

fn main() {}
