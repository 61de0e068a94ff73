use mcp_runtime::Schema;
use std::collections::HashMap;

struct Inner;

#[derive(Schema)]
struct Outer {
    list: Vec<Inner>,
    option: Option<Box<Inner>>,
    map: HashMap<String, Inner>,
    pair: (u8, Inner),
}

#[derive(Schema)]
enum Choice {
    One(Inner),
    Other { inner: Inner },
}

fn main() {}
