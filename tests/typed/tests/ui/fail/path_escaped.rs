use mcp_runtime_client::client;

client!("locks\\notes.lock");

fn main() {}
