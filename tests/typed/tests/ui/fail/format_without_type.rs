use mcp_runtime_client::client;

client!("locks/notes.lock", "date-time");

fn main() {}
