#![allow(unused)]

use mcp_runtime::Schema;

#[derive(Schema)]
struct Written {
    #[schema(as = "u8", pattern = "^a")]
    number: String,
    #[schema(as = "String", range(1..=3))]
    text: u32,
    #[schema(as = "Vec<u8>", header = "List")]
    list: String,
    #[schema(as = "u8", example = "one")]
    example: String,
    #[schemars(with = "String")]
    #[schema(range(1..=3))]
    theirs: u32,
}

#[derive(Schema)]
#[schema(as = "String", range(1..=3))]
struct Code(u32);

fn main() {}
