#![deny(warnings)]

use mcp_runtime::{Schema, server, tool};
use serde::Deserialize;
use std::time::Duration;

const STYLE: &str = "plain";

#[derive(Deserialize, Schema)]
struct Point {
    #[schema(example = 3, range(0i64..))]
    x: i64,
    #[schema(example = 1, example = 2)]
    y: i64,
}

#[tool]
fn draw(
    #[arg(example = {"x": 1, "y": 2}, description = "Where.")] at: Point,
    #[arg(range(1u8..=9u8), default = 3)] width: u8,
    #[arg(default = STYLE)] style: &str,
    #[arg(default = STYLE)] fill: String,
    #[arg(default = 1 + 1)] times: u8,
    #[arg(seconds, default = 1.5)] pause: Duration,
    #[arg(humantime, default = "1h 30m")] limit: Duration,
    #[arg(humantime, default = Duration::from_secs(1))] rest: Duration,
    #[cfg_attr(unix, allow(unused_variables))]
    #[cfg_attr(not(unix), allow(unused_variables))]
    unused: u8,
) {
    let _ = (at.x, at.y, width, style, fill, times, pause, limit, rest);
}

fn main() {
    let _ = server!().tool::<draw>();
}
