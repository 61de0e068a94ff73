use mcp_runtime_client::client;

client!(1);

fn main() {}
