use mcp_runtime_client::client;

client!();

fn main() {}
