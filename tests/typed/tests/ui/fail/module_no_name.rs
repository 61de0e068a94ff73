use mcp_runtime_client::client;

client!("locks/1st.lock");

fn main() {}
