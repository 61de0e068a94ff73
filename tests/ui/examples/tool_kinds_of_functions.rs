#![deny(warnings)]

use mcp_runtime::tool;

#[tool(blocking, timeout = "1m 30s")]
fn blocking(text: &str, words: &[&str]) -> usize {
    text.len() + words.len()
}

#[tool(destructive = false, idempotent, open_world = false, strict)]
const fn constant(a: u8) -> u8 {
    a
}

#[tool]
#[must_use]
#[inline]
async fn asynchronous(text: &str) -> String {
    std::future::ready(()).await;
    text.to_owned()
}

#[tool]
fn with_lifetimes<'a, 'b: 'a>(a: &'a str, b: &'b str) -> usize
where
    'b: 'a,
{
    a.len() + b.len()
}

fn main() {
    let _ = mcp_runtime::server!()
        .tool::<blocking>()
        .tool::<constant>()
        .tool::<asynchronous>()
        .tool::<with_lifetimes>();
}
