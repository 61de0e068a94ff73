use mcp_runtime::{extension, handlers, method};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[method("batch/stop", since = "2026-07-28", until = "2025-11-25")]
    fn stop(&self) {}
}

fn main() {}
