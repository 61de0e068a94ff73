use mcp_runtime::tool;
use std::future::Future;
use std::pin::Pin;

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

#[tool]
fn opaque() -> impl Future<Output = String> {
    async { String::new() }
}

#[tool]
fn boxed() -> BoxFuture<'static, String> {
    Box::pin(async { String::new() })
}

fn main() {}
