#![deny(warnings)]
#![allow(deprecated)]

use mcp_runtime::{Cancelled, Context, Log, Progress, Schema, State, tool};
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::time::Duration;

#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Point {
    x: i32,
}

type Alias = Vec<Point>;
type AliasedContext = Progress;

#[tool]
#[allow(clippy::too_many_arguments)]
fn values(
    a: bool,
    b: u64,
    c: f32,
    d: char,
    e: String,
    f: Vec<Vec<u8>>,
    g: Option<Point>,
    h: (u8, u8),
    i: [u8; 4],
    j: HashMap<String, Point>,
    k: BTreeMap<u8, Alias>,
    l: serde_json::Value,
    m: Box<str>,
    mut n: Cow<'_, str>,
    _unused: Option<std::sync::Arc<[u8]>>,
) {
    n.to_mut().push_str(&m);
    let _ = (a, b, c, d, e, f, g, h, i, j, k, l);
}

#[tool]
async fn references<'a>(
    a: &str,
    b: &'a [u32],
    c: &[&str],
    d: &Path,
    e: &Point,
    f: Option<&str>,
    g: Option<&Point>,
    h: &HashMap<String, u8>,
    i: &Vec<Point>,
) -> usize {
    let _ = (d, e, f, g, h, i);
    a.len() + b.len() + c.len()
}

#[tool]
fn attributes(
    #[arg(rename = "first")] a: u8,
    #[arg(default = 10, range(1..=100))] b: u32,
    #[arg(default = "x", length(1..=64), pattern = "^[a-z]+$")] c: &str,
    #[arg(default = "x")] d: String,
    #[arg(default, len = 3)] e: Vec<u8>,
    #[arg(seconds)] f: Duration,
    #[arg(humantime)] g: Option<Duration>,
    #[arg(seconds, default = Duration::from_secs(5))] h: Duration,
    #[arg(nullable)] i: Option<Option<String>>,
    #[arg(format = "email", example = "a@b.c", example = "d@e.f", description = "An address.")]
    j: &str,
    #[arg(header = "Region", range(0..=9))] k: i64,
    #[arg(range(0.0..=1.0))] l: f64,
) {
    let _ = (a, b, c, d, e, f, g, h, i, j, k, l);
}

#[tool]
async fn contexts(
    cx: &Context,
    cancelled: Cancelled,
    log: Log,
    progress: AliasedContext,
    state: State<Point>,
    text: &str,
) {
    let _ = (cx, cancelled, log, progress, state, text);
}

#[tool]
fn whole(progress: Progress, #[args] point: Point, cx: &Context) {
    let _ = (progress, point, cx);
}

#[tool]
fn lent(#[args] point: &Point) -> i32 {
    point.x
}

fn main() {
    let _ = mcp_runtime::server!()
        .tool::<values>()
        .tool::<references>()
        .tool::<attributes>()
        .tool::<contexts>()
        .tool::<whole>()
        .tool::<lent>();
}
