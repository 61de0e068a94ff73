use mcp_runtime::{around, extension, handlers, Next, Result, ToolCall, middleware::Reply};

#[extension("com.example/batch")]
struct Batch;

#[handlers]
impl Batch {
    #[around]
    async fn around(&self, call: ToolCall, next: Next) -> Result<Reply> {
        next.run(call).await
    }
}

fn main() {}
