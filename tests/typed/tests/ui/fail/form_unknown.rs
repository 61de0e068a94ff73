use mcp_runtime_client::client;

client!("locks/form.lock");

fn main() {}
