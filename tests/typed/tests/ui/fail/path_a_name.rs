use mcp_runtime_client::client;

client!(notes);

fn main() {}
