use mcp_runtime::server;

fn add(a: i64, b: i64) -> i64 {
    a + b
}

fn main() {
    let _ = server!().tool::<add>();
}
