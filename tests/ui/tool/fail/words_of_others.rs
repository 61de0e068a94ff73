#![allow(unused)]

use mcp_runtime::{prompt, resource, tool};

#[tool(ttl = "1h")]
async fn kept() {}

#[tool(manual)]
async fn begins() {}

#[tool(mime = "text/plain")]
fn typed() {}

#[tool(cache(ttl = "60s"))]
fn cached() {}

#[tool(name: "x", pure)]
fn colon() {}

#[tool(task("1h"))]
async fn nameless() {}

#[tool(task(ttl: "1h"))]
async fn colon_inside() {}

#[prompt(rate = "1/s")]
fn often() -> String {
    String::new()
}

#[prompt(audience(user))]
fn read() -> String {
    String::new()
}

#[resource("notes://all", ttl = "60s")]
fn fresh() -> String {
    String::new()
}

#[resource("notes://more", cache(60))]
fn seconds() -> String {
    String::new()
}

#[resource("notes://rest", concurrency = 1)]
fn one_at_a_time() -> String {
    String::new()
}

fn main() {}
