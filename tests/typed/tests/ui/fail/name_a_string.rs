use mcp_runtime_client::client;

client!("locks/notes.lock", name = "notes");

fn main() {}
