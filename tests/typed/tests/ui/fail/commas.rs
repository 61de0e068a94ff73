use mcp_runtime_client::client;

client!("locks/notes.lock", , both_ways);

fn main() {}
