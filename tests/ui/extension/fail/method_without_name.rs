use mcp_runtime::{extension, handlers, method};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[method]
    fn run(&self) {}

    #[method(timeout = "1s")]
    fn stop(&self) {}
}

fn main() {}
