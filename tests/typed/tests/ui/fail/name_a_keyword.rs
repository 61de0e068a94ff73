use mcp_runtime_client::client;

client!("locks/notes.lock", name = fn);

fn main() {}
