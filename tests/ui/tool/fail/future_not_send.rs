use mcp_runtime::tool;

use std::rc::Rc;

#[tool]
async fn search() -> String {
    let word = Rc::new(1);
    std::future::ready(()).await;
    word.to_string()
}

fn main() {}
