use mcp_runtime_client::client;

client!("locks");

fn main() {}
