use mcp_runtime::{extension, server};

#[extension("com.example/batch")]
struct Batch;

fn main() {
    let _ = server!().extension(Batch);
}
