use mcp_runtime::{Schema, tool};
use serde::Serialize;

struct Item;

#[derive(Serialize, Schema)]
struct Page<T> {
    items: Vec<T>,
}

#[tool]
fn list() -> Page<Item> {
    Page { items: Vec::new() }
}

fn main() {}
