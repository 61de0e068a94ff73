#![deny(warnings)]

extern crate mcp_runtime as mcp;

use mcp::{handlers, prompt, resource, tool};

mod mcp_runtime {}

#[tool(crate = crate::mcp)]
fn add(a: i64, #[arg(default = 1)] b: i64) -> i64 {
    a + b
}

#[prompt(crate = crate::mcp)]
fn ask(question: &str) -> String {
    question.into()
}

#[resource("notes://{name}", crate = mcp)]
fn note(name: &str) -> String {
    name.into()
}

struct Notes;

#[handlers(crate = crate::mcp)]
impl Notes {
    #[tool]
    async fn list(&self, prefix: &str) -> String {
        prefix.into()
    }
}

fn main() {
    let _ = mcp::server!().tool::<add>().prompt::<ask>().resource::<note>().handlers(Notes);
}
