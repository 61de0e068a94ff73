use mcp_runtime::{extension, ExtensionNotification};

#[extension("com.example/batch")]
struct Batch;

#[derive(serde::Serialize, ExtensionNotification)]
#[notification("notifications/batch/progress", extension = Batch, key = id)]
struct Progress {
    id: String,
}

fn main() {}
