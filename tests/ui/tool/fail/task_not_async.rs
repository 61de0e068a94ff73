use mcp_runtime::tool;

/// Computes.
#[tool(task)]
fn compute(n: u64) -> u64 {
    n
}

fn main() {}
