use mcp_runtime::{handlers, method};

struct Batch;

#[handlers]
impl Batch {
    #[method("batch/run")]
    fn run(&self) {}
}

fn main() {}
