use mcp_runtime_client::client;

client!("locks/notes.lock", "date-time" = String, "date-time" = u64);

fn main() {}
