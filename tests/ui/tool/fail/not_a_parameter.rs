#![allow(unused)]

use mcp_runtime::tool;

struct Point {
    x: i32,
}

#[tool]
fn draw(point: Point, others: &[Point], last: Option<&Point>, label: std::rc::Rc<u8>) {}

fn main() {}
