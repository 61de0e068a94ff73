use mcp_runtime::{extension, handlers, method};

struct Report;

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[method("batch/run")]
    fn run(&self) -> Report {
        Report
    }
}

fn main() {}
