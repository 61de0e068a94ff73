use mcp_runtime::{Schema, resource};
use serde::Serialize;

#[derive(Serialize, Schema)]
struct User {
    name: String,
}

#[resource("users://first")]
fn first() -> Option<User> {
    None
}

fn main() {}
