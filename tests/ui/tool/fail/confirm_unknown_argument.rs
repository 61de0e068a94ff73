#![allow(unused)]

use mcp_runtime::{Context, handlers, tool};

#[tool(confirm = "Delete {name}?")]
fn delete(id: u64, context: &Context) {}

#[tool(confirm = "Really {what}?")]
fn nothing() {}

struct Notes;

#[handlers]
impl Notes {
    #[tool(blocking, confirm = "Move {id} to {folder}?")]
    fn shift(&self, id: u64, #[arg(name = "place")] folder: &str) {}
}

fn main() {}
