use mcp_runtime::server;

fn main() {
    let _ = server!("adder");
}
