use mcp_runtime_client::client;

client!("locks/notes.lock", module = notes);

fn main() {}
