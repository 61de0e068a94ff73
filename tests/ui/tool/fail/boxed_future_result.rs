use mcp_runtime::tool;

use std::pin::Pin;

#[tool]
fn later() -> Pin<Box<dyn Future<Output = u8> + Send>> {
    Box::pin(async { 1 })
}

fn main() {}
