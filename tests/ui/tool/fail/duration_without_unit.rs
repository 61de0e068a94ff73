#![allow(unused)]

use mcp_runtime::tool;

use std::time::Duration;

#[tool]
fn sleep(time: Duration, more: Option<Duration>) {}

fn main() {}
