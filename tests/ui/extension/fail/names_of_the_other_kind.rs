use mcp_runtime::{extension, handlers, method, notified};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[method("notifications/batch/run")]
    fn run(&self) {}

    #[notified("batch/hint")]
    fn hint(&self) {}
}

fn main() {}
