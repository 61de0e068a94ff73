use mcp_runtime::{around, extension, handlers, Result, ToolCall, middleware::Reply};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[around(tool)]
    async fn around(&self, call: ToolCall) -> Result<Reply> {
        Reply::typed("batch", &call.name())
    }
}

fn main() {}
