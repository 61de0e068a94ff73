use mcp_runtime_client::client;

client!("locks/notes.lock", "datetime" = String);

fn main() {}
