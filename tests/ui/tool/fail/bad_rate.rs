#![allow(unused)]

use mcp_runtime::tool;

#[tool(rate = 10)]
fn number() {}

#[tool(rate = "10")]
fn without_time() {}

#[tool(rate = "none/min")]
fn without_number() {}

#[tool(rate = "0/min")]
fn never() {}

#[tool(rate = "10/fortnight")]
fn of_another_time() {}

#[tool(rate = "10/0s")]
fn in_no_time() {}

#[tool(concurrency = 0)]
fn nobody() {}

fn main() {}
