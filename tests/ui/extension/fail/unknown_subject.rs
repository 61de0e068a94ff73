use mcp_runtime::{extension, handlers, method};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[method("batch/stop", name = batch)]
    fn stop(&self, batch_id: String) {}
}

fn main() {}
