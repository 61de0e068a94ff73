//! Limits of rate, in all the ways in which a time is written.

use mcp_runtime::tool;

#[tool(rate = "10/min", concurrency = 4)]
fn per_minute() {}

#[tool(rate = "1 / s")]
fn per_second() {}

#[tool(rate = "5/30s")]
fn per_half_a_minute() {}

#[tool(rate = "100/day")]
fn per_day() {}

#[tool(rate = "3/1h 30m")]
fn per_film() {}

fn main() {
    let _ = mcp_runtime::server!().tool::<per_minute>().tool::<per_film>().build().unwrap();
}
