#![allow(unused)]

use mcp_runtime::Schema;

#[derive(Schema)]
struct Callbacks {
    function: fn(),
    closure: Box<dyn Fn(u8) -> u8 + Send>,
    pointers: Vec<*const u8>,
    #[serde(skip)]
    skipped: fn(),
    #[schema(as = "String")]
    written: fn(),
}

fn main() {}
